import { describe, expect, test } from 'vitest'
import { phonesToCall } from '../../../contract/contacts/contact-phones.ts'
import { contactForStep, shownContacts } from '../../../contract/contacts/contacts.ts'
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

  test('a step calls the first contact of its role', () => {
    const all = [...own, police, firefighters]
    expect(contactForStep({ role: 'manager', text: 'Avisar o síndico' }, all)?.name).toBe('Ana')
    expect(contactForStep({ role: 'power', text: 'Ligar para a companhia' }, all)).toBeUndefined()
  })

  test.each([
    ['Chamar os bombeiros, se houver fogo.', 'Bombeiros'],
    ['AVISAR A SUPERVISAO', 'Supervisão'],
    ['Pedir à empresa do portão social que venha', 'Portão social'],
    ['Avisar quem pode manter o portão', undefined],
  ])('a step with the role other calls only the contact that its text names: %s', (text, label) => {
    const others = ['TI', 'Bombeiros', 'Supervisão', 'Portão social'].map((each) => contactOf('other', { label: each }))
    expect(contactForStep({ role: 'other', text }, [...own, ...others])?.label).toBe(label)
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
