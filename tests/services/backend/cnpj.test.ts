import { expect, it } from 'vitest'
import { cnpjOf } from '../../../backend/seed/cnpj.ts'

it.each([
  [11_222_333, '11222333000181'],
  [11_444_777, '11444777000161'],
  [0, '00000000000191'],
])('gives the root %i the check digits that it really has', (root, cnpj) => {
  expect(cnpjOf(root)).toBe(cnpj)
})
