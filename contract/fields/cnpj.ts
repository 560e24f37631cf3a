import type { Rule } from './rule.ts'

const cnpjLength = 14
const rootLength = 12

/** Separators of the mask `00.000.000/0000-00`, by the index of the next character. */
const separators: Readonly<Record<number, string>> = { 2: '.', 5: '.', 8: '/', 12: '-' }

/** The characters of a typed CNPJ: 0-9 and A-Z, in capitals, at most fourteen (Receita Federal, IN 2.229/2024). */
export function cnpjCharacters(text: string): string {
  return text
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, cnpjLength)
}

/** Formats the characters of a CNPJ, complete or not, with the mask `00.000.000/0000-00`. */
export function formatCnpj(characters: string): string {
  return [...characters].map((character, index) => (separators[index] ?? '') + character).join('')
}

/** Whether the text is a CNPJ without punctuation, of digits or with letters, with correct check digits. */
export function isCnpj(characters: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(characters) || /^0+$/.test(characters)) return false
  return characters.endsWith(cnpjCheckDigits(characters.slice(0, rootLength)))
}

/** Removes the punctuation of a CNPJ and turns letters into capitals. */
export function plainCnpj(text: string): string {
  return text.replace(/[\s./-]/g, '').toUpperCase()
}

/** The rule for a CNPJ without punctuation. */
export const cnpjRule: Rule = (text) =>
  isCnpj(text) ? undefined : 'Este CNPJ não existe. Confira as letras e os números.'

/**
 * The two check digits for the first twelve characters of a CNPJ: the value of a character is its ASCII code minus 48;
 * the weights from the right are 2 to 9, repeated; modulo 11.
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
