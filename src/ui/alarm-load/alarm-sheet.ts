import type { AlarmLoad, AlarmShare, AlarmShift } from '../../../contract/wire/answers/alarm-load.ts'
import { timeCells, timeColumns } from '../parts/time/zoned-time.ts'
import { isShort, lengthText, rateOf, shiftName, takerName } from './alarm-load-texts.ts'

const shiftColumns = [
  ...timeColumns.map((name) => `Início: ${name}`),
  ...timeColumns.map((name) => `Fim: ${name}`),
  'Quem',
  'Quem cuidou',
  'Chamadas',
  'Chamadas por hora',
  'Piores 10 minutos: chamadas',
  'Piores 10 minutos: desde (UTC)',
  'Até alguém cuidar (mediana, min)',
  'Mais tempo sem ninguém',
  'Dispositivo',
  'Condomínio',
  'Alguém cuidou',
] as const

const deviceColumns = ['Dispositivo', 'Código', 'Condomínio', 'Chamadas', 'Ocorrências', 'Quedas'] as const

/** Creates a sheet of shifts and the calls of each person (INC-9). `now` in milliseconds since the epoch. */
export function shiftSheet({ shifts }: AlarmLoad, now: number) {
  return {
    name: `carga-de-ocorrencias-${dayOf(now)}.csv`,
    header: shiftColumns,
    rows: shifts.flatMap((shift) => [
      rowOf(shift, shift, 'Todos'),
      ...shift.shares.map((share) => rowOf(shift, share, takerName(share))),
    ]),
  }
}

function rowOf(shift: AlarmShift, period: AlarmShare, taker: string) {
  const { alarms, worst, longest, medianMs } = period
  return [
    ...timeCells(shift.from),
    ...timeCells(shift.to),
    shiftName(shift),
    taker,
    alarms,
    isShort(period) ? '' : tenths(rateOf(period)),
    worst?.alarms ?? 0,
    worst?.from ?? '',
    medianMs === null ? '' : tenths(medianMs / 60_000),
    longest === null ? '' : lengthText(longest.forMs),
    longest?.deviceName ?? '',
    longest?.condominiumName ?? '',
    longest === null ? '' : longest.isTaken ? 'sim' : 'não',
  ]
}

/** Creates a sheet of the devices with the most calls (INC-9). `now` in milliseconds since the epoch. */
export function deviceSheet({ devices }: AlarmLoad, now: number) {
  return {
    name: `dispositivos-que-mais-chamam-${dayOf(now)}.csv`,
    header: deviceColumns,
    rows: devices.map(({ name, wordCode, condominiumName, alarms, incidents, falls }) => [
      name,
      wordCode,
      condominiumName,
      alarms,
      incidents,
      falls,
    ]),
  }
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}
