import { expect, test } from 'vitest'
import { dutyText } from '../../../src/ui/incidents/duty-text.ts'

const person = (name: string, since: string | null = null) => ({ id: name, name, since })

test('the people on duty are in one line, with the start of the shift if it is known (CALL-2)', () => {
  expect(dutyText([])).toBe('Ninguém de plantão')
  const since = new Date(2026, 2, 2, 22, 1, 30).toISOString()
  expect(dutyText([person('Ana Albuquerque', since), person('Bruno Dias')])).toBe(
    'De plantão: Ana Albuquerque (desde 22:01), Bruno Dias',
  )
  expect(dutyText(['Ana', 'Bia', 'Caio', 'Dora', 'Eva', 'Fábio'].map((name) => person(name)))).toBe(
    'De plantão: Ana, Bia, Caio, Dora e mais 2',
  )
})
