import { expect, it } from 'vitest'
import type { AlarmShift } from '../../../contract/wire/answers/alarm-load.ts'
import { lengthText, loadVerdict, longestText } from '../../../src/ui/alarm-load/alarm-load-texts.ts'
import { alarmSheet } from '../../../src/ui/alarm-load/alarm-sheet.ts'

const minute = 60_000

function shift(alarms: number, more: Partial<AlarmShift> = {}): AlarmShift {
  const [from, to] = ['2026-11-20T09:00:00.000Z', '2026-11-20T21:00:00.000Z']
  return { from, to, alarms, worst: alarms === 0 ? null : { from, alarms: 1 }, longest: null, person: null, ...more }
}

it.each([
  ['ok', 0, 'Nenhuma chamada neste período.'],
  ['ok', 36, 'Dentro do que uma pessoa atende bem: no máximo 3 por hora em um turno; até 6 é bom.'],
  ['warn', 100, 'Carga alta: até 8,3 chamadas por hora em um turno; uma pessoa atende bem 6.'],
  ['bad', 180, 'Carga demais: até 15 chamadas por hora em um turno; uma pessoa atende no máximo 12.'],
])('says %s of %i calls in a shift of 12 hours (INC-9)', (tone, alarms, text) => {
  expect(loadVerdict([shift(0), shift(alarms)])).toEqual({ tone, text })
})

it('calls more than ten within ten minutes a flood, however quiet the rest was (INC-9)', () => {
  const worst = (alarms: number) => shift(alarms, { worst: { from: '2026-11-20T09:00:00.000Z', alarms } })
  expect(loadVerdict([worst(10)]).tone).toBe('ok')
  expect(loadVerdict([worst(11)])).toMatchObject({ tone: 'bad', text: expect.stringContaining('avalanche') })
})

it('names what nobody took longest, and says lengths as people do (INC-9)', () => {
  const longest = {
    incidentId: 'i1',
    deviceName: 'Catraca Torre A',
    condominiumName: 'Edifício Água Viva',
    forMs: 65 * minute,
    isTaken: false,
  }
  expect(longestText(shift(1, { longest }))).toBe('Catraca Torre A, Edifício Água Viva: 1 h 5 min, ninguém')
  expect(longestText(shift(1, { longest: { ...longest, deviceName: '', condominiumName: '', isTaken: true } }))).toBe(
    'Muitos condomínios: 1 h 5 min',
  )
  expect([0, 59, 60].map((minutes) => lengthText(minutes * minute))).toEqual(['menos de 1 min', '59 min', '1 h'])
})

it('is a sheet with a line a shift, in words (INC-9)', () => {
  const { name, header, rows } = alarmSheet(
    { whole: shift(1), shifts: [shift(36, { person: { id: 'u1', name: 'Ana' } })], devices: [] },
    Date.parse('2026-11-21T09:00:00.000Z'),
  )
  expect(name).toBe('carga-de-ocorrencias-2026-11-21.csv')
  const [row = []] = rows
  expect(Object.fromEntries(header.map((column, at) => [column, row[at]]))).toMatchObject({
    'Início: Data e hora (UTC)': '2026-11-20T09:00:00.000Z',
    Quem: 'Ana',
    Chamadas: 36,
    'Chamadas por hora': 3,
  })
})
