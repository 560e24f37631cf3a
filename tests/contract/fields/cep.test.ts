import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cepDigits, formatCep, isWholeCep } from '../../../contract/fields/cep.ts'

fc.configureGlobal({ seed: 20260302 })

const digit = fc.constantFrom(...'0123456789')

describe('CEP', () => {
  test('the mask 00000-000 keeps all digits of a partial and of a complete CEP', () => {
    expect(formatCep('01310100')).toBe('01310-100')
    fc.assert(
      fc.property(fc.string({ unit: digit, maxLength: 8 }), (kept) => {
        expect(cepDigits(formatCep(kept))).toBe(kept)
        expect(formatCep(kept)).toMatch(/^(?:\d{0,5}|\d{5}-\d{1,3})$/)
        expect(isWholeCep(kept)).toBe(kept.length === 8)
      }),
    )
  })

  test('cepDigits keeps at most eight digits of any text', () => {
    fc.assert(fc.property(fc.string(), (typed) => void expect(cepDigits(typed)).toMatch(/^\d{0,8}$/)))
  })
})
