const clock = new Intl.DateTimeFormat('pt-BR', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

const dayAndClock = new Intl.DateTimeFormat('pt-BR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
})

/** '02:30:32,061'. `time` in milliseconds. */
export function clockText(time: number): string {
  return clock.format(time)
}

/** '27/11/2026, 02:30:32,061'. `time` in milliseconds. */
export function dayAndClockText(time: number): string {
  return dayAndClock.format(time)
}

/** Numbers in this range are times: from 2001 to 2100. */
const times = { first: 1e12, last: 4.1e12 } as const
const durationKey = /Ms$/

/** Returns a time, or a duration in milliseconds, as readable text; null for other numbers. */
export function numberText(key: string, value: number): string | null {
  if (value >= times.first && value <= times.last) return dayAndClockText(value)
  return durationKey.test(key) && value >= 1_000 ? `${(value / 1_000).toLocaleString('pt-BR')} s` : null
}
