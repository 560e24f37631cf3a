import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cepDigits, formatCep, isWholeCep } from '../../src/machines/cep-rules.ts'
import { cnpjCharacters, cnpjCheckDigits, formatCnpj, isCnpj } from '../../src/machines/cnpj-rules.ts'
import {
  addressFieldNames,
  brokenFieldRules,
  type CondominiumFields,
  condominiumFieldNames,
  emptyCondominiumFields,
  entriesOf,
  fieldsOf,
  withAddress,
} from '../../src/machines/condominium-field-rules.ts'
import { changedFields, differences, onTop } from '../../src/machines/condominium-versions.ts'
import { formatPhone, isWholePhone, phoneDigits } from '../../src/machines/phone-rules.ts'

fc.configureGlobal({ seed: 20260302 })

const digit = fc.constantFrom(...'0123456789')
const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const of = (arbitrary: fc.Arbitrary<string>, length: number) =>
  fc.string({ unit: arbitrary, minLength: length, maxLength: length })
const root = fc.oneof(of(digit, 12), of(character, 12)).filter((text) => !/^0+$/.test(text))

describe('CNPJ (Receita Federal)', () => {
  test.each(['11222333000181', '11444777000161', '00000000000191', '12ABC34501DE35'])('%s is one', (cnpj) => {
    expect(isCnpj(cnpj)).toBe(true)
  })

  test.each([
    '',
    '1122233300018',
    '112223330001811',
    '11222333000182',
    '00000000000000',
    '12ABC34501DE3A',
    '12abc34501de35',
  ])('%j is none', (cnpj) => {
    expect(isCnpj(cnpj)).toBe(false)
  })

  test('the check digits are those of the weights 5 4 3 2 9 8 7 6 5 4 3 2, then 6 5 4 3 2 9 8 7 6 5 4 3 2, modulo 11', () => {
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

  test('with the right check digits every root is one, with any others none', () => {
    fc.assert(
      fc.property(root, of(digit, 2), (text, others) => {
        const right = cnpjCheckDigits(text)
        expect(isCnpj(text + right)).toBe(true)
        expect(isCnpj(text + others)).toBe(others === right)
      }),
    )
  })

  test('the mask takes nothing away, in capitals or not, however far it is typed', () => {
    expect(formatCnpj('12ABC34501DE35')).toBe('12.ABC.345/01DE-35')
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 14 }), (kept) => {
        expect(cnpjCharacters(formatCnpj(kept))).toBe(kept)
        expect(cnpjCharacters(formatCnpj(kept).toLowerCase())).toBe(kept)
      }),
    )
  })

  test('whatever is typed, at most fourteen of 0-9 and A-Z are kept', () => {
    fc.assert(fc.property(fc.string(), (typed) => void expect(cnpjCharacters(typed)).toMatch(/^[0-9A-Z]{0,14}$/)))
  })
})

describe('CEP', () => {
  test('the mask 00000-000 takes nothing away, however far it is typed', () => {
    expect(formatCep('01310100')).toBe('01310-100')
    fc.assert(
      fc.property(fc.string({ unit: digit, maxLength: 8 }), (kept) => {
        expect(cepDigits(formatCep(kept))).toBe(kept)
        expect(formatCep(kept)).toMatch(/^(?:\d{0,5}|\d{5}-\d{1,3})$/)
        expect(isWholeCep(kept)).toBe(kept.length === 8)
      }),
    )
  })

  test('whatever is typed, at most eight digits are kept', () => {
    fc.assert(fc.property(fc.string(), (typed) => void expect(cepDigits(typed)).toMatch(/^\d{0,8}$/)))
  })
})

test('a telephone has its mask, and is whole with 10 or 11 digits', () => {
  expect(formatPhone('1133334444')).toBe('(11) 3333-4444')
  expect(formatPhone('11933334444')).toBe('(11) 93333-4444')
  fc.assert(
    fc.property(fc.string({ unit: digit, maxLength: 11 }), (kept) => {
      expect(phoneDigits(formatPhone(kept))).toBe(kept)
      if (isWholePhone(kept)) expect(kept.length).toBeGreaterThan(9)
    }),
  )
})

const someFields = fc.record(
  Object.fromEntries(condominiumFieldNames.map((field) => [field, fc.string({ unit: character, maxLength: 4 })])),
) as fc.Arbitrary<CondominiumFields>
const address = fc.record({ street: fc.string(), district: fc.string(), city: fc.string(), state: fc.string() })

