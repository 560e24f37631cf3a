import { maskOf } from './mask.ts'
import { formatPhone } from './phone.ts'
import type { Rule } from './rule.ts'

/**
 * An area code has no zero, and nine digits after an area code begin with 9. 0300, 0500, 0800 and 0900 have no area
 * code.
 */
const whole = /^(?:[1-9]{2}9?\d{8}|0[3589]00\d{7})$/

/** The mask `(11) 3333-4444`, `(11) 93333-4444` or `0800 123 4567`. A typed `+` begins the country code. */
export const phoneMask = maskOf(
  (text) => withoutCountry(text.replace(/^\s*tel:/i, '')).replace(punctuation, ''),
  /^(?:\d{0,11}|\+5?)$/,
  formatPhone,
)

const punctuation = /[\s().\p{Pd}\u2212]/gu

/** The rule for a telephone number without punctuation. */
export const phoneRule: Rule = (text) => {
  if (whole.test(text)) return undefined
  return /^(?:\+5?|\d{0,10}|0\d*|\d{12,})$/.test(text)
    ? 'Informe o telefone com DDD, 10 ou 11 números, ou um 0800.'
    : 'Informe um só telefone, com DDD e sem ramal: 10 ou 11 números, ou um 0800.'
}

/**
 * Removes `+55`, or a 55 before a complete number. In '(55) 3222-3333 44' the 55 is an area code (Santa Maria), because
 * local numbers begin with 2 to 5 or 9.
 */
function withoutCountry(text: string): string {
  const international = text.replace(/^\s*(?:\+|00)\s*55/, '')
  if (international !== text) return international
  const digits = text.replace(punctuation, '')
  const isAreaCode = /^\s*\(55\)/.test(text) && /^55[2-59]/.test(digits)
  return /^55\d{10,11}$/.test(digits) && whole.test(digits.slice(2)) && !isAreaCode ? digits.slice(2) : text
}
