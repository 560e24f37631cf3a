import { type PlacePhone, phonesOf } from '../devices/place-phones.ts'
import type { Condominium } from '../wire/answers/condominiums.ts'
import type { Contact, ContactRole } from '../wire/answers/contacts.ts'
import { contactTitle } from './contacts.ts'

/** A telephone in the list of a condominium. `name` and `hours` are '' for a telephone of the condominium itself. */
export interface ListedPhone extends PlacePhone {
  title: string
  name: string
  hours: string
}

const whoseOfRole: Readonly<Partial<Record<ContactRole, PlacePhone['whose']>>> = {
  manager: 'síndico',
  caretaker: 'zelador',
  maintenance: 'manutenção',
}

const titles: Readonly<Partial<Record<PlacePhone['whose'], string>>> = {
  portaria: 'Portaria',
  manutenção: 'Manutenção',
  condomínio: 'Condomínio',
}

/** Lists the telephones to call about a condominium, each number once: its contacts, then its own telephones (PROC-1). */
export function phonesToCall(condominium: Condominium, contacts: readonly Contact[]): ListedPhone[] {
  const ofContacts = contacts.map((contact) => ({
    whose: whoseOfRole[contact.role] ?? ('outro' as const),
    title: contactTitle(contact),
    name: contact.name,
    hours: contact.hours,
    phone: contact.phone,
  }))
  const own = phonesOf(condominium).map((phone) => ({
    ...phone,
    title: titles[phone.whose] ?? '',
    name: '',
    hours: '',
  }))
  const seen = new Set<string>()
  return [...ofContacts, ...own].filter(({ phone }) => !seen.has(phone) && seen.add(phone))
}
