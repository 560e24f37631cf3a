import * as v from 'valibot'
import { expect, it } from 'vitest'
import { emailRule, personEmail, personName } from '../../../contract/fields/person.ts'

it('an e-mail is stored in lower case and trimmed', () => {
  expect(v.parse(personEmail, ' Ana.Prado+portaria@Predio.COM.br ')).toBe('ana.prado+portaria@predio.com.br')
})

it.each([
  '',
  'ana',
  'ana@',
  '@predio.com',
  'ana@predio',
  'a na@predio.com',
  'ſilva@predio.com',
  'admİn@predio.com',
  'ana@prédio.com',
])('%j is not an e-mail (OPS-4)', (text) => {
  expect(emailRule(text)).toBeDefined()
  expect(v.is(personEmail, text)).toBe(false)
})

it('a name is stored as one line with composed accents (OPS-4)', () => {
  expect(v.parse(personName, ' José  Prado ')).toBe('José Prado')
  for (const name of ['A', 'a'.repeat(81), 'Ana\u202Eodarp', 'Аna']) expect(v.is(personName, name)).toBe(false)
})
