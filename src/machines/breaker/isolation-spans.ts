/** For how long a person may isolate a device: the longest of them is a day (`breakerRules.longestIsolationMs`). */
export const isolationSpans = ['1h', '4h', 'untilMorning', '24h'] as const

export type IsolationSpan = (typeof isolationSpans)[number]

/** The hour, on the clock of this computer, at which a night ends. */
const morningHour = 6

const hourMs = 60 * 60_000

/** When an isolation that begins now ends; times in milliseconds since the epoch. */
export function isolationEnd(span: IsolationSpan, at: number): number {
  switch (span) {
    case '1h':
      return at + hourMs
    case '4h':
      return at + 4 * hourMs
    case 'untilMorning':
      return nextMorning(at)
    case '24h':
      return at + 24 * hourMs
  }
}

function nextMorning(at: number): number {
  const morning = new Date(at)
  morning.setHours(morningHour, 0, 0, 0)
  if (morning.getTime() <= at) morning.setDate(morning.getDate() + 1)
  return morning.getTime()
}
