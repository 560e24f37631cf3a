import type { Contact } from '../../contract/wire/answers/contacts.ts'
import type { Queryable } from '../database/database.ts'

const names = ['Marta Siqueira', 'Paulo Rezende', 'Célia Duarte', 'Jonas Teixeira', 'Rita Camargo', 'Davi Moreira']

const contactOf = (role: Contact['role'], fields: Partial<Contact> & { phone: string }): Contact => ({
  ...{ role, label: '', name: '', hours: '' },
  ...fields,
})

/** Contacts of the customer for all condominiums. */
const ofAll = [
  contactOf('police', { phone: '190', hours: '24 horas' }),
  contactOf('other', { label: 'Bombeiros', phone: '193', hours: '24 horas' }),
  contactOf('power', { name: 'Companhia de energia', phone: '08007270120', hours: '24 horas' }),
]

/** Creates the contacts of the customer, and those of each condominium by its number (PROC-1). */
export async function seedContacts(
  database: Queryable,
  customersId: string,
  condominiums: readonly { id: string; number: number }[],
): Promise<void> {
  await plantList(database, customersId, null, ofAll)
  for (const { id, number } of condominiums) await plantList(database, customersId, id, contactsOf(number))
}

function contactsOf(number: number): Contact[] {
  const nameOf = (offset: number) => names[(number + offset) % names.length] ?? ''
  const manager = contactOf('manager', { name: nameOf(0), phone: `1199${String(8_200_300 + number * 1_013)}` })
  const caretaker = contactOf('caretaker', {
    name: nameOf(3),
    phone: `1197${String(6_400_100 + number * 1_021)}`,
    hours: 'dias úteis, 7h às 17h',
  })
  return number % 3 === 0 ? [manager] : [caretaker, manager]
}

function plantList(
  database: Queryable,
  customersId: string,
  condominiumId: string | null,
  contacts: readonly Contact[],
): Promise<number> {
  return database.execute(
    'insert into contact_lists (customers_id, condominium_id, contacts, version) values ($1, $2, $3, 1)',
    [customersId, condominiumId, JSON.stringify(contacts)],
  )
}
