import { expect, it } from 'vitest'
import type { AlarmShift } from '../../../contract/wire/answers/alarm-load.ts'
import {
  colleaguesText,
  lengthText,
  loadVerdict,
  longestText,
  rateText,
  takerName,
} from '../../../src/ui/alarm-load/alarm-load-texts.ts'
import { deviceSheet, shiftSheet } from '../../../src/ui/alarm-load/alarm-sheet.ts'

const minute = 60_000

function shift(alarms: number, more: Partial<AlarmShift> = {}): AlarmShift {
  const [from, to] = ['2026-11-20T09:00:00.000Z', '2026-11-20T21:00:00.000Z']
  const worst = alarms === 0 ? null : { from, alarms: 1, incidentId: 'i1' }
  return { from, to, alarms, worst, longest: null, medianMs: null, person: null, shares: [], ...more }
}

it.each([
  ['ok', 0, 'Nenhuma chamada neste período.'],
  ['ok', 12, 'Dentro do que uma pessoa atende bem: no máximo 1 chamada por hora em um turno; até 6 por hora é bom.'],
  ['ok', 36, 'Dentro do que uma pessoa atende bem: no máximo 3 chamadas por hora em um turno; até 6 por hora é bom.'],
  ['warn', 100, 'Carga alta: até 8,3 chamadas por hora em um turno; uma pessoa atende bem 6 por hora.'],
  ['bad', 180, 'Carga demais: até 15 chamadas por hora em um turno; uma pessoa atende no máximo 12 por hora.'],
])('loadVerdict is %s for %i calls in a shift of 12 hours (INC-9)', (tone, alarms, text) => {
  expect(loadVerdict([shift(0), shift(alarms)])).toEqual({ tone, text })
})

it('for a shift of less than an hour, the text and the rating use the count instead of the rate (STATE-7)', () => {
  const short = (alarms: number, minutes: number) =>
    shift(alarms, { to: new Date(Date.parse('2026-11-20T09:00:00.000Z') + minutes * minute).toISOString() })
  expect(rateText(short(11, 16))).toBe('11 em 16 min')
  expect(loadVerdict([short(11, 16)])).toEqual({
    tone: 'warn',
    text: 'Carga alta: até 11 chamadas em 16 min em um turno; uma pessoa atende bem 6 por hora.',
  })
  expect(loadVerdict([short(1, 5)])).toEqual({
    tone: 'ok',
    text: 'Dentro do que uma pessoa atende bem: no máximo 1 chamada em 5 min em um turno; até 6 por hora é bom.',
  })
  expect(rateText(short(11, 60))).toBe('11')
  const whole = shift(0)
  const { header, rows } = shiftSheet({ whole, shifts: [short(11, 16), short(11, 60)], devices: [] }, 0)
  expect(rows.map((row) => row[header.indexOf('Chamadas por hora')])).toEqual(['', 11])
})

it('loadVerdict is bad for more than ten calls within ten minutes, however few others there were (INC-9)', () => {
  const worst = (alarms: number) =>
    shift(alarms, { worst: { from: '2026-11-20T09:00:00.000Z', alarms, incidentId: 'i1' } })
  expect(loadVerdict([worst(10)]).tone).toBe('ok')
  expect(loadVerdict([worst(11)])).toMatchObject({ tone: 'bad', text: expect.stringContaining('avalanche') })
})

it('longestText names the call that waited longest, with its duration in words (INC-9)', () => {
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

it('a share names the person who took the calls, or counts calls of colleagues that it may not name (INC-9)', () => {
  const { person, ...own } = shift(1)
  const shares = [
    { ...own, person: { id: 'u1', name: 'Ana' } },
    { ...own, person: { id: 'u2', name: '' } },
    { ...own, person },
  ]
  expect(shares.map(takerName)).toEqual(['Ana', 'Alguém', 'Ninguém'])
  expect(colleaguesText(shift(3, { shares }))).toBe('')
  expect(colleaguesText(shift(5, { shares }))).toBe('Colegas: 2 chamadas')
  expect(colleaguesText(shift(4, { shares }))).toBe('Colegas: 1 chamada')
})

it('shiftSheet has a row for each shift and for each person who took calls in the shift (INC-9)', () => {
  const ana = { id: 'u1', name: 'Ana' }
  const { shares: _, ...own } = shift(35, { person: ana, medianMs: 90_000 })
  const { name, header, rows } = shiftSheet(
    { whole: shift(1), shifts: [shift(36, { person: ana, shares: [own] })], devices: [] },
    Date.parse('2026-11-21T09:00:00.000Z'),
  )
  expect(name).toBe('carga-de-ocorrencias-2026-11-21.csv')
  const [row = []] = rows
  expect(Object.fromEntries(header.map((column, at) => [column, row[at]]))).toMatchObject({
    'Início: Data e hora (UTC)': '2026-11-20T09:00:00.000Z',
    Quem: 'Ana',
    Chamadas: 36,
    'Chamadas por hora': 3,
    'Quem cuidou': 'Todos',
  })
  const [, second = []] = rows
  expect(Object.fromEntries(header.map((column, at) => [column, second[at]]))).toMatchObject({
    'Quem cuidou': 'Ana',
    Chamadas: 35,
    'Até alguém cuidar (mediana, min)': 1.5,
  })
})

it('deviceSheet lists the devices with the most calls (INC-9)', () => {
  const device = { wordCode: 'AGUAVIVA-01', name: 'Catraca', condominiumName: 'Edifício Água Viva' }
  const { name, header, rows } = deviceSheet(
    { whole: shift(1), shifts: [], devices: [{ ...device, alarms: 3, incidents: 2, falls: 5 }] },
    Date.parse('2026-11-21T09:00:00.000Z'),
  )
  expect(name).toBe('dispositivos-que-mais-chamam-2026-11-21.csv')
  expect(header).toEqual(['Dispositivo', 'Código', 'Condomínio', 'Chamadas', 'Ocorrências', 'Quedas'])
  expect(rows).toEqual([['Catraca', 'AGUAVIVA-01', 'Edifício Água Viva', 3, 2, 5]])
})
