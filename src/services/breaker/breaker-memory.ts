import * as v from 'valibot'
import { circuitStates } from '../../../contract/devices/breaker-rules.ts'
import type { Log } from '../log/log.ts'
import { isolationSchema } from './isolation-memory.ts'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const time = v.nullable(v.pipe(v.number(), v.finite()))

const storedBreakerSchema = v.pipe(
  v.object({
    wordCode: v.pipe(v.string(), v.nonEmpty()),
    condominiumId: v.string(),
    state: v.picklist(circuitStates),
    failureCount: count,
    lastFailureTime: time,
    trialStartedAt: time,
    refused: count,
    lastError: v.nullable(v.string()),
    // Earlier versions did not store the fields below; their data survives the update that reloads the page.
    isolation: v.optional(v.nullable(isolationSchema), null),
    /** Time of the last transition; null before the first. */
    since: v.optional(time, null),
    /** How many times in a row the circuit has opened since it was last closed. */
    openings: v.optional(count, 0),
    /** Call durations in ms, oldest first; this and the next two fields count since the last transition. */
    durations: v.optional(v.array(count), []),
    slow: v.optional(count, 0),
    /** Results that did not count: late results, and results without information about the device. */
    ignored: v.optional(count, 0),
  }),
  v.check(({ state, lastFailureTime }) => state !== 'OPEN' || lastFailureTime !== null, 'Expected lastFailureTime'),
  v.check(({ state, isolation }) => (state === 'FORCED_OPEN') === (isolation !== null), 'Expected isolation'),
)

/** A device's circuit as stored across a reload (CB-9); times in ms since the epoch. */
export type StoredBreaker = v.InferOutput<typeof storedBreakerSchema>

/** The tab's circuits in session storage. No function throws; a storage failure is logged once. */
export interface BreakerMemory {
  /** Every readable circuit; unreadable ones are logged and removed. */
  read(): StoredBreaker[]
  write(record: StoredBreaker): void
  remove(wordCode: string): void
  /** Sets the counts of refused calls and ignored results to 0, after they were recorded. */
  forgetCounts(): void
  /** Removes all circuits, readable or not. */
  clear(): void
}

const keyPrefix = 'breaker:'

export function createBreakerMemory(log: Log, page: Pick<Window, 'sessionStorage'>): BreakerMemory {
  let refusalLogged = false
  const attempt = <Value>(fallback: Value, act: (storage: Storage) => Value): Value => {
    try {
      return act(page.sessionStorage)
    } catch (error) {
      if (!refusalLogged) log.warn('Sem armazenamento da aba para a proteção dos dispositivos.', error)
      refusalLogged = true
      return fallback
    }
  }
  const readOne = (storage: Storage, key: string): StoredBreaker[] => {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), storedBreakerSchema), storage.getItem(key))
    if (parsed.success && key === keyPrefix + parsed.output.wordCode) return [parsed.output]
    log.warn('Proteção de dispositivo ilegível no armazenamento da aba.', key)
    storage.removeItem(key)
    return []
  }
  const read = () =>
    attempt([], (storage) =>
      keysOf(storage)
        .filter((key) => key.startsWith(keyPrefix))
        .flatMap((key) => attempt([], () => readOne(storage, key))),
    )
  const write = (record: StoredBreaker) =>
    attempt(undefined, (storage) => storage.setItem(keyPrefix + record.wordCode, JSON.stringify(record)))
  return {
    read,
    write,
    forgetCounts: () => {
      for (const record of read()) write({ ...record, refused: 0, ignored: 0 })
    },
    clear: () =>
      attempt(undefined, (storage) => {
        for (const key of keysOf(storage)) if (key.startsWith(keyPrefix)) storage.removeItem(key)
      }),
    remove: (wordCode) => attempt(undefined, (storage) => storage.removeItem(keyPrefix + wordCode)),
  }
}

function keysOf(storage: Storage): string[] {
  return [...Array(storage.length).keys()].flatMap((index) => storage.key(index) ?? [])
}
