import type { AlarmLoad } from '../../../contract/wire/answers/alarm-load.ts'
import { timeCells, timeColumns } from '../parts/zoned-time.ts'
import { lengthText, rateOf, shiftName } from './alarm-load-texts.ts'

const columns = [
  ...timeColumns.map((name) => `Início: ${name}`),
  ...timeColumns.map((name) => `Fim: ${name}`),
  'Quem',
  'Chamadas',
  'Chamadas por hora',
  'Piores 10 minutos: chamadas',
  'Piores 10 minutos: desde (UTC)',
  'Mais tempo sem ninguém',
  'Dispositivo',
  'Condomínio',
  'Alguém cuidou',
] as const

/** The shifts as a sheet of words (INC-9). `now` in milliseconds since the epoch. */
export function alarmSheet({ shifts }: AlarmLoad, now: number) {
  return {
    name: `carga-de-ocorrencias-${new Date(now).toISOString().slice(0, 10)}.csv`,
    header: columns,
    rows: shifts.map((shift) => {
      const { from, to, alarms, worst, longest } = shift
      return [
        ...timeCells(from),
        ...timeCells(to),
        shiftName(shift),
        alarms,
        Math.round(rateOf(shift) * 10) / 10,
        worst?.alarms ?? 0,
        worst?.from ?? '',
        longest === null ? '' : lengthText(longest.forMs),
        longest?.deviceName ?? '',
        longest?.condominiumName ?? '',
        longest === null ? '' : longest.isTaken ? 'sim' : 'não',
      ]
    }),
  }
}
