import { formatPhone } from '../fields/phone.ts'
import { searchable } from '../texts/searchable.ts'
import type { Contact, ContactLists, ContactRole } from '../wire/answers/contacts.ts'
import type { ProcedureStep } from '../wire/answers/procedures.ts'

/** Words for each role (pt-BR). */
export const contactRoleWords: Readonly<Record<ContactRole, string>> = {
  manager: 'Síndico',
  caretaker: 'Zelador',
  maintenance: 'Manutenção',
  power: 'Energia',
  internet: 'Internet',
  police: 'Polícia',
  other: 'Outro',
}

/** Returns the word for the role, or the label of the role `other`. */
export function contactTitle({ role, label }: Pick<Contact, 'role' | 'label'>): string {
  return role === 'other' ? label : contactRoleWords[role]
}

/** Describes a contact in one line: 'Síndico: Ana Lima, (11) 93333-4444, 8h às 18h'. */
export function contactText(contact: Contact): string {
  const { name, phone, hours } = contact
  return `${contactTitle(contact)}: ${[name, formatPhone(phone), hours].filter((text) => text !== '').join(', ')}`
}

/**
 * Lists the contacts that a condominium shows: its own contacts, then the customer's contacts for the roles without an
 * own contact (PROC-1).
 */
export function shownContacts({ own, defaults }: ContactLists): Contact[] {
  const keyOf = ({ role, label }: Contact) => `${role} ${searchable(label)}`
  const known = new Set(own.map(keyOf))
  return [...own, ...defaults.filter((contact) => !known.has(keyOf(contact)))]
}

/**
 * Returns the first contact of the role of a step. Of the contacts of the role `other`, only one that the text of the step
 * names is meant: 'Chamar os bombeiros'.
 */
export function contactForStep(
  { role, text }: Pick<ProcedureStep, 'role' | 'text'>,
  contacts: readonly Contact[],
): Contact | undefined {
  const named = new Set(wordsOf(text))
  return contacts.find(
    (contact) => contact.role === role && (role !== 'other' || wordsOf(contact.label).every((word) => named.has(word))),
  )
}

function wordsOf(text: string): string[] {
  return searchable(text).split(/[^\p{L}\p{N}]+/u)
}
