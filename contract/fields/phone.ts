/** Numbers of public services and operators, without an area code: 190, 10315. */
const short = /^1(?:\d\d|0\d{3})$/

export function isShortPhone(digits: string): boolean {
  return short.test(digits)
}

/**
 * Formats a complete or partial number as `(11) 3333-4444`, `(11) 93333-4444` or `0800 123 4567`. A short number
 * and any other text are unchanged.
 */
export function formatPhone(digits: string): string {
  if (!/^\d{3,11}$/.test(digits) || isShortPhone(digits)) return digits
  if (digits.startsWith('0')) return [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)].filter(Boolean).join(' ')
  const split = digits.length > 10 ? 7 : 6
  const number = digits.length > split ? `${digits.slice(2, split)}-${digits.slice(split)}` : digits.slice(2)
  return `(${digits.slice(0, 2)}) ${number}`
}

/** The `tel:` link of a number: a number without an area code cannot be reached from abroad. */
export function phoneLink(digits: string): string {
  return digits.startsWith('0') || isShortPhone(digits) ? `tel:${digits}` : `tel:+55${digits}`
}

const written = /(\(\d{2}\) \d{4,5}-\d{4}|\b0[3589]00 \d{3} \d{4}|\b190\b)/

/** Splits a text at its telephone numbers (as `formatPhone` writes them, and 190); `link` is null beside a number. */
export function phoneParts(text: string): { text: string; link: string | null }[] {
  return text.split(written).map((part) => {
    if (!written.test(part)) return { text: part, link: null }
    return { text: part, link: phoneLink(part.replace(/\D/g, '')) }
  })
}
