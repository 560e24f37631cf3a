import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cepMask, cepRule, isWholeCep } from '../../../contract/fields/cep.ts'

fc.configureGlobal({ seed: 20260302 })

const digit = fc.constantFrom(...'0123456789')

describe('CEP', () => {
  test('the mask 00000-000 keeps all digits of a partial and of a complete CEP', () => {
    expect(cepMask.show('01310100')).toBe('01310-100')
    fc.assert(
      fc.property(fc.string({ unit: digit, maxLength: 8 }), (kept) => {
        expect(cepMask.keep(cepMask.show(kept))).toBe(kept)
        expect(cepMask.show(kept)).toMatch(/^(?:\d{0,5}|\d{5}-\d{1,3})$/)
        expect(isWholeCep(kept)).toBe(kept.length === 8)
      }),
    )
  })

  test.each(['01310-100', ' 01.310-100 ', '01310\u2013100', '\u202A01310\u2011100\u202C', '０１３１０-１００'])(
    'the mask removes punctuation and invisible characters from %j',
    (typed) => expect(cepMask.keep(typed)).toBe('01310100'),
  )

  test.each(['01310-1000', '01310-100 e 01310-200', '01310-10O'])('a CEP that does not fit stays: %j', (typed) => {
    expect(cepMask.show(cepMask.keep(typed))).toBe(typed)
    expect(cepRule(typed)).toBe('Informe os 8 números do CEP.')
  })
})
