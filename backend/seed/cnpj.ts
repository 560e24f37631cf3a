const firstWeights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const secondWeights = [6, ...firstWeights]

/** A CNPJ (14 digits) with valid check digits: eight digits of root, branch 0001. */
export function cnpjOf(root: number): string {
  const body = `${String(root).padStart(8, '0')}0001`
  const first = checkDigit(body, firstWeights)
  return `${body}${first}${checkDigit(`${body}${first}`, secondWeights)}`
}

function checkDigit(digits: string, weights: number[]): number {
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return sum % 11 < 2 ? 0 : 11 - (sum % 11)
}