describe('what a look-up fills in', () => {
  test('leaves alone what a person typed, number and complement, whatever it says', () => {
    fc.assert(
      fc.property(someFields, fc.subarray([...condominiumFieldNames]), address, (fields, typed, found) => {
        const { fields: next } = withAddress(fields, { typed, filled: {} }, found)
        for (const field of condominiumFieldNames) {
          const mayChange =
            addressFieldNames.some((each) => each === field) && !(typed.includes(field) && fields[field] !== '')
          if (!mayChange) expect(next[field], field).toBe(fields[field])
        }
      }),
    )
  })

  test('goes again with the next one, where that names no street', () => {
    const paulista = { street: 'Avenida Paulista', district: 'Bela Vista', city: 'São Paulo', state: 'SP' }
    const first = withAddress(emptyCondominiumFields, { typed: [], filled: {} }, paulista)
    const second = withAddress(
      first.fields,
      { typed: [], filled: first.filled },
      { street: '', district: '', city: 'Jacutinga', state: 'MG' },
    )
    expect(second.fields).toMatchObject({ street: '', district: '', city: 'Jacutinga', state: 'MG' })
  })

  test('is kept as the fields keep it, and what a person put back as it was is filled in again', () => {
    const found = { street: 'Rua Um', district: 'Centro', city: 'Betim', state: 'mg' }
    const first = withAddress(emptyCondominiumFields, { typed: [], filled: {} }, found)
    expect(first.fields.state).toBe('MG')
    const { fields } = withAddress(
      { ...first.fields, city: '' },
      { typed: ['street', 'city'], filled: first.filled },
      { ...found, street: 'Rua Dois', city: 'Contagem' },
    )
    expect(fields).toMatchObject({ street: 'Rua Dois', city: 'Contagem' })
  })

  test('a street that stood in the record stays where the CEP of a town names none', () => {
    const fields = { ...emptyCondominiumFields, street: 'Rua Um', city: 'Betim' }
    const { fields: next } = withAddress(
      fields,
      { typed: [], filled: {} },
      { street: '', district: '', city: 'Jacutinga', state: 'MG' },
    )
    expect(next).toMatchObject({ street: 'Rua Um', city: 'Jacutinga' })
  })
})

describe('two versions of a record', () => {
  test('mine on top of theirs has what I changed and else what they have', () => {
    fc.assert(
      fc.property(someFields, someFields, someFields, (before, mine, theirs) => {
        const merged = onTop(before, mine, theirs)
        const changed = changedFields(before, mine)
        for (const field of condominiumFieldNames)
          expect(merged[field]).toBe(changed.includes(field) ? mine[field] : theirs[field])
      }),
    )
  })

  test('the comparison names each field that differs, and what I did not touch', () => {
    const before = { ...emptyCondominiumFields, name: 'A', city: 'X' }
    expect(differences(before, { ...before, name: 'B' }, { ...before, name: 'C', city: 'Y' })).toEqual([
      { field: 'name', mine: 'B', theirs: 'C' },
      { field: 'city', mine: null, theirs: 'Y' },
    ])
  })

  test('blanks around a text are no change', () => {
    expect(changedFields(emptyCondominiumFields, { ...emptyCondominiumFields, name: '  ' })).toEqual([])
  })
})

describe('the rules of the fields', () => {
  const right = { ...emptyCondominiumFields, name: 'Aurora', wordCode: 'AURORA-01' }

  test.each([
    [{}, {}],
    [
      { name: ' ', wordCode: '' },
      { name: 'missing', wordCode: 'missing' },
    ],
    [{ name: 'A' }, { name: 'tooShort' }],
    [
      { name: 'A'.repeat(121), number: '1'.repeat(21) },
      { name: 'tooLong', number: 'tooLong' },
    ],
    [{ wordCode: 'A B' }, { wordCode: 'wordCode' }],
    [
      { cnpj: '11222333000182', cep: '0131010', phone: '1133' },
      { cnpj: 'cnpj', cep: 'cep', phone: 'phone' },
    ],
    [{ cnpj: '12ABC34501DE35', cep: '01310100', phone: '1133334444' }, {}],
  ])('%j', (typed, codes) => {
    const problems = brokenFieldRules({ ...right, ...typed })
    expect(
      Object.fromEntries(
        Object.entries(problems).map(([field, problem]) => [field, 'code' in problem && problem.code]),
      ),
    ).toEqual(codes)
  })

  test('what is empty is not sent, and outer blanks neither', () => {
    expect(entriesOf({ ...right, name: ' Aurora ', street: '  ', city: 'Betim ' })).toEqual({
      name: 'Aurora',
      wordCode: 'AURORA-01',
      city: 'Betim',
    })
  })

  test('a record is shown without its punctuation', () => {
    const record = {
      id: '1',
      name: 'A',
      wordCode: 'a-1',
      customersId: 'c',
      cnpj: '12.ABC.345/01DE-35',
      cep: '01310-100',
    }
    expect(fieldsOf(record)).toMatchObject({ wordCode: 'A-1', cnpj: '12ABC34501DE35', cep: '01310100', street: '' })
  })
})
