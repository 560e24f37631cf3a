import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPhone, phoneDigits, phoneLink, phoneParts, phoneRule } from '../../../contract/fields/phone.ts'

fc.configureGlobal({ seed: 20260302 })

const digit = fc.constantFrom(...'0123456789')

test('a telephone number has a mask, and is complete with 10 or 11 digits', () => {
  expect(formatPhone('1133334444')).toBe('(11) 3333-4444')
  expect(formatPhone('11933334444')).toBe('(11) 93333-4444')
  expect(formatPhone('08001234567')).toBe('0800 123 4567')
  fc.assert(
    fc.property(fc.string({ unit: digit, maxLength: 11 }), (kept) => {
      expect(phoneDigits(formatPhone(kept))).toBe(kept)
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

test('a pasted number loses its country code in any format', () => {
  for (const pasted of ['+55 (11) 93333-4444', '+5511933334444', ' +55 11 93333 4444', '11.93333.4444'])
    expect(phoneDigits(pasted), pasted).toBe('11933334444')
  expect(phoneDigits('55 99333-4444')).toBe('55993334444')
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
      expect(phoneParts(`a ${formatPhone(digits)}.`)[1]?.link).toBe(phoneLink(digits))
    }),
  )
})
