import { nextMorning } from '../parts/next-morning.ts'

/** Durations for which a person may isolate a device; the longest is a day (`breakerRules.longestIsolationMs`). */
export const isolationSpans = ['1h', '4h', 'untilMorning', '24h'] as const

export type IsolationSpan = (typeof isolationSpans)[number]

const hourMs = 60 * 60_000

/** The end of an isolation that begins at `at`; times in milliseconds since the epoch. */
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
