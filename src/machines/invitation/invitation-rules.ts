import { passwordLength, passwordTexts } from '../../../contract/fields/password.ts'
import { emailRule, personNameRule } from '../../../contract/fields/person.ts'
import type { Invitation } from '../../../contract/wire/answers/people.ts'
import type { AcceptBody } from '../../../contract/wire/requests/people.ts'

/** The entered values; an invited person enters only a password. */
export interface EnteredInvitation {
  name: string
  customerName: string
  email: string
  password: string
}

export type InvitationField = keyof EnteredInvitation

export type InvitationProblems = Readonly<Partial<Record<InvitationField, string>>>

type Kind = Invitation['kind']

/** The fields for a kind of link, in their order. */
export function invitationFields(kind: Kind): readonly InvitationField[] {
  return kind === 'first-administrator' ? ['name', 'customerName', 'email', 'password'] : ['password']
}

const rules: Readonly<Record<InvitationField, (text: string) => string | undefined>> = {
  name: (text) => personNameRule(text.trim()),
  customerName: (text) => personNameRule(text.trim()),
  email: (text) => emailRule(text.trim()),
  password: (text) => {
    if (text.length < passwordLength.least) return passwordTexts.tooShort
    return text.length > passwordLength.most ? passwordTexts.tooLong : undefined
  },
}

/** The broken rule of each field; only the server checks for common passwords. */
export function invitationProblems(kind: Kind, entered: EnteredInvitation): InvitationProblems {
  return Object.fromEntries(
    invitationFields(kind).flatMap((field) => {
      const text = rules[field](entered[field])
      return text === undefined ? [] : [[field, text]]
    }),
  )
}

export function acceptBodyOf(kind: Kind, token: string, entered: EnteredInvitation): AcceptBody {
  const { name, customerName, email, password } = entered
  if (kind !== 'first-administrator') return { token, password }
  return { token, password, name: name.trim(), customerName: customerName.trim(), email: email.trim() }
}
