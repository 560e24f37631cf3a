import type { Rule } from './rule.ts'

/** With the area code. */
const mostDigits = 11

/** The digits of a typed Brazilian telephone number with the area code, at most eleven; `+55` is removed. */
export function phoneDigits(text: string): string {
  return withoutCountry(text).replace(/\D/g, '').slice(0, mostDigits)
}

/** Formats a telephone number, complete or not, as `(11) 3333-4444`, `(11) 93333-4444` or `0800 123 4567`. */
export function formatPhone(digits: string): string {
  if (digits.startsWith('0')) return [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)].filter(Boolean).join(' ')
  if (digits.length <= 2) return digits
  const split = digits.length > 10 ? 7 : 6
  const number = digits.length > split ? `${digits.slice(2, split)}-${digits.slice(split)}` : digits.slice(2)
  return `(${digits.slice(0, 2)}) ${number}`
}

/** Removes the punctuation and `+55` of a telephone number. */
export function plainPhone(text: string): string {
  return withoutCountry(text).replace(/[\s().-]/g, '')
}

/** The `tel:` link of a number: a number without an area code cannot be reached from abroad. */
export function phoneLink(digits: string): string {
  return digits.startsWith('0') ? `tel:${digits}` : `tel:+55${digits}`
}

const written = /(\(\d{2}\) \d{4,5}-\d{4}|\b0[3589]00 \d{3} \d{4}|\b190\b)/

/** Splits a text at its telephone numbers (as `formatPhone` writes them, and 190); `link` is null beside a number. */
export function phoneParts(text: string): { text: string; link: string | null }[] {
  return text.split(written).map((part) => {
    if (!written.test(part)) return { text: part, link: null }
    return { text: part, link: part === '190' ? 'tel:190' : phoneLink(phoneDigits(part)) }
  })
}

/** Numbers without punctuation. An area code has no zero; 0300, 0500, 0800 and 0900 have no area code. */
export const phoneRule: Rule = (text) =>
  /^(?:[1-9]{2}\d{8,9}|0[3589]00\d{7})$/.test(text)
    ? undefined
    : 'Informe o telefone com DDD, 10 ou 11 números, ou um 0800.'

function withoutCountry(text: string): string {
  return text.replace(/^\s*\+\s*55/, '')
}
