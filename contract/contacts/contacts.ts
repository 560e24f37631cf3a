import { formatPhone } from '../fields/phone.ts'
import type { Contact, ContactLists, ContactRole } from '../wire/answers/contacts.ts'

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
  return [...own, ...defaults.filter(({ role, label }) => contactFor(role, own, label) === undefined)]
}

/** Returns the first contact of the role; `label` chooses among the contacts of the role `other`. */
export function contactFor(role: ContactRole, contacts: readonly Contact[], label = ''): Contact | undefined {
  return contacts.find((contact) => contact.role === role && (label === '' || isSame(contact.label, label)))
}

function isSame(one: string, other: string): boolean {
  return one.toLocaleLowerCase('pt-BR') === other.toLocaleLowerCase('pt-BR')
}
