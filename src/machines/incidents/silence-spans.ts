import { nextMorning } from '../parts/next-morning.ts'

const hourMs = 60 * 60_000
/** The server allows at most 12 hours by its own clock (INC-4), which this panel knows only to a second or two. */
const longestMs = 12 * hourMs - 60_000

/** Durations for which a person may silence an incident. */
export const silenceSpans = ['1h', '4h', 'untilMorning', '12h'] as const

export type SilenceSpan = (typeof silenceSpans)[number]

/** The end of a silence that begins at `at`, or null if it would be too long; both in milliseconds since the epoch. */
export function silenceEnd(span: SilenceSpan, at: number): number | null {
  switch (span) {
    case '1h':
      return at + hourMs
    case '4h':
      return at + 4 * hourMs
    case '12h':
      return at + longestMs
    case 'untilMorning': {
      const morning = nextMorning(at)
      return morning - at <= longestMs ? morning : null
    }
  }
}
