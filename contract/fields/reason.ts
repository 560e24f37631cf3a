import { lineRule, optional, type Rule } from './rule.ts'

/** Greatest length of the reason for a command to a device. */
export const longestReason = 200

/** Normalizes a typed reason: one line, trimmed. */
export function reasonOf(typed: string): string {
  return typed.trim().replace(/\s+/g, ' ')
}

const line = lineRule({ most: longestReason, missing: 'Escreva o motivo: ele fica na auditoria.' })

/** The rule for a reason (LIVE-11): signs alone and characters that no keyboard has are unreadable for auditors. */
export const reasonRule: Rule = (reason) => {
  const isInWords = reason === '' || (/[\p{L}\p{N}]/u.test(reason) && reason.isWellFormed())
  return isInWords ? line(reason) : 'Escreva o motivo em palavras.'
}

export const optionalReasonRule = optional(reasonRule)
