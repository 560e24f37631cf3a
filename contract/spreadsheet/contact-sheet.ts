import { contactRoleWords, contactTitle } from '../contacts/contacts.ts'
import { contactProblems, enteredContact, mostContacts } from '../fields/contact.ts'
import { type Contact, contactRoles } from '../wire/answers/contacts.ts'
import { SpreadsheetProblem } from './spreadsheet-problem.ts'
import { type NamedRows, numberOf, plain, titledRows } from './titled-rows.ts'

/** Column titles of a spreadsheet of contacts (PROC-1), in their order. */
export const contactTitles = ['Papel', 'Nome', 'Telefone', 'Horário'] as const

/** A contact of a row; `problems` are sentences for a person. */
export interface ContactRow {
  row: number
  contact: Contact
  problems: readonly string[]
}

/** Returns the cells of a contact, in the order of the titles. */
export function contactCells(contact: Contact): string[] {
  return [contactTitle(contact), contact.name, contact.phone, contact.hours]
}

/** Parses the rows below the header. Throws a `SpreadsheetProblem` for a wrong header, without rows, or with too many. */
export function contactRowsOf(sheet: NamedRows): ContactRow[] {
  const rows = titledRows(sheet, contactTitles)
  if (rows.length > mostContacts) throw new SpreadsheetProblem(`Use no máximo ${mostContacts} contatos.`)
  return rows.map(({ row, cells }) => {
    const [title, ...texts] = cells
    const [person = '', phone = '', hours = ''] = texts.map(numberOf)
    const contact = enteredContact({ ...roleOf(title?.text ?? ''), name: person, phone, hours })
    const problems = cells.flatMap(({ problem }) => problem ?? [])
    return { row, contact, problems: [...problems, ...Object.values(contactProblems(contact))] }
  })
}

/** Returns the role of a title. A title that names no role is the label of the role `other`. */
function roleOf(title: string): Pick<Contact, 'role' | 'label'> {
  const role = contactRoles.find((each) => each !== 'other' && plain(contactRoleWords[each]) === plain(title))
  return role === undefined ? { role: 'other', label: title } : { role, label: '' }
}

/** Compares a contact of a spreadsheet with the list that the spreadsheet replaces. */
export function contactMark(contact: Contact, own: readonly Contact[]): 'new' | 'changed' | 'same' {
  const alike = own.filter(
    (each) =>
      contactTitle(each) === contactTitle(contact) && (each.name === contact.name || each.phone === contact.phone),
  )
  if (alike.length === 0) return 'new'
  return alike.some(
    ({ name, phone, hours }) => name === contact.name && phone === contact.phone && hours === contact.hours,
  )
    ? 'same'
    : 'changed'
}
