import { type Contact, type ContactRole, contactRoles } from '../wire/answers/contacts.ts'
import { isShortPhone } from './phone.ts'
import { phoneMask, phoneRule } from './phone-mask.ts'
import { lineRule, optional, plainLine, type Rule } from './rule.ts'

/** Largest number of contacts in a list. */
export const mostContacts = 30
export const longestContactText = 80
export const longestContactLabel = 40

const line = optional(lineRule({ most: longestContactText }))

/** The rule for the telephone of a contact. A short number such as 190 is valid, too. */
export const contactPhoneRule: Rule = (phone) => {
  if (isShortPhone(phone)) return undefined
  return phoneRule(phone) && 'Informe um só telefone: com DDD, um 0800, ou um número curto como 190.'
}

/** The rules for the texts of a contact; only the role `other` has a label. */
export const contactRules = {
  label: lineRule({ most: longestContactLabel, missing: 'Escreva o papel, por exemplo Bombeiros.' }),
  name: line,
  phone: contactPhoneRule,
  hours: line,
} as const satisfies Partial<Record<keyof Contact, Rule>>

export type ContactText = keyof typeof contactRules

export type ContactProblems = Readonly<Partial<Record<ContactText, string>>>

export function isContactRole(text: string): text is ContactRole {
  return contactRoles.some((role) => role === text)
}

/** Returns the contact as stored: the typed texts in their plain form. */
export function enteredContact({ role, label, name, phone, hours }: Contact): Contact {
  return {
    role,
    label: role === 'other' ? plainLine(label) : '',
    name: plainLine(name),
    phone: phoneMask.keep(phone.trim()),
    hours: plainLine(hours),
  }
}

/** Returns the problem of each text of a contact. */
export function contactProblems(contact: Contact): ContactProblems {
  const texts: readonly ContactText[] =
    contact.role === 'other' ? ['label', 'name', 'phone', 'hours'] : ['name', 'phone', 'hours']
  return Object.fromEntries(
    texts.flatMap((text) => {
      const problem = contactRules[text](contact[text])
      return problem === undefined ? [] : [[text, problem]]
    }),
  )
}
