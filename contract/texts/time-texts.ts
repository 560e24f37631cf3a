const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Formats a remaining time: 'em menos de 1 minuto', 'em 4 minutos'. */
export function timeLeftText(leftMs: number): string {
  if (leftMs < minuteMs) return 'em menos de 1 minuto'
  const minutes = Math.round(leftMs / minuteMs)
  return minutes === 1 ? 'em 1 minuto' : `em ${minutes} minutos`
}

const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })
const time = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const hourAndMinute = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })
const moment = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' })
const dayAndTime = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** Formats the time of an ISO date-time, with the day if it is not today. */
export function clockText(iso: string, now: number): string {
  const at = new Date(iso)
  return at.toDateString() === new Date(now).toDateString() ? time.format(at) : dayAndTime.format(at)
}

/** Formats the time of day with seconds; `at` in milliseconds since the epoch. */
export function secondsText(at: number): string {
  return time.format(at)
}

/** Formats the time of day of an ISO date-time: '22:01'. */
export function hourText(iso: string): string {
  return hourAndMinute.format(new Date(iso))
}

/** Formats day, hour and minute; `at` in milliseconds since the epoch. */
export function minutesText(at: number): string {
  return dayAndTime.format(at)
}

/** Formats day and time of an ISO date-time: '25/11/2026, 16:20'. */
export function momentText(iso: string): string {
  return moment.format(new Date(iso))
}

/** Formats an end within a day: 'até 06:00', 'até amanhã às 06:00'. */
export function untilText(until: number, now: number): string {
  const isToday = new Date(until).toDateString() === new Date(now).toDateString()
  return `até ${isToday ? '' : 'amanhã às '}${hourAndMinute.format(until)}`
}

/** Formats an age for running text: 'há menos de 1 minuto', 'há 3 minutos'. */
export function sinceText(ageMs: number): string {
  return ageMs < minuteMs ? 'há menos de 1 minuto' : ageText(ageMs)
}

/** Formats an age, in seconds below one minute: 'há 20 s', 'há 3 minutos'. */
export function agoText(ageMs: number): string {
  return ageMs < minuteMs ? `há ${Math.max(Math.floor(ageMs / 1_000), 0)} s` : ageText(ageMs)
}

/** Formats a duration: '0,4 s', '90 s', '350 ms'. */
export function durationText(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`
  return `${decimal.format(durationMs / 1_000)} s`
}

/** The age in words (ACT-4). */
export function ageText(ageMs: number): string {
  if (ageMs < minuteMs) return 'Agora'
  if (ageMs < hourMs) return counted(Math.floor(ageMs / minuteMs), 'minuto')
  if (ageMs < dayMs) return counted(Math.floor(ageMs / hourMs), 'hora')
  return counted(Math.floor(ageMs / dayMs), 'dia')
}

function counted(count: number, unit: string): string {
  return `há ${count} ${unit}${count === 1 ? '' : 's'}`
}
