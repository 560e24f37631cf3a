import * as v from 'valibot'
import type { Log } from '../log/log.ts'
import { isolationSchema } from './isolation-memory.ts'

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const time = v.nullable(v.pipe(v.number(), v.finite()))

const storedBreakerSchema = v.pipe(
  v.object({
    wordCode: v.pipe(v.string(), v.nonEmpty()),
    condominiumId: v.string(),
    state: v.picklist(['CLOSED', 'OPEN', 'HALF_OPEN', 'FORCED_OPEN']),
    failureCount: count,
    lastFailureTime: time,
    trialStartedAt: time,
    refused: count,
    lastError: v.nullable(v.string()),
    // A version from before knew nothing of what follows; what it kept outlives the update that reloads the page.
    isolation: v.optional(v.nullable(isolationSchema), null),
    /** When it came to its state; null of one that never moved. */
    since: v.optional(time, null),
    /** How often it has opened since it was closed last. */
    openings: v.optional(count, 0),
    /** Milliseconds that the calls took which led to where it stands, oldest first; as are the next two, since its last move. */
    durations: v.optional(v.array(count), []),
    /** Calls that took long. */
    slow: v.optional(count, 0),
    /** Results that neither counted nor moved anything: late ones, and those that say nothing of the device. */
    ignored: v.optional(count, 0),
  }),
  v.check(({ state, lastFailureTime }) => state !== 'OPEN' || lastFailureTime !== null, 'Expected lastFailureTime'),
  v.check(({ state, isolation }) => (state === 'FORCED_OPEN') === (isolation !== null), 'Expected isolation'),
)

/** A device's circuit as it outlives a reload (CB-9); times in ms since the epoch. */
export type StoredBreaker = v.InferOutput<typeof storedBreakerSchema>

/** The tab's circuits in session storage, which may be full or forbidden: that is logged once and never throws. */
export interface BreakerMemory {
  /** Every circuit that can be read; what cannot is logged and removed. */
  read(): StoredBreaker[]
  write(record: StoredBreaker): void
  remove(wordCode: string): void
  /** Nothing stays, readable or not. */
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
  return {
    read: () =>
      attempt([], (storage) =>
        keysOf(storage)
          .filter((key) => key.startsWith(keyPrefix))
          .flatMap((key) => attempt([], () => readOne(storage, key))),
      ),
    write: (record) =>
      attempt(undefined, (storage) => storage.setItem(keyPrefix + record.wordCode, JSON.stringify(record))),
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
