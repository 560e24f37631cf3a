import type { AlarmPeriod, AlarmShare, AlarmShift } from '../../../contract/wire/answers/alarm-load.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
/**
 * Alarms per hour that one person handles well, and at most; more than `flood` in ten minutes is a flood (ISA 18.2,
 * EEMUA 191).
 */
const well = 6
const most = 12
const flood = 10

const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })
const moment = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })

/** Alarms per hour; a shorter period counts as an hour: else one early call would be a flood. */
export function rateOf({ alarms, from, to }: AlarmPeriod): number {
  return alarms / Math.max((Date.parse(to) - Date.parse(from)) / hourMs, 1)
}

export function rateText(period: AlarmPeriod): string {
  return decimal.format(rateOf(period))
}

export function isFlood({ worst }: AlarmPeriod): boolean {
  return worst !== null && worst.alarms > flood
}

/** Summarizes in one sentence whether the alarms were too many for one person. */
export function loadVerdict(periods: readonly AlarmPeriod[]): { tone: 'ok' | 'warn' | 'bad'; text: string } {
  const worst = Math.max(0, ...periods.map(rateOf))
  const rate = decimal.format(worst)
  if (worst > most || periods.some(isFlood))
    return {
      tone: 'bad',
      text: periods.some(isFlood)
        ? `Houve uma avalanche: mais de ${flood} chamadas em 10 minutos, que ninguém atende bem.`
        : `Carga demais: até ${rate} chamadas por hora em um turno; uma pessoa atende no máximo ${most}.`,
    }
  if (worst > well)
    return {
      tone: 'warn',
      text: `Carga alta: até ${rate} chamadas por hora em um turno; uma pessoa atende bem ${well}.`,
    }
  if (worst === 0) return { tone: 'ok', text: 'Nenhuma chamada neste período.' }
  return {
    tone: 'ok',
    text: `Dentro do que uma pessoa atende bem: no máximo ${rate} por hora em um turno; até ${well} é bom.`,
  }
}

/** Formats a duration to the minute: 'menos de 1 min', '42 min', '3 h 5 min'. */
export function lengthText(ms: number): string {
  const minutes = Math.floor(ms / minuteMs)
  if (minutes < 1) return 'menos de 1 min'
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}

export function momentText(iso: string): string {
  return moment.format(new Date(iso))
}

/** Names the person of the shift; an erased person has no name (EVI-6). */
export function shiftName({ person }: AlarmShift): string {
  return person === null ? 'Turno não informado' : person.name || 'Alguém'
}

export function takerName({ person }: AlarmShare): string {
  return person === null ? 'Ninguém' : person.name || 'Alguém'
}

/** Counts the calls that colleagues took; the server does not send the names of these colleagues. */
export function colleaguesText({ alarms, shares }: AlarmShift): string {
  const rest = alarms - shares.reduce((sum, share) => sum + share.alarms, 0)
  return rest === 0 ? '' : `Colegas: ${callsText(rest)}`
}

export function callsText(calls: number): string {
  return calls === 1 ? '1 chamada' : `${calls} chamadas`
}

/** Describes the call that waited longest and for how long; ', ninguém' if no person has taken it. */
export function longestText({ longest }: AlarmPeriod): string {
  if (longest === null) return ''
  const what = [longest.deviceName, longest.condominiumName].filter(Boolean).join(', ') || 'Muitos condomínios'
  return `${what}: ${lengthText(longest.forMs)}${longest.isTaken ? '' : ', ninguém'}`
}
