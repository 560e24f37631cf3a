import { breakerRules } from '../../../contract/devices/breaker-rules.ts'
import { nextMorning } from '../parts/next-morning.ts'

/** Durations for which a person may isolate a device. */
export const isolationSpans = ['1h', '4h', 'untilMorning', '24h'] as const

export type IsolationSpan = (typeof isolationSpans)[number]

const hourMs = 60 * 60_000

/** The end of an isolation that begins at `at`, at most 24 h later; times in milliseconds since the epoch. */
export function isolationEnd(span: IsolationSpan, at: number): number {
  const latest = at + breakerRules.longestIsolationMs
  switch (span) {
    case '1h':
      return at + hourMs
    case '4h':
      return at + 4 * hourMs
    case 'untilMorning':
      // The day on which a clock is set back from summer time has 25 hours.
      return Math.min(nextMorning(at), latest)
    case '24h':
      return latest
  }
}
