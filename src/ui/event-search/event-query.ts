import { activityKinds } from '../../../contract/wire/answers/events.ts'
import type { EventFilter } from '../../../contract/wire/requests/events.ts'
import {
  everything,
  type RecordFilter,
  recordAddress,
  recordChoiceOf,
  recordFilterOf,
} from '../parts/lists/record-query.ts'

/** The filter of the events that a query string asks for. */
export function eventFilterOf(search: string): RecordFilter {
  return recordFilterOf(search, activityKinds)
}

/** The address of the events, narrowed. */
export function eventsAddress(values: Partial<RecordFilter>): string {
  return recordAddress('/events', { ...everything, ...values })
}

/** What the service is asked for. */
export function eventChoiceOf(filter: RecordFilter): EventFilter {
  const kind = activityKinds.find((each) => each === filter.kind)
  return { ...recordChoiceOf(filter), ...(kind !== undefined && { kind }) }
}
