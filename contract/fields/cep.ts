import type { Rule } from './rule.ts'

/** Digits of a CEP. */
const cepLength = 8

/** What of a typed text belongs to a CEP: its digits, at most eight. */
export function cepDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, cepLength)
}

/** Digits of a CEP, also of one that is being typed, under the mask `00000-000`. */
export function formatCep(digits: string): string {
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits
}

/** Whether all digits are there; whether such a CEP exists, only the look-up knows. */
export function isWholeCep(digits: string): boolean {
  return digits.length === cepLength && /^\d+$/.test(digits)
}

/** A CEP as it may be written, without its punctuation. */
export function plainCep(text: string): string {
  return text.replace(/[\s.-]/g, '')
}

/** The rule of a CEP without punctuation. */
export const cepRule: Rule = (text) => (isWholeCep(text) ? undefined : 'Informe os 8 números do CEP.')
