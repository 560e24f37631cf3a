import fc from 'fast-check'
import { expect, test } from 'vitest'
import { phoneLink, phoneParts } from '../../../contract/fields/phone.ts'
import { phoneMask, phoneRule } from '../../../contract/fields/phone-mask.ts'

fc.configureGlobal({ seed: 20260302 })

const digit = fc.constantFrom(...'0123456789')

test('a telephone number has a mask, and is complete with 10 or 11 digits', () => {
  expect(phoneMask.show('1133334444')).toBe('(11) 3333-4444')
  expect(phoneMask.show('11933334444')).toBe('(11) 93333-4444')
  expect(phoneMask.show('08001234567')).toBe('0800 123 4567')
  fc.assert(
    fc.property(fc.string({ unit: digit, maxLength: 11 }), (kept) => {
      expect(phoneMask.keep(phoneMask.show(kept))).toBe(kept)
      if (phoneRule(kept) === undefined) expect(kept.length).toBeGreaterThan(9)
    }),
  )
})

test.each(['1133334444', '11933334444', '5599334444', '08001234567', '03001234567'])('%s is valid', (digits) => {
  expect(phoneRule(digits)).toBeUndefined()
})

test.each(['113333444', '0133334444', '1033334444', '0800123456', '08101234567', '119333344445'])(
  '%s is invalid',
  (digits) => {
    expect(phoneRule(digits)).toBe('Informe o telefone com DDD, 10 ou 11 números, ou um 0800.')
  },
)

test('a number without an area code is dialled unchanged', () => {
  expect(phoneLink('08001234567')).toBe('tel:08001234567')
  expect(phoneLink('1133334444')).toBe('tel:+551133334444')
})

test('a pasted number loses its country code, `tel:` and invisible characters in any format', () => {
  for (const pasted of [
    '+55 (11) 93333-4444',
    '+5511933334444',
    ' +55 11 93333 4444',
    '11.93333.4444',
    '5511933334444',
    '55 11 93333-4444',
    '0055 11 93333-4444',
    'tel:+55-11-93333-4444',
    'TEL:11933334444',
    '\u202A+55 11 93333-4444\u202C',
    '\uFEFF11\u200B933334444\u00AD',
    '11\u00A093333\u20114444',
    '（１１）９３３３３－４４４４',
    '(55) 11933-334444',
  ])
    expect(phoneMask.keep(pasted), pasted).toBe('11933334444')
  expect(phoneMask.keep('551133334444')).toBe('1133334444')
  expect(phoneMask.keep('+55 0800 123 4567')).toBe('08001234567')
})

test('the area code 55 is not removed as a country code', () => {
  for (const typed of ['55 99333-4444', '(55) 99333-4444', '+55 55 99333-4444', '5555993334444'])
    expect(phoneMask.keep(typed), typed).toBe('55993334444')
  for (const typed of ['(55) 99333-44445', '(55) 3222-3333 44']) expect(phoneMask.keep(typed), typed).toBe(typed)
})

test.each([
  '(11) 93333-44445',
  '(11) 3333-4444 ramal 12',
  '(11) 3333-4444 r. 5',
  '(11) 3333-4444 / 3333-5555',
  '11 3333-4444 11 3333-5555',
  '(11) 3333-4444,5',
  '+1 212 555 1234',
  '119333344445555',
  'recado com o porteiro',
])('a telephone field keeps %j as typed, and the message of the rule explains what to do', (typed) => {
  expect(phoneMask.keep(typed)).toBe(typed)
  expect(phoneMask.show(typed)).toBe(typed)
  expect(phoneRule(typed)).toMatch(/^Informe (um só telefone, com DDD e sem ramal|o telefone com DDD)/)
})

test('a digit of an extension does not make a landline number a valid mobile number', () => {
  expect(phoneRule(phoneMask.keep('(11) 3333-4444 5'))).toBe(
    'Informe um só telefone, com DDD e sem ramal: 10 ou 11 números, ou um 0800.',
  )
})

test('a number that is typed character by character loses its country code', () => {
  for (const typed of ['+5511933334444', '5511933334444', '551133334444', 'tel:+5511933334444']) {
    let shown = ''
    for (const character of typed) shown = phoneMask.show(phoneMask.keep(`${shown}${character}`))
    expect(shown, typed).toBe(typed.includes('9') ? '(11) 93333-4444' : '(11) 3333-4444')
  }
})

test('each telephone number in a text is a part with a link that calls it', () => {
  const text = 'Ligue para a portaria, (13) 3333-5555, ou 0800 123 4567. Com risco, ligue 190. Código 11903.'
  expect(
    phoneParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
  expect(phoneParts(text).filter(({ link }) => link !== null)).toEqual([
    { text: '(13) 3333-5555', link: 'tel:+551333335555' },
    { text: '0800 123 4567', link: 'tel:08001234567' },
    { text: '190', link: 'tel:190' },
  ])
  fc.assert(
    fc.property(fc.string({ unit: digit, minLength: 10, maxLength: 11 }), (digits) => {
      fc.pre(phoneRule(digits) === undefined)
      expect(phoneParts(`a ${phoneMask.show(digits)}.`)[1]?.link).toBe(phoneLink(digits))
    }),
  )
})
