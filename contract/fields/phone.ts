import { maskOf } from './mask.ts'
import type { Rule } from './rule.ts'

/** An area code has no zero, and nine digits after it begin with 9; 0300, 0500, 0800 and 0900 have no area code. */
const whole = /^(?:[1-9]{2}9?\d{8}|0[3589]00\d{7})$/

/** The mask `(11) 3333-4444`, `(11) 93333-4444` or `0800 123 4567`. A `+` is the beginning of the country code. */
export const phoneMask = maskOf(
  (text) => withoutCountry(text.replace(/^\s*tel:/i, '')).replace(punctuation, ''),
  /^(?:\d{0,11}|\+5?)$/,
  (digits) => {
    if (digits.startsWith('0'))
      return [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)].filter(Boolean).join(' ')
    if (digits.length <= 2) return digits
    const split = digits.length > 10 ? 7 : 6
    const number = digits.length > split ? `${digits.slice(2, split)}-${digits.slice(split)}` : digits.slice(2)
    return `(${digits.slice(0, 2)}) ${number}`
  },
)

const punctuation = /[\s().\p{Pd}\u2212]/gu

/** The `tel:` link of a number: a number without an area code cannot be reached from abroad. */
export function phoneLink(digits: string): string {
  return digits.startsWith('0') ? `tel:${digits}` : `tel:+55${digits}`
}

const written = /(\(\d{2}\) \d{4,5}-\d{4}|\b0[3589]00 \d{3} \d{4}|\b190\b)/

/** Splits a text at its telephone numbers (as the mask writes them, and 190); `link` is null beside a number. */
export function phoneParts(text: string): { text: string; link: string | null }[] {
  return text.split(written).map((part) => {
    if (!written.test(part)) return { text: part, link: null }
    return { text: part, link: part === '190' ? 'tel:190' : phoneLink(phoneMask.keep(part)) }
  })
}

/** The rule for a number without punctuation. */
export const phoneRule: Rule = (text) => {
  if (whole.test(text)) return undefined
  return /^(?:\+5?|\d{0,10}|0\d*|\d{12,})$/.test(text)
    ? 'Informe o telefone com DDD, 10 ou 11 números, ou um 0800.'
    : 'Informe um só telefone, com DDD e sem ramal: 10 ou 11 números, ou um 0800.'
}

/**
 * Removes `+55`, and a 55 before a whole number. In '(55) 3222-3333 44' the 55 is an area code (Santa Maria), because
 * local numbers begin with 2 to 5 or 9.
 */
function withoutCountry(text: string): string {
  const international = text.replace(/^\s*(?:\+|00)\s*55/, '')
  if (international !== text) return international
  const digits = text.replace(punctuation, '')
  const isAreaCode = /^\s*\(55\)/.test(text) && /^55[2-59]/.test(digits)
  return /^55\d{10,11}$/.test(digits) && whole.test(digits.slice(2)) && !isAreaCode ? digits.slice(2) : text
}
