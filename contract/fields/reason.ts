import { lineRule, optional, plainLine, type Rule } from './rule.ts'

/** Characters of the reason for what somebody does with a device. */
export const longestReason = 200

/** A typed reason as it is kept: one line, without the room around it. */
export function reasonOf(typed: string): string {
  return plainLine(typed.replace(/\s+/g, ' '))
}

const line = lineRule({ most: longestReason, missing: 'Escreva o motivo: ele fica na auditoria.' })

/** The rule of a reason (LIVE-11): auditors can't read signs alone, nor what no keyboard shows. */
export const reasonRule: Rule = (reason) =>
  line(reason) ?? (/[\p{L}\p{N}]/u.test(reason) ? undefined : 'Escreva o motivo em palavras.')

/** The rule where a reason may be left out. */
export const optionalReasonRule = optional(reasonRule)
