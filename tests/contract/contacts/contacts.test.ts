import { describe, expect, test } from 'vitest'
import { phonesToCall } from '../../../contract/contacts/contact-phones.ts'
import { contactFor, shownContacts } from '../../../contract/contacts/contacts.ts'
import { phoneAtPlace, phoneForRepair } from '../../../contract/devices/place-phones.ts'
import { contactProblems, enteredContact } from '../../../contract/fields/contact.ts'
import { formatPhone, phoneLink } from '../../../contract/fields/phone.ts'
import type { Contact } from '../../../contract/wire/answers/contacts.ts'

const contactOf = (role: Contact['role'], fields: Partial<Contact> = {}): Contact => ({
  ...{ role, label: '', name: '', phone: '1133334444', hours: '' },
  ...fields,
})
const place = { id: 'c1', name: 'Vila', wordCode: 'VILA', customersId: 'horizonte' }
const police = contactOf('police', { phone: '190' })
const firefighters = contactOf('other', { label: 'Bombeiros', phone: '193' })
const own = [contactOf('manager', { name: 'Ana' }), contactOf('manager', { name: 'Bia', phone: '1133335555' })]

describe('the contacts of a condominium (PROC-1)', () => {
  test('a contact of the customer is shown unless the condominium has its own contact of the role', () => {
    const defaults = [contactOf('manager', { name: 'Central' }), police, firefighters]
    expect(shownContacts({ own, defaults })).toEqual([...own, police, firefighters])
    const ownFire = contactOf('other', { label: 'bombeiros', phone: '1133336666' })
    expect(shownContacts({ own: [ownFire], defaults })).toEqual([ownFire, defaults[0], police])
  })

  test('the first contact of a role is found, and the label selects among the contacts of the role other', () => {
    const all = [...own, police, contactOf('other', { label: 'Dedetização' }), firefighters]
    expect(contactFor('manager', all)?.name).toBe('Ana')
    expect(contactFor('other', all, 'Bombeiros')).toBe(firefighters)
    expect(contactFor('power', all)).toBeUndefined()
  })

  test('the telephones to call are the contacts, then those of the condominium, and each number is listed once', () => {
    const condominium = { ...place, gatehousePhone: '1133335555', maintenancePhone: '08001234567', phone: '1133337777' }
    expect(phonesToCall(condominium, [...own, police]).map(({ title, name, phone }) => [title, name, phone])).toEqual([
      ['Síndico', 'Ana', '1133334444'],
      ['Síndico', 'Bia', '1133335555'],
      ['Polícia', '', '190'],
      ['Manutenção', '', '08001234567'],
      ['Condomínio', '', '1133337777'],
    ])
  })

  test('advice about a device names the contact of the maintenance, and never the police', () => {
    const phones = phonesToCall(place, [police, ...own, contactOf('maintenance', { phone: '1133338888' })])
    expect(phoneForRepair(phones)?.phone).toBe('1133338888')
    expect(phoneAtPlace(phones)?.phone).toBe('1133334444')
    expect(phoneForRepair(phonesToCall(place, [police, firefighters]))).toBeUndefined()
  })
})

describe('a typed contact (PROC-1)', () => {
  test('loses the punctuation of its telephone and the label of a named role', () => {
    const typed = contactOf('manager', { label: 'x', name: ' Ana  Lima ', phone: '+55 (11) 93333-4444' })
    expect(enteredContact(typed)).toEqual(contactOf('manager', { name: 'Ana Lima', phone: '11933334444' }))
  })

  test('has a problem if the role other has no label, and if the telephone is wrong', () => {
    expect(contactProblems(contactOf('other', { phone: '12' }))).toEqual({
      label: 'Escreva o papel, por exemplo Bombeiros.',
      phone: 'Informe um só telefone: com DDD, um 0800, ou um número curto como 190.',
    })
    expect(contactProblems(firefighters)).toEqual({})
  })

  test.each(['190', '10315'])('the short number %s is shown and dialled unchanged', (phone) => {
    expect(contactProblems(contactOf('police', { phone }))).toEqual({})
    expect(formatPhone(phone)).toBe(phone)
    expect(phoneLink(phone)).toBe(`tel:${phone}`)
  })
})
