import { cnpjCheckDigits } from '../../contract/fields/cnpj.ts'

/** Makes a CNPJ with valid check digits: eight digits of root, branch 0001. */
export function cnpjOf(root: number): string {
  const body = `${String(root).padStart(8, '0')}0001`
  return `${body}${cnpjCheckDigits(body)}`
}
