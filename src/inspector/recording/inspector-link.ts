import type { EventFilter } from './event-filter.ts'
import { outcomes } from './recording.ts'

/**
 * A link into the inspector: an actor, and optionally a moment, a filter, a note, and the build and browser of the
 * sender.
 */
export interface InspectorLink {
  /** Name of the actor; null for the first actor. */
  actor: string | null
  /** Sequence number of the shown event, and its time in milliseconds; null if the link names only an actor. */
  event: number | null
  at: number | null
  filter: Partial<EventFilter>
  note: string
  build: string
  browser: string
  /** Start of the linked recording in milliseconds; null if the link names only an actor. */
  recording: number | null
}

/** Reads a link from the search of an address; invalid parts are left out. */
export function linkIn(search: string): InspectorLink {
  const given = new URLSearchParams(search)
  const text = (key: string) => given.get(key) ?? ''
  const outcome = outcomes.find((known) => known === given.get('result'))
  const event = Number.parseInt(text('event'), 10)
  const [at, from, to] = [timeIn(given, 'at'), timeIn(given, 'from'), timeIn(given, 'to')]
  return {
    actor: given.get('actor'),
    event: Number.isNaN(event) ? null : event,
    at,
    filter: {
      ...(given.has('q') && { text: text('q') }),
      ...(given.has('device') && { device: text('device') }),
      ...(given.has('only') && { isOnlyActor: true }),
      ...(outcome !== undefined && { outcome }),
      ...(from !== null && { from }),
      ...(to !== null && { to }),
    },
    note: text('note'),
    build: text('build'),
    browser: text('browser'),
    recording: timeIn(given, 'recording'),
  }
}

/** The search of an address for a link. */
export function searchOf({ actor, event, at, filter, note, build, browser, recording }: InspectorLink): string {
  const parts: Record<string, string | null | undefined | false> = {
    actor,
    event: event === null ? null : String(event),
    at: timeText(at),
    q: filter.text,
    device: filter.device,
    only: filter.isOnlyActor && '1',
    result: filter.outcome,
    from: timeText(filter.from),
    to: timeText(filter.to),
    note,
    build,
    browser,
    recording: timeText(recording),
  }
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(parts)) if (value) search.set(key, value)
  return search.toString()
}

function timeIn(given: URLSearchParams, key: string): number | null {
  const time = Date.parse(given.get(key) ?? '')
  return Number.isNaN(time) ? null : time
}

function timeText(time: number | null | undefined): string | null {
  return time == null ? null : new Date(time).toISOString()
}
