import * as v from 'valibot'
import { passwordLength, passwordTexts } from './password.ts'
import { lineRule, plainLine, type Rule } from './rule.ts'

/** At most this many condominiums are assigned one by one; whoever sees more sees all. */
export const mostAssigned = 1000

/** A person's or an organisation's name. */
export const personNameRule = lineRule({ least: 2, most: 80 })

/** An e-mail as it is signed in with: one @, something before it, a domain after it. */
export function emailRule(text: string): string | undefined {
  if (text === '') return 'Preencha este campo.'
  if (text.length > 254) return 'Use no máximo 254 caracteres.'
  // Without the flag `u`, by which `i` lets ſ pass for s.
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i.test(text)
    ? undefined
    : 'Informe um e-mail completo, como nome@empresa.com.br.'
}

/** The check of a schema that a text keeps the rule; its message is what the rule says. */
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

/** Kept in lower case. */
export const personEmail = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  keeps(emailRule),
  v.description('an e-mail of at most 254 characters'),
)

/** A password that somebody chooses; whether it is a common one is the server's to say (OPS-4). */
export const newPassword = v.pipe(
  v.string(),
  v.check((text) => text.length >= passwordLength.least, passwordTexts.tooShort),
  v.check((text) => text.length <= passwordLength.most, passwordTexts.tooLong),
)
