import type { Rule } from './rule.ts'

/** Digits with the area code. */
const mostDigits = 11

/** What of a typed text belongs to a Brazilian telephone number: its digits with the area code, at most eleven; `+55` does not. */
export function phoneDigits(text: string): string {
  return withoutCountry(text).replace(/\D/g, '').slice(0, mostDigits)
}

/** Digits of a telephone number, also of one that is being typed, as `(11) 3333-4444` or `(11) 93333-4444`. */
export function formatPhone(digits: string): string {
  if (digits.length <= 2) return digits
  const split = digits.length > 10 ? 7 : 6
  const number = digits.length > split ? `${digits.slice(2, split)}-${digits.slice(split)}` : digits.slice(2)
  return `(${digits.slice(0, 2)}) ${number}`
}

/** A telephone number as it may be written, without its punctuation and `+55`. */
export function plainPhone(text: string): string {
  return withoutCountry(text).replace(/[\s().-]/g, '')
}

/** The rule of a telephone number without punctuation; no Brazilian area code has a zero. */
export const phoneRule: Rule = (text) =>
  /^[1-9]{2}\d{8,9}$/.test(text) ? undefined : 'Informe o telefone com DDD, 10 ou 11 números.'

function withoutCountry(text: string): string {
  return text.replace(/^\s*\+\s*55/, '')
}
