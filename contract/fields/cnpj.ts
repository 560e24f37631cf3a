import type { Rule } from './rule.ts'

/** Characters of a CNPJ, of which the last two are check digits. */
const cnpjLength = 14
const rootLength = 12

/** Where the mask `00.000.000/0000-00` puts what before a character. */
const separators: Readonly<Record<number, string>> = { 2: '.', 5: '.', 8: '/', 12: '-' }

/** What of a typed text belongs to a CNPJ: 0-9 and A-Z, in capitals, at most fourteen (Receita Federal, IN 2.229/2024). */
export function cnpjCharacters(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, cnpjLength)
}

/** Characters of a CNPJ, also of one that is being typed, under the mask `00.000.000/0000-00`. */
export function formatCnpj(characters: string): string {
  return [...characters].map((character, index) => (separators[index] ?? '') + character).join('')
}

/** Whether the text is a CNPJ without its mask, of digits alone or with letters, and its check digits are right. */
export function isCnpj(characters: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(characters) || /^0+$/.test(characters)) return false
  return characters.endsWith(cnpjCheckDigits(characters.slice(0, rootLength)))
}

/** A CNPJ as it may be written, without its punctuation and in capitals. */
export function plainCnpj(text: string): string {
  return text.replace(/[\s./-]/g, '').toUpperCase()
}

/** The rule of a CNPJ without punctuation. */
export const cnpjRule: Rule = (text) =>
  isCnpj(text) ? undefined : 'Este CNPJ não existe. Confira as letras e os números.'

/**
 * The two check digits of the first twelve characters of a CNPJ: a character counts as its ASCII code minus 48, so that
 * letters are 17 to 42 and digits what they always were; the weights run from 2 to 9 and again, from the right; modulo 11.
 */
export function cnpjCheckDigits(root: string): string {
  const first = checkDigit(root)
  return `${first}${checkDigit(`${root}${first}`)}`
}

function checkDigit(characters: string): number {
  const sum = [...characters]
    .toReversed()
    .reduce((total, character, index) => total + (character.charCodeAt(0) - 48) * (2 + (index % 8)), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}
