import * as v from 'valibot'
import { eventKinds, kindView } from '../../../contract/incidents/event-kinds.ts'
import type { EventKind } from '../../../contract/wire/answers/event-kinds.ts'
import type { FoundEvent } from '../../../contract/wire/answers/event-search.ts'
import { searchedKinds } from '../../../contract/wire/answers/events.ts'
import { kindCode } from '../../../contract/wire/requests/event-kinds.ts'
import type { EventFilter } from '../../../contract/wire/requests/events.ts'
import {
  everything,
  type RecordFilter,
  recordAddress,
  recordChoiceOf,
  recordFilterOf,
} from '../parts/lists/record-query.ts'

export function eventFilterOf(search: string): RecordFilter {
  return recordFilterOf(search, (kind) => v.is(kindCode, kind))
}

/** Builds the address of the page with a filter. */
export function eventsAddress(values: Partial<RecordFilter>): string {
  return recordAddress('/events', { ...everything, ...values })
}

/** Converts the filter to the request of the service. */
export function eventChoiceOf(filter: RecordFilter): EventFilter {
  return { ...recordChoiceOf(filter), ...(filter.kind !== '' && { kind: filter.kind }) }
}

/**
 * Codes and names of the kinds that the filter offers: those that every panel knows, those of the customer's catalogue,
 * and those of the listed events and of the filter itself (EVT-1).
 */
export function kindChoices(
  catalogue: readonly EventKind[],
  events: readonly FoundEvent[],
  chosen: string,
): (readonly [code: string, name: string])[] {
  const names = new Map<string, string>(searchedKinds.map((kind) => [kind, eventKinds[kind].text]))
  for (const { code, name } of catalogue) names.set(code, name)
  for (const event of events) if (!names.has(event.kind)) names.set(event.kind, kindView(event).text)
  if (chosen !== '' && !names.has(chosen)) names.set(chosen, kindView({ kind: chosen, description: '' }).text)
  return [...names]
}
