import { expect, it } from 'vitest'
import { cnpjOf, isCnpj } from '../../../backend/cnpj.ts'

it.each([
  [11_222_333, '11222333000181'],
  [11_444_777, '11444777000161'],
  [0, '00000000000191'],
])('gives the root %i the check digits that it really has', (root, cnpj) => {
  expect(cnpjOf(root)).toBe(cnpj)
})

it.each([
  ['11222333000181', true],
  ['11222333000180', false],
  ['11222333000191', false],
  ['12ABC34501DE35', true],
  ['12ABC34501DE34', false],
  ['12ABC34501DE45', false],
  ['12ABC34501DEA5', false],
  ['12abc34501de35', false],
  ['00000000000000', false],
  ['11111111111111', false],
  ['1122233300018', false],
  ['112223330001811', false],
])('knows %s as a CNPJ: %s', (text, known) => {
  expect(isCnpj(text)).toBe(known)
})
