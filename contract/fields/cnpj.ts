import { maskOf } from './mask.ts'
import type { Rule } from './rule.ts'

const rootLength = 12

/** The separators of the mask. The key is the index of the character that follows. */
const separators: Readonly<Record<number, string>> = { 2: '.', 5: '.', 8: '/', 12: '-' }

/** The mask `00.000.000/0000-00` for the characters 0-9 and A-Z in capitals (Receita Federal, IN 2.229/2024). */
export const cnpjMask = maskOf(
  (text) => text.replace(/[\s./\p{Pd}\u2212]/gu, '').toUpperCase(),
  /^[0-9A-Z]{0,14}$/,
  (characters) => [...characters].map((character, index) => (separators[index] ?? '') + character).join(''),
)

/** Whether the text is a CNPJ without punctuation, of digits or with letters, with correct check digits. */
export function isCnpj(characters: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(characters) || /^0+$/.test(characters)) return false
  return characters.endsWith(cnpjCheckDigits(characters.slice(0, rootLength)))
}

/** The rule for a CNPJ without punctuation. */
export const cnpjRule: Rule = (text) => {
  if (isCnpj(text)) return undefined
  return cnpjMask.fits(text)
    ? 'Este CNPJ não existe. Confira as letras e os números.'
    : 'O CNPJ tem 14 letras e números. Apague o que sobra.'
}

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
