import type { Outcome } from './recording.ts'

/** Which events the list shows. A link and a file carry it. */
export interface EventFilter {
  /** Text in the type, the names or the payload of an event; '' for all. */
  text: string
  /** Whether only the events of the selected actor are shown. */
  isOnlyActor: boolean
  /** A wordCode in the names or the payload; '' for all. */
  device: string
  outcome: Outcome | null
  /** First and last time in milliseconds; null without a limit. Also the period that is attached to a report. */
  from: number | null
  to: number | null
}
