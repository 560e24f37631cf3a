import * as v from 'valibot'
import { passwordLength, passwordTexts } from './password.ts'
import { lineRule, plainLine, type Rule } from './rule.ts'

/** Most condominiums that are assigned one by one; a person with more needs `seesAll`. */
export const mostAssigned = 1000

export const personNameRule = lineRule({ least: 2, most: 80 })

/** The rule for an e-mail address: one @, a local part, and a domain. */
export function emailRule(text: string): string | undefined {
  if (text === '') return 'Preencha este campo.'
  if (text.length > 254) return 'Use no máximo 254 caracteres.'
  // Without the flag `u`, which would make `i` accept ſ for s.
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i.test(text)
    ? undefined
    : 'Informe um e-mail completo, como nome@empresa.com.br.'
}

/** A schema check that applies the rule; the rule's text is the message. */
export function keeps(rule: Rule) {
  return v.check<string, (issue: v.CheckIssue<string>) => string>(
    (text) => rule(text) === undefined,
    ({ input }) => rule(input) ?? '',
  )
}

export const personName = v.pipe(
  v.string(),
  v.description('2 to 80 characters'),
  v.transform(plainLine),
  keeps(personNameRule),
)

/** Stored in lower case. */
export const personEmail = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  keeps(emailRule),
  v.description('an e-mail of at most 254 characters'),
)

/** A new password; only the server checks whether it is a common password (OPS-4). */
export const newPassword = v.pipe(
  v.string(),
  v.check((text) => text.length >= passwordLength.least, passwordTexts.tooShort),
  v.check((text) => text.length <= passwordLength.most, passwordTexts.tooLong),
)
