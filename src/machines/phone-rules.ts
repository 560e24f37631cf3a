/** What of a typed text belongs to a Brazilian telephone number: its digits with the area code, at most eleven. */
export function phoneDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, 11)
}

/** Digits of a telephone number, also of one that is being typed, as `(11) 3333-4444` or `(11) 93333-4444`. */
export function formatPhone(digits: string): string {
  if (digits.length <= 2) return digits
  const split = digits.length > 10 ? 7 : 6
  const number = digits.length > split ? `${digits.slice(2, split)}-${digits.slice(split)}` : digits.slice(2)
  return `(${digits.slice(0, 2)}) ${number}`
}

/** Whether area code and number are whole. */
export function isWholePhone(digits: string): boolean {
  return /^[1-9]{2}\d{8,9}$/.test(digits)
}
