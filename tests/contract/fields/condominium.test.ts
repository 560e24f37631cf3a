import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  type CondominiumField,
  condominiumFieldNames,
  condominiumProblems,
  excessProblem,
  keptText,
  shownText,
} from '../../../contract/fields/condominium.ts'
import { condominiumFields } from '../../../contract/fields/schemas.ts'
import { emptyCondominiumFields, entriesOf } from '../../../src/machines/condominium-form/condominium-field-rules.ts'

fc.configureGlobal({ seed: 20260302 })

const right = { ...emptyCondominiumFields, name: 'Aurora', wordCode: 'AURORA-01' }

const codeText = 'Use de 3 a 32 letras maiúsculas sem acento, números ou hífens.'
const plainText = 'Use apenas letras, números e sinais.'

test.each([
  [{}, {}],
  [
    { name: ' ', wordCode: '' },
    { name: 'Informe o nome.', wordCode: 'Informe o código.' },
  ],
  [{ name: 'A' }, { name: 'Use pelo menos 2 caracteres.' }],
  [
    { name: 'A'.repeat(121), number: '1'.repeat(21) },
    { name: 'Use no máximo 120 caracteres.', number: 'Use no máximo 20 caracteres.' },
  ],
  [
    { name: 'Vila\tNova', street: 'a\u0007b' },
    { name: plainText, street: plainText },
  ],
  [{ wordCode: 'A B' }, { wordCode: codeText }],
  [{ state: 'XX' }, { state: 'Informe a sigla do estado, por exemplo SP.' }],
  [
    { cnpj: '11222333000182', cep: '0131010', phone: '1133' },
    {
      cnpj: 'Este CNPJ não existe. Confira as letras e os números.',
      cep: 'Informe os 8 números do CEP.',
      phone: 'Informe o telefone com DDD, 10 ou 11 números, ou um 0800.',
    },
  ],
  [{ cnpj: '12ABC34501DE35', cep: '01310100', phone: '1133334444', state: 'SP' }, {}],
])('condominiumProblems finds the problems of %j', (typed, problems) => {
  expect(condominiumProblems({ ...right, ...typed })).toEqual(problems)
})

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 7, maxLength: 14 })
const typedText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'SP',
    'sp',
    'Xx',
    'agua-01',
    '01.310-100',
    '+55 (11) 93333-4444',
    '(11) 3333-4444 ramal 2',
    '12.abc.345/01de-35',
  ),
  digits,
  digits.map((text) => `+55 ${text}`),
  fc.string({ unit: 'binary', maxLength: 130 }),
  fc.string({ unit: fc.constantFrom(...'aZ09 -./()+\té'), maxLength: 130 }),
)
const anyField = fc.constantFrom(...condominiumFieldNames)

test('the form reports a problem exactly if the server would refuse the value, with the same message', () => {
  fc.assert(
    fc.property(anyField, typedText, (field, typed) => {
      const fields = { ...right, [field]: keptText(field, typed) }
      const parsed = v.safeParse(condominiumFields, entriesOf(fields))
      const refused = Object.fromEntries(parsed.issues?.map((issue) => [v.getDotPath(issue), issue.message]) ?? [])
      expect(condominiumProblems(fields)).toEqual(refused)
    }),
    { numRuns: 3_000 },
  )
})

test('the form accepts every text that the server accepts, and keeps the same value', () => {
  const numbers = fc.constantFrom<CondominiumField>('cnpj', 'cep', 'phone', 'gatehousePhone', 'maintenancePhone')
  fc.assert(
    fc.property(numbers, typedText, (field, typed) => {
      const parsed = v.safeParse(condominiumFields.entries[field], typed)
      if (parsed.success) expect(keptText(field, typed)).toBe(parsed.output ?? '')
    }),
    { numRuns: 3_000 },
  )
})

test('a field marks a text that is too long while the person types', () => {
  const typed = { cnpj: '12ABC34501DE355', cep: '013101000', phone: '(11) 3333-4444 ramal 2', wordCode: 'A'.repeat(33) }
  for (const [field, text] of Object.entries({ ...typed, name: 'A'.repeat(121) }))
    expect(excessProblem(v.parse(v.picklist(condominiumFieldNames), field), text), field).toBeDefined()
  for (const field of condominiumFieldNames) expect(excessProblem(field, keptText(field, '1')), field).toBeUndefined()
})

test('a mask keeps the value', () => {
  fc.assert(
    fc.property(anyField, typedText, (field, typed) => {
      const kept = keptText(field, typed)
      expect(keptText(field, shownText(field, kept))).toBe(kept)
    }),
  )
})
