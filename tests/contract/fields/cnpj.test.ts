import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cnpjOf } from '../../../backend/seed/cnpj-of.ts'
import { cnpjCheckDigits, cnpjMask, cnpjRule, isCnpj } from '../../../contract/fields/cnpj.ts'
import { withoutInvisible } from '../../../contract/fields/mask.ts'

fc.configureGlobal({ seed: 20260302 })

const digit = fc.constantFrom(...'0123456789')
const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const of = (arbitrary: fc.Arbitrary<string>, length: number) =>
  fc.string({ unit: arbitrary, minLength: length, maxLength: length })
const root = fc.oneof(of(digit, 12), of(character, 12)).filter((text) => !/^0+$/.test(text))

describe('CNPJ (Receita Federal)', () => {
  test.each(['11222333000181', '11444777000161', '00000000000191', '12ABC34501DE35'])('%s is valid', (cnpj) => {
    expect(isCnpj(cnpj)).toBe(true)
  })

  test.each([
    '',
    '1122233300018',
    '112223330001811',
    '11222333000182',
    '11222333000191',
    '12ABC34501DE34',
    '12ABC34501DE45',
    '00000000000000',
    '12ABC34501DE3A',
    '12abc34501de35',
  ])('%j is invalid', (cnpj) => {
    expect(isCnpj(cnpj)).toBe(false)
  })

  test.each([
    [11_222_333, '11222333000181'],
    [11_444_777, '11444777000161'],
    [0, '00000000000191'],
  ])('the root %i has its real check digits', (root, cnpj) => {
    expect(cnpjOf(root)).toBe(cnpj)
  })

  test('one repeated character is invalid', () => {
    for (const each of '0123456789') expect(isCnpj(each.repeat(14)), each).toBe(false)
  })

  test('the check digits follow from the weights 5 4 3 2 9 8 7 6 5 4 3 2, then 6 5 4 3 2 9 8 7 6 5 4 3 2, modulo 11', () => {
    const weighted = (text: string, weights: readonly number[]) => {
      const sum = weights.reduce((total, weight, index) => total + weight * (text.charCodeAt(index) - 48), 0)
      return sum % 11 < 2 ? 0 : 11 - (sum % 11)
    }
    fc.assert(
      fc.property(root, (text) => {
        const first = weighted(text, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
        const second = weighted(`${text}${first}`, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2])
        expect(cnpjCheckDigits(text)).toBe(`${first}${second}`)
      }),
    )
  })

  test('every root is valid with its check digits, and invalid with other ones', () => {
    fc.assert(
      fc.property(root, of(digit, 2), (text, others) => {
        const right = cnpjCheckDigits(text)
        expect(isCnpj(text + right)).toBe(true)
        expect(isCnpj(text + others)).toBe(others === right)
      }),
    )
  })

  test('the mask keeps all characters of a partial and of a complete CNPJ, in upper and in lower case', () => {
    expect(cnpjMask.show('12ABC34501DE35')).toBe('12.ABC.345/01DE-35')
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 14 }), (kept) => {
        expect(cnpjMask.keep(cnpjMask.show(kept))).toBe(kept)
        expect(cnpjMask.keep(cnpjMask.show(kept).toLowerCase())).toBe(kept)
      }),
    )
  })

  test('the mask keeps every letter and digit of a text that does not fit, and the rule reports the text', () => {
    for (const typed of ['12.ABC.345/01DE-355', '12.ABC.345/01DE-35 filial', '12.ABC.345/01DÉ-35']) {
      expect(cnpjMask.show(cnpjMask.keep(typed))).toBe(typed)
      expect(cnpjRule(typed)).toBe('O CNPJ tem 14 letras e números. Apague o que sobra.')
    }
    expect(cnpjMask.keep('\u202A12.abc.345/01de\u201135\u202C')).toBe('12ABC34501DE35')
    const charactersIn = (text: string) =>
      text
        .normalize('NFKC')
        .replace(/[^\p{L}\p{N}]/gu, '')
        .toUpperCase()
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        expect(charactersIn(cnpjMask.keep(typed))).toBe(charactersIn(withoutInvisible(typed)))
      }),
    )
  })
})
