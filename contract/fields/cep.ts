import { maskOf } from './mask.ts'
import type { Rule } from './rule.ts'

/** The mask `00000-000`. */
export const cepMask = maskOf(
  (text) => text.replace(/[\s.\p{Pd}\u2212]/gu, ''),
  /^\d{0,8}$/,
  (digits) => (digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits),
)

/** Whether all digits are present. Only the look-up knows whether the CEP exists. */
export function isWholeCep(digits: string): boolean {
  return /^\d{8}$/.test(digits)
}

/** The rule for a CEP without punctuation. */
export const cepRule: Rule = (text) => (isWholeCep(text) ? undefined : 'Informe os 8 números do CEP.')
