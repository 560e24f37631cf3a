import type { Outcome } from './recording.ts'

/** Selects the events in the list. Links and files contain the filter. */
export interface EventFilter {
  /** Text in the type, the names or the payload of an event; '' for all. */
  text: string
  /** Whether only the events of the selected actor are shown. */
  isOnlyActor: boolean
  /** A wordCode in the names or the payload; '' for all. */
  device: string
  outcome: Outcome | null
  /** First and last time in milliseconds; null without a limit. A report contains the same period. */
  from: number | null
  to: number | null
}
