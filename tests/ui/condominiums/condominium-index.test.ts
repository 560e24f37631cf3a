import { expect, test } from 'vitest'
import { searchable } from '../../../contract/texts/searchable.ts'
import { foundCondominiums, namedCondominiums } from '../../../src/ui/condominiums/search/condominium-index.ts'

const condominiums = ['Água Viva', 'São João', 'Três Irmãos', 'Bloco 12', '<img src=x onerror=alert(1)>'].map(
  (name) => ({
    id: name,
    name,
    wordCode: '',
    customersId: '',
  }),
)
const all = namedCondominiums(condominiums)
const namesOf = (text: string) => foundCondominiums(all, text).map(({ name }) => name)

test('a search ignores case and accents (CON-2)', () => {
  expect(namesOf('AGUA')).toEqual(['Água Viva'])
  expect(namesOf('irmaos')).toEqual(['Três Irmãos'])
  expect(searchable('  Ação ')).toBe('acao')
})

test('a part of a name finds the condominium', () => {
  expect(namesOf('o')).toEqual(['São João', 'Três Irmãos', 'Bloco 12', '<img src=x onerror=alert(1)>'])
})

test('a blank text finds all condominiums', () => {
  expect(namesOf('  ')).toHaveLength(condominiums.length)
})

test('the words of a search can be in any order', () => {
  expect(namesOf('viva agua')).toEqual(['Água Viva'])
  expect(namesOf('agua joao')).toEqual([])
})

test('special characters of HTML and regular expressions are matched literally', () => {
  expect(namesOf('onerror=alert(')).toEqual(['<img src=x onerror=alert(1)>'])
  expect(namesOf('.*')).toEqual([])
})

test('a single character is searched, a letter or not', () => {
  expect(namesOf('z')).toEqual([])
  expect(namesOf('1')).toEqual(['Bloco 12', '<img src=x onerror=alert(1)>'])
  expect(namesOf('ã')).toEqual(['Água Viva', 'São João', 'Três Irmãos', '<img src=x onerror=alert(1)>'])
})

test('letters that are not adjacent in the name are not found', () => {
  expect(namesOf('oas')).toEqual([])
})
