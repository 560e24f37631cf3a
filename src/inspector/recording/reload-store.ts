import { actorKind, type Recording } from './recording.ts'
import { documentOf } from './recording-document.ts'
import { readRecording } from './recording-file.ts'
import type { RecordingDocument } from './recording-schema.ts'

const key = 'inspectorRecording'

/**
 * Largest number of events of each kind of actor that survive a reload, and largest text: other flows use the storage,
 * too.
 */
const keptOfKind = 100
const largestText = 1_500_000

type Page = Pick<Window, 'sessionStorage'>
type StoredEvent = RecordingDocument['events'][number]

/** Stores the newest events of each kind of actor for the next load of this tab, with secrets masked. */
export function storeForReload(page: Page, recording: Recording, recordedAt: string, panelVersion: string): void {
  for (let kept = keptOfKind; kept >= 1; kept = Math.floor(kept / 4)) {
    const made = { recordedAt, panelVersion, actorId: null }
    const document = documentOf(recording, made, newestOfKinds(recording, kept), 'left out')
    const text = JSON.stringify({ ...document, events: document.events.map(afterReload) })
    if (text.length > largestText) continue
    try {
      page.sessionStorage.setItem(key, text)
      return
    } catch {
      // The storage is full or forbidden: the next attempt stores a smaller text.
    }
  }
}

/** Reads and deletes the stored recording; null if no readable recording is stored. */
export function takeFromReload(page: Page): Recording | null {
  try {
    const text = page.sessionStorage.getItem(key)
    page.sessionStorage.removeItem(key)
    return text === null ? null : readRecording(key, renamed(text)).recording
  } catch {
    return null
  }
}

/** A reload drops the events in the queue of an actor. */
function afterReload(event: StoredEvent): StoredEvent {
  return event.outcome === 'waiting' ? { ...event, outcome: 'dropped' } : event
}

function newestOfKinds(recording: Recording, kept: number): readonly number[] {
  const kinds = Map.groupBy(recording.seqs, (seq) => {
    const { targetId = '' } = recording.event(seq) ?? {}
    return actorKind(recording.actor(targetId)?.name ?? '')
  })
  return [...kinds.values()].flatMap((seqs) => seqs.slice(-kept)).toSorted((one, other) => one - other)
}

/**
 * Prefixes the stored ids with the time of their recording, because XState restarts its ids with each load of the page.
 */
function renamed(text: string): string {
  const document: unknown = JSON.parse(text)
  const prefix =
    typeof document === 'object' && document !== null && 'recordedAt' in document ? document.recordedAt : ''
  return JSON.stringify(document, (name, value: unknown) =>
    typeof value === 'string' && /^(?:id|parentId|sourceId|targetId)$/.test(name) && value.startsWith('x:')
      ? `${prefix}/${value}`
      : value,
  )
}
