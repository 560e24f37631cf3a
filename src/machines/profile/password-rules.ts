import { isSamePassword, passwordLength } from '../../../contract/fields/password.ts'
import type { PasswordRefusal } from '../../services/profile/profile-api.ts'

/** The entered values of the three fields of the form. */
export interface EnteredPasswords {
  current: string
  next: string
  repeated: string
}

export type PasswordField = keyof EnteredPasswords

/** A broken rule by its code, or the server's own text about the field. */
export type PasswordProblem =
  | { code: 'missing' | 'tooShort' | 'tooLong' | 'unchanged' | 'notRepeated' }
  | { text: string }

export type PasswordProblems = Readonly<Partial<Record<PasswordField, PasswordProblem>>>

/** Rules that are checked before the server is called (SHELL-5). */
export const passwordRules = {
  isCurrentMissing: ({ current }: EnteredPasswords) => current === '',
  isNextTooShort: ({ next }: EnteredPasswords) => next.length < passwordLength.least,
  isNextTooLong: ({ next }: EnteredPasswords) => next.length > passwordLength.most,
  isNextUnchanged: ({ current, next }: EnteredPasswords) => isSamePassword(current, next),
  isNotRepeated: ({ next, repeated }: EnteredPasswords) => repeated !== next,
} as const

/** The first broken rule of each field. */
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

/** The fields that the server refused. */
export function refusedFields({ current, next }: PasswordRefusal): PasswordProblems {
  return {
    ...(current !== undefined && { current: { text: current } }),
    ...(next !== undefined && { next: { text: next } }),
  }
}

/** The problems that remain after an edit of a field; an edit of `next` also clears the problem of `repeated`. */
export function problemsAfterEdit(problems: PasswordProblems, field: PasswordField): PasswordProblems {
  const left: Partial<Record<PasswordField, PasswordProblem>> = { ...problems }
  delete left[field]
  if (field === 'next') delete left.repeated
  return left
}
