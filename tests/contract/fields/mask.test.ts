import * as v from 'valibot'
import { expect, test } from 'vitest'
import { enteredDevice, typedDeviceProblems } from '../../../contract/fields/device.ts'
import { plainCode, withoutInvisible } from '../../../contract/fields/mask.ts'
import { deviceFields } from '../../../contract/fields/schemas.ts'
import { readRowsOf } from '../../../contract/spreadsheet/device-sheet.ts'
import { textCell } from '../../../contract/spreadsheet/sheet-cells.ts'

const around = (text: string) => `\u202A${text.slice(0, 3)}\u200B${text.slice(3)}\u202C\uFEFF `

test('invisible characters are removed, visible ones stay', () => {
  expect(withoutInvisible('\u202A\u2066A\u00AD\u200B-\u200D\u2060\uFEFF1\uFE0F\u202C')).toBe('A-1')
  expect(withoutInvisible('d’Água nº 1')).toBe('d’Água nº 1')
  expect(plainCode(' １０.0.0.1\u00A0')).toBe('10.0.0.1')
})

test('form, server and import remove invisible characters from code, address and port (DEV-6)', () => {
  const device = { wordCode: 'TORRE-01', ip: '10.0.0.1' }
  const typed = {
    name: 'Torre',
    model: 'CA-200',
    wordCode: around('torre-01'),
    ip: around('10.0.0.1'),
    port: around('8000'),
  }
  expect(typedDeviceProblems(typed)).toEqual({})
  expect(enteredDevice(typed)).toMatchObject({ ...device, port: 8000 })
  expect(v.parse(deviceFields, { ...typed, port: 8000, condominiumId: 'a' }).ip).toBe('10.0.0.1')
  const header = ['Código', 'Nome', 'Modelo', 'IP', 'Porta de rede', 'Ativo']
  const cells = [typed.wordCode, typed.name, typed.model, typed.ip, typed.port, 'Sim']
  const rows = [header, cells, ['torre-01', ...cells.slice(1)]]
  const [first, second] = readRowsOf({
    name: 'Dispositivos',
    rows: rows.map((texts, at) => ({ row: at + 1, cells: texts.map(textCell) })),
  })
  expect(first).toMatchObject({ problems: {}, device })
  expect(second?.problems).toEqual({ wordCode: 'Este código já está na linha 2.' })
})

test('a code, an address or a port that is too long is marked, not cut (CON-4)', () => {
  const typed = { name: 'Torre', model: 'CA-200', wordCode: 'A'.repeat(33), ip: '10.0.0.1.5', port: '80001' }
  expect(Object.keys(typedDeviceProblems(typed))).toEqual(['wordCode', 'ip', 'port'])
})
