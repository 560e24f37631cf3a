import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CondominiumFields, condominiumFieldNames } from '../../../contract/fields/condominium.ts'
import {
  addressFieldNames,
  changedFields,
  differences,
  emptyCondominiumFields,
  entriesOf,
  fieldsOf,
  onTop,
  withAddress,
} from '../../../src/machines/condominium-form/condominium-field-rules.ts'

fc.configureGlobal({ seed: 20260302 })

const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')

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
    const mine = { ...before, name: 'B' }
    const theirs = { ...before, name: 'C', city: 'Y' }
    expect(differences(before, mine, theirs)).toEqual([
      { field: 'name', mine, theirs },
      { field: 'city', mine: null, theirs },
    ])
  })

  test('blanks around a text are no change', () => {
    expect(changedFields(emptyCondominiumFields, { ...emptyCondominiumFields, name: '  ' })).toEqual([])
  })
})

describe('the fields of a record', () => {
  const right = { ...emptyCondominiumFields, name: 'Aurora', wordCode: 'AURORA-01' }

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
