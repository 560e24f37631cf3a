import { searchedKinds } from '../../../contract/wire/answers/events.ts'
import type { EventFilter } from '../../../contract/wire/requests/events.ts'
import {
  everything,
  type RecordFilter,
  recordAddress,
  recordChoiceOf,
  recordFilterOf,
} from '../parts/lists/record-query.ts'

export function eventFilterOf(search: string): RecordFilter {
  return recordFilterOf(search, searchedKinds)
}

/** Builds the address of the page with a filter. */
export function eventsAddress(values: Partial<RecordFilter>): string {
  return recordAddress('/events', { ...everything, ...values })
}

/** Converts the filter to the request of the service. */
export function eventChoiceOf(filter: RecordFilter): EventFilter {
  const kind = searchedKinds.find((each) => each === filter.kind)
  return { ...recordChoiceOf(filter), ...(kind !== undefined && { kind }) }
}
