import { isSamePassword, passwordLength } from '../../../contract/fields/password.ts'
import type { PasswordRefusal } from '../../services/profile/profile-api.ts'

/** What stands in the three fields of the form. */
export interface EnteredPasswords {
  current: string
  next: string
  repeated: string
}

export type PasswordField = keyof EnteredPasswords

/** A rule that was broken, by its code, or what the server holds against the field, in its own words. */
export type PasswordProblem =
  | { code: 'missing' | 'tooShort' | 'tooLong' | 'unchanged' | 'notRepeated' }
  | { text: string }

export type PasswordProblems = Readonly<Partial<Record<PasswordField, PasswordProblem>>>

/** What can be wrong before anybody is asked (SHELL-5). */
export const passwordRules = {
  isCurrentMissing: ({ current }: EnteredPasswords) => current === '',
  isNextTooShort: ({ next }: EnteredPasswords) => next.length < passwordLength.least,
  isNextTooLong: ({ next }: EnteredPasswords) => next.length > passwordLength.most,
  isNextUnchanged: ({ current, next }: EnteredPasswords) => isSamePassword(current, next),
  isNotRepeated: ({ next, repeated }: EnteredPasswords) => repeated !== next,
} as const

/** The first rule that each field breaks. */
export function brokenRules(entered: EnteredPasswords): PasswordProblems {
  const { isCurrentMissing, isNextTooShort, isNextTooLong, isNextUnchanged, isNotRepeated } = passwordRules
  const problems: Partial<Record<PasswordField, PasswordProblem>> = {}
  if (isCurrentMissing(entered)) problems.current = { code: 'missing' }
  if (isNextTooShort(entered)) problems.next = { code: 'tooShort' }
  else if (isNextTooLong(entered)) problems.next = { code: 'tooLong' }
  else if (isNextUnchanged(entered)) problems.next = { code: 'unchanged' }
  if (isNotRepeated(entered)) problems.repeated = { code: 'notRepeated' }
  return problems
}

/** What the server refused, field by field. */
export function refusedFields({ current, next }: PasswordRefusal): PasswordProblems {
  return {
    ...(current !== undefined && { current: { text: current } }),
    ...(next !== undefined && { next: { text: next } }),
  }
}

/** The problems that are left once somebody types in a field; what is repeated is judged by the new password. */
export function problemsAfterEdit(problems: PasswordProblems, field: PasswordField): PasswordProblems {
  const left: Partial<Record<PasswordField, PasswordProblem>> = { ...problems }
  delete left[field]
  if (field === 'next') delete left.repeated
  return left
}
