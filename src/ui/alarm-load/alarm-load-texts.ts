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

/** Alarms per hour; a shorter period counts as an hour: else one early call would be a flood. */
export function rateOf({ alarms, from, to }: AlarmPeriod): number {
  return alarms / Math.max((Date.parse(to) - Date.parse(from)) / hourMs, 1)
}

/** Whether the period is too short for a rate: then its calls are counted and judged as the calls of an hour (STATE-7). */
export function isShort({ from, to }: AlarmPeriod): boolean {
  return Date.parse(to) - Date.parse(from) < hourMs
}

/** Formats the rate, '6,5'; for less than an hour the count, '11 em 16 min'. */
export function rateText(period: AlarmPeriod): string {
  if (!isShort(period)) return decimal.format(rateOf(period))
  return `${period.alarms} em ${lengthText(Date.parse(period.to) - Date.parse(period.from))}`
}

/** Formats the worst rate for a sentence: '6,5 chamadas por hora', '11 chamadas em 16 min'. */
function loadText(period: AlarmPeriod): string {
  const [first, ...rest] = rateText(period).split(' ')
  if (isShort(period)) return `${callsText(Number(first))} ${rest.join(' ')}`
  return first === '1' ? '1 chamada por hora' : `${first} chamadas por hora`
}

export function isFlood({ worst }: AlarmPeriod): boolean {
  return worst !== null && worst.alarms > flood
}

/** Summarizes in one sentence whether the alarms were too many for one person. */
export function loadVerdict(periods: readonly AlarmPeriod[]): { tone: 'ok' | 'warn' | 'bad'; text: string } {
  const worst = periods.toSorted((left, right) => rateOf(right) - rateOf(left))[0]
  if (worst === undefined || worst.alarms === 0) return { tone: 'ok', text: 'Nenhuma chamada neste período.' }
  if (periods.some(isFlood))
    return {
      tone: 'bad',
      text: `Houve uma avalanche: mais de ${flood} chamadas em 10 minutos, que ninguém atende bem.`,
    }
  const [rate, load] = [rateOf(worst), loadText(worst)]
  if (rate > most)
    return {
      tone: 'bad',
      text: `Carga demais: até ${load} em um turno; uma pessoa atende no máximo ${most} por hora.`,
    }
  if (rate > well)
    return { tone: 'warn', text: `Carga alta: até ${load} em um turno; uma pessoa atende bem ${well} por hora.` }
  return {
    tone: 'ok',
    text: `Dentro do que uma pessoa atende bem: no máximo ${load} em um turno; até ${well} por hora é bom.`,
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

/** Names the person of the shift; an erased person has no name (EVI-6). */
export function shiftName({ person }: AlarmShift): string {
  return person === null ? 'Sem passagem de turno' : person.name || 'Alguém'
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
