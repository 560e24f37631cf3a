import { plainCode } from './mask.ts'
import type { Rule } from './rule.ts'

/** Contract "Devices". */
export const longestWordCode = 32

/** The wire format of a typed wordCode. */
export function wordCodeOf(typed: string): string {
  return plainCode(typed).toUpperCase()
}

/** The rule for the code of a device or a condominium (contract "Devices"). */
export const wordCodeRule: Rule = (text) => {
  if (text === '') return 'Informe o código.'
  if (/^[A-Z0-9-]{3,32}$/.test(text)) return undefined
  return `Use de 3 a ${longestWordCode} letras maiúsculas sem acento, números ou hífens.`
}
