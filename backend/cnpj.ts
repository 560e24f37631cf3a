const firstWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const secondWeights = [6, ...firstWeights]
const zeroCode = '0'.charCodeAt(0)

/** A CNPJ (14 digits) with valid check digits: eight digits of root, branch 0001. */
export function cnpjOf(root: number): string {
  return withCheckDigits(`${String(root).padStart(8, '0')}0001`)
}

/**
 * True for 14 plain characters with right check digits: all digits, or the alphanumeric form that the Receita Federal
 * gives out since July 2026 (IN RFB 2.229/2024). One character repeated is nobody's number, although its sums are right.
 */
export function isCnpj(text: string): boolean {
  return /^[0-9A-Z]{12}\d{2}$/.test(text) && !/^(.)\1*$/.test(text) && withCheckDigits(text.slice(0, 12)) === text
}

function withCheckDigits(body: string): string {
  const first = checkDigit(body, firstWeights)
  return `${body}${first}${checkDigit(`${body}${first}`, secondWeights)}`
}

function checkDigit(body: string, weights: number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * (body.charCodeAt(index) - zeroCode), 0)
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}
