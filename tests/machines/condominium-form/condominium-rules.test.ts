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

describe('the address of a CEP look-up', () => {
  test('never changes fields that a person typed in, the number or the complement', () => {
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

  test('is cleared by another look-up without a street', () => {
    const paulista = { street: 'Avenida Paulista', district: 'Bela Vista', city: 'São Paulo', state: 'SP' }
    const first = withAddress(emptyCondominiumFields, { typed: [], filled: {} }, paulista)
    const second = withAddress(
      first.fields,
      { typed: [], filled: first.filled },
      { street: '', district: '', city: 'Jacutinga', state: 'MG' },
    )
    expect(second.fields).toMatchObject({ street: '', district: '', city: 'Jacutinga', state: 'MG' })
  })

  test('is normalized like typed text, and replaces fields that have their looked-up or empty value', () => {
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

  test('keeps the street of the record if the CEP of a town has no street', () => {
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
  test('merging keeps my changes and takes all other fields from the other version', () => {
    fc.assert(
      fc.property(someFields, someFields, someFields, (before, mine, theirs) => {
        const merged = onTop(before, mine, theirs)
        const changed = changedFields(before, mine)
        for (const field of condominiumFieldNames)
          expect(merged[field]).toBe(changed.includes(field) ? mine[field] : theirs[field])
      }),
    )
  })

  test('the comparison names each differing field, and leaves out my value if I did not change it', () => {
    const before = { ...emptyCondominiumFields, name: 'A', city: 'X' }
    const mine = { ...before, name: 'B' }
    const theirs = { ...before, name: 'C', city: 'Y' }
    expect(differences(before, mine, theirs)).toEqual([
      { field: 'name', mine, theirs },
      { field: 'city', mine: null, theirs },
    ])
  })

  test('blanks around a text are not a change', () => {
    expect(changedFields(emptyCondominiumFields, { ...emptyCondominiumFields, name: '  ' })).toEqual([])
  })
})

describe('the fields of a record', () => {
  const right = { ...emptyCondominiumFields, name: 'Aurora', wordCode: 'AURORA-01' }

  test('empty texts and outer blanks are not sent', () => {
    expect(entriesOf({ ...right, name: ' Aurora ', street: '  ', city: 'Betim ' })).toEqual({
      name: 'Aurora',
      wordCode: 'AURORA-01',
      city: 'Betim',
    })
  })

  test('punctuation is removed from the fields of a record', () => {
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
