import { expect, test } from 'vitest'
import { searchable } from '../../../src/machines/parts/searchable.ts'
import { indexCondominiums } from '../../../src/ui/condominiums/condominium-index.ts'

const condominiums = ['Água Viva', 'São João', 'Três Irmãos', '<img src=x onerror=alert(1)>'].map((name) => ({
  id: name,
  name,
  wordCode: '',
  customersId: '',
}))
const { matching } = indexCondominiums(condominiums)
const namesOf = (text: string) => matching(text).map(({ name }) => name)

test('case and accents make no difference (CON-2)', () => {
  expect(namesOf('AGUA')).toEqual(['Água Viva'])
  expect(namesOf('irmaos')).toEqual(['Três Irmãos'])
  expect(searchable('  Ação ')).toBe('acao')
})

test('a part of a name is enough', () => {
  expect(namesOf('o')).toEqual(['São João', 'Três Irmãos', '<img src=x onerror=alert(1)>'])
})

test('a blank text finds the whole list itself', () => {
  expect(matching('  ')).toBe(condominiums)
})

test('characters that mean something elsewhere are only characters', () => {
  expect(namesOf('onerror=alert(')).toEqual(['<img src=x onerror=alert(1)>'])
  expect(namesOf('.*')).toEqual([])
})

test('a text that grows, shrinks or becomes another finds what it finds by itself', () => {
  expect(namesOf('s')).toEqual(['São João', 'Três Irmãos', '<img src=x onerror=alert(1)>'])
  expect(namesOf('sao')).toEqual(['São João'])
  expect(namesOf('s')).toEqual(['São João', 'Três Irmãos', '<img src=x onerror=alert(1)>'])
  expect(namesOf('agua')).toEqual(['Água Viva'])
})
