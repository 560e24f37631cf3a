import type { Rule } from './rule.ts'

const cepLength = 8

/** The digits of a typed CEP, at most eight. */
export function cepDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, cepLength)
}

/** Formats the digits of a CEP, complete or not, with the mask `00000-000`. */
export function formatCep(digits: string): string {
  return digits.length > 5 ? `${digits.slice(0, 5)}-${digits.slice(5)}` : digits
}

/** Whether all digits are present. Only the look-up knows whether the CEP exists. */
export function isWholeCep(digits: string): boolean {
  return digits.length === cepLength && /^\d+$/.test(digits)
}

export function plainCep(text: string): string {
  return text.replace(/[\s.-]/g, '')
}

/** The rule for a CEP without punctuation. */
export const cepRule: Rule = (text) => (isWholeCep(text) ? undefined : 'Informe os 8 números do CEP.')
