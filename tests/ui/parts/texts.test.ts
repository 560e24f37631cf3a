import { expect, test } from 'vitest'
import { latencyText } from '../../../contract/texts/latency-text.ts'
import { timeLeftText } from '../../../contract/texts/time-texts.ts'
import { permissionText } from '../../../src/ui/session/access-texts.ts'
import { initialsOf } from '../../../src/ui/session/initials.ts'

test('the time left is written in whole minutes', () => {
  expect(timeLeftText(-1)).toBe('em menos de 1 minuto')
  expect(timeLeftText(59_999)).toBe('em menos de 1 minuto')
  expect(timeLeftText(61_000)).toBe('em 1 minuto')
  expect(timeLeftText(4.6 * 60_000)).toBe('em 5 minutos')
})

test('a latency is written in the same way on every page', () => {
  expect([null, 0, 0.4, 12.6, 1_516].map(latencyText)).toEqual(['desconhecida', '0 ms', '< 1 ms', '13 ms', '1.516 ms'])
})

test('initials are the first letters of the first and the last name', () => {
  expect(initialsOf('Ana Maria Albuquerque')).toBe('AA')
  expect(initialsOf('Otávio')).toBe('O')
  expect(initialsOf('')).toBe('')
})

test('an unknown permission is shown by its id', () => {
  expect(permissionText('import')).toBe('Importar planilhas')
  expect(permissionText('x:y')).toBe('x:y')
})
