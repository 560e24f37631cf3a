import { type IDBPDatabase, type IDBPObjectStore, wrap } from 'idb'
import * as v from 'valibot'
import { type AuditRecord, auditRecordSchema } from '../../../contract/wire/answers/audit.ts'
import type { Log } from '../log/log.ts'
import { inParts } from '../page/idle-time.ts'
import { type AuditEntry, auditEntrySchema } from './audit-entry.ts'

/** AUD-2: 90 days. */
export const auditKeptMs = 90 * 24 * 60 * 60_000

/** Limit of undelivered records, so that a browser without any right clock does not keep records without end. */
export const mostUndelivered = 20_000

/** EVI-8: a browser that has not answered after this time counts as unable to store. */
export const storageLimitMs = 5_000

const databaseName = 'guarita-audit'
const storeName = 'records'

/**
 * The browser's copy of the audit records, and the queue of undelivered ones (AUD-2), shared by its tabs. Every
 * function rejects with an `AuditStorageUnavailableError` if the browser refuses or does not answer in 5 s; the store
 * is then lost. Work on many records has a transaction for each part, so that their number does not lose the store.
 */
export interface AuditStore {
  /**
   * Stores all entries or none; resolves after the commit. An entry with the id of a stored record is skipped. An
   * unreadable entry rejects with a `ValiError`.
   */
  append(userId: string, entries: readonly AuditEntry[]): Promise<AuditRecord[]>
  /** The records of this user that the server does not have yet, oldest first, except the ids of `but`. */
  undelivered(userId: string, limit: number, but?: readonly string[]): Promise<AuditRecord[]>
  markDelivered(records: readonly AuditRecord[]): Promise<void>
  /** The server refuses the record permanently: keep it here and do not send it again. */
  markRefused(id: string): Promise<void>
  /** A device's records, newest first. */
  history(userId: string, wordCode: string, limit: number): Promise<AuditRecord[]>
  /** Deletes delivered records, of all people or of all but one. */
  forgetDelivered(but?: string): Promise<void>
  /**
   * Deletes delivered records older than 90 days, and undelivered ones if the clocks of both server and browser show that 90 days have passed
   * since the first `purge`: one wrong clock deletes no record that only this browser has. Keeps the newest 20,000 undelivered records.
   * @param serverTime milliseconds since the epoch, or null if no server has answered
   * @returns the number of deleted records
   */
  purge(serverTime: number | null): Promise<number>
  /** Calls back once, when the browser has failed, closed or cleared the store. Returns a stop function. */
  watchLoss(onLost: () => void): () => void
  close(): void
}

export interface AuditStoreParts {
  /** Undefined if the browser has no IndexedDB. Some browsers throw when a page reads it. */
  readonly indexedDB: IDBFactory | undefined
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  panelVersion: string
  /** A UUID, equal for each attempt to store an entry: the server recognises duplicates by it. */
  idOf: (entry: AuditEntry) => string
}

/** Opens the store; another tab with a newer schema closes it. */
export async function openAuditStore(parts: AuditStoreParts): Promise<AuditStore> {
  const { log, now, panelVersion, idOf } = parts
  let database = await orUnavailable(() => openDatabase(parts.indexedDB))
  const losing = new AbortController()
  let isClosed = false
  const lose = () => {
    database.close()
    losing.abort()
  }
  const watch = () => {
    database.onversionchange = lose
    database.onclose = lose
  }
  watch()

  /**
   * Repeats an operation on a new connection if the browser has closed the connection without an event (Safari). Then
   * no transaction had begun, so nothing is stored twice.
   */
  const reopened = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    try {
      return await act()
    } catch (error) {
      if (isClosed || losing.signal.aborted || !(error instanceof DOMException) || error.name !== 'InvalidStateError')
        throw error
      database = await openDatabase(parts.indexedDB)
      watch()
      return act()
    }
  }
  const orLost = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    try {
      return await orUnavailable(() => inTime(reopened(act)))
    } catch (error) {
      lose()
      throw error
    }
  }
  // Relaxed: the operating system has the data, which survives the end of the page and the browser. Waiting for the
  // disk takes many times longer, and a page that is killed during it loses the record.
  const change = () => database.transaction(storeName, 'readwrite', { durability: 'relaxed' })
  // A write waits for earlier reads, so commit the read transaction immediately, before the page has the answer.
  const read = async <Value>(ask: (store: ReadStore) => Promise<Value>): Promise<Value> => {
    const transaction = database.transaction(storeName)
    const answer = ask(transaction.store)
    transaction.commit()
    return answer
  }
  const rowsOf = async function* (keys: readonly IDBValidKey[]) {
    for await (const part of inParts(keys))
      yield await orLost(() => read((store) => Promise.all(part.map((key) => store.get(key)))))
  }
  /** Calls `act` with each readable row, and with the store of the transaction of its part. */
  const sweep = async (act: (row: AgedRow, store: WriteStore) => Promise<unknown> | undefined): Promise<void> => {
    for await (const part of inParts(await orLost(() => read((store) => store.getAllKeys()))))
      await orLost(async () => {
        const transaction = change()
        const rows = await transaction.store.getAll(IDBKeyRange.bound(part[0], part.at(-1)))
        const acts = rows.map((row) => v.is(agedRow, row) && act(row, transaction.store))
        await Promise.all([...acts, transaction.done])
      })
  }
  const readable = (rows: readonly unknown[]): AuditRecord[] =>
    rows.flatMap((row) => {
      const parsed = v.safeParse(auditRecordSchema, row)
      if (parsed.success) return [parsed.output]
      log.warn('Registro de auditoria ilegível ignorado.', parsed.issues[0].message)
      return []
    })
  return {
    async append(userId, entries) {
      const checked = entries.map((entry) => ({ ...v.parse(auditEntrySchema, entry), id: idOf(entry) }))
      return orLost(async () => {
        const transaction = change()
        const fresh = []
        for (const [index, entry] of checked.entries())
          if (!entries[index]?.id || !(await transaction.store.index('id').getKey(entry.id))) fresh.push(entry)
        const added = fresh.map(async (entry) => {
          const record = { ...entry, userId, panelVersion }
          const key = await transaction.store.add(rowOf(record, 'pending'))
          return { ...record, sequence: v.parse(v.number(), key) }
        })
        transaction.commit()
        const [records] = await Promise.all([Promise.all(added), transaction.done])
        return records
      })
    },
    async undelivered(userId, limit, but = []) {
      const held = new Set(but)
      const found: AuditRecord[] = []
      const keys = await orLost(() => read((store) => store.index('outbox').getAllKeys([userId, 'pending'])))
      for await (const rows of rowsOf(keys)) {
        found.push(...readable(rows).filter(({ id }) => !held.has(id)))
        if (found.length >= limit) break
      }
      return found.slice(0, limit)
    },
    markDelivered: (records) =>
      orLost(async () => {
        const transaction = change()
        const marked = records.map((record) => transaction.store.put(rowOf(record, 'delivered')))
        transaction.commit()
        await Promise.all([...marked, transaction.done])
      }),
    markRefused: (id) =>
      orLost(async () => {
        const transaction = change()
        const row = v.safeParse(pendingRow, await transaction.store.index('id').get(id))
        if (row.success) await transaction.store.put({ ...row.output, delivery: 'refused' })
        await transaction.done
      }),
    async history(userId, wordCode, limit) {
      const keys = await orLost(() => read((store) => store.index('history').getAllKeys([userId, wordCode])))
      const rows = await orLost(() => read((store) => Promise.all(keys.slice(-limit).map((key) => store.get(key)))))
      return readable(rows).reverse()
    },
    forgetDelivered: (but) =>
      sweep(({ sequence, delivery, userId }, store) =>
        delivery === 'delivered' && userId !== but ? store.delete(sequence) : undefined,
      ),
    async purge(serverTime) {
      let deleted = 0
      const undelivered: number[] = []
      await sweep((row, store) => {
        const { sequence, delivery, seen } = row
        if (isOld(row, { browser: now(), server: serverTime })) {
          deleted += 1
          return store.delete(sequence)
        }
        if (delivery === 'delivered') return undefined
        undelivered.push(sequence)
        return seen === undefined && serverTime !== null
          ? store.put({ ...row, seen: { browser: now(), server: serverTime } })
          : undefined
      })
      const excess = new Set(undelivered.slice(0, -mostUndelivered))
      if (excess.size > 0)
        await sweep(({ sequence }, store) => (excess.has(sequence) ? store.delete(sequence) : undefined))
      return deleted + excess.size
    },
    watchLoss(onLost) {
      const { signal } = losing
      if (signal.aborted) onLost()
      signal.addEventListener('abort', onLost)
      return () => signal.removeEventListener('abort', onLost)
    },
    close() {
      isClosed = true
      database.close()
    },
  }
}

/** The browser cannot store audit records: no IndexedDB, forbidden, or no space. */
export class AuditStorageUnavailableError extends Error {
  override readonly name = 'AuditStorageUnavailableError'
  constructor(cause: unknown) {
    super('Este navegador não permite guardar os registros de auditoria.', { cause })
  }
}

type ReadStore = IDBPObjectStore<unknown, [typeof storeName], typeof storeName>
type WriteStore = IDBPObjectStore<unknown, [typeof storeName], typeof storeName, 'readwrite'>

const pendingRow = v.looseObject({ delivery: v.literal('pending') })

const bothTimes = v.object({ browser: v.number(), server: v.number() })
/** `seen`: the time of the first `purge` with a time of the server, by both clocks. */
const agedRow = v.looseObject({
  ...{ sequence: v.number(), userId: v.string(), delivery: v.string(), atMs: v.number() },
  seen: v.optional(bothTimes),
})
type AgedRow = v.InferOutput<typeof agedRow>

/** By the browser's clock for a delivered record; by both clocks for one that only this browser has. */
function isOld(
  { delivery, atMs, seen }: AgedRow,
  { browser, server }: { browser: number; server: number | null },
): boolean {
  if (delivery === 'delivered') return atMs < browser - auditKeptMs
  return seen !== undefined && server !== null && hasPassed(seen, { browser, server })
}

function hasPassed(from: v.InferOutput<typeof bothTimes>, to: v.InferOutput<typeof bothTimes>): boolean {
  return Math.min(to.browser - from.browser, to.server - from.server) > auditKeptMs
}

/** `delivery`: whether the server has the record. The index `outbox` begins with the user, who must send it. */
function rowOf(record: Pick<AuditRecord, 'at'>, delivery: 'pending' | 'delivered'): object {
  return { ...record, atMs: Date.parse(record.at), delivery }
}

async function openDatabase(factory: IDBFactory | undefined): Promise<IDBPDatabase> {
  if (factory === undefined) throw new Error('No IndexedDB')
  const request = factory.open(databaseName, 1)
  request.onupgradeneeded = () => {
    const records = request.result.createObjectStore(storeName, { keyPath: 'sequence', autoIncrement: true })
    records.createIndex('id', 'id', { unique: true })
    records.createIndex('outbox', ['userId', 'delivery'])
    records.createIndex('history', ['userId', 'wordCode'])
    // Not read any more; part of version 1.
    records.createIndex('age', 'atMs')
  }
  const opening = wrap(request)
  try {
    const database = await inTime(opening)
    if (database === undefined) throw new Error('No database')
    return database
  } catch (error) {
    // A connection that opens late would block a newer version in other tabs.
    opening.then(
      (late) => late?.close(),
      () => {},
    )
    throw error
  }
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new DOMException('No answer in time', 'TimeoutError'))
    // In two steps: after the computer slept or the page was frozen, an available answer wins before the second timer.
    timer = setTimeout(() => {
      timer = setTimeout(giveUp, storageLimitMs / 2)
    }, storageLimitMs / 2)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function orUnavailable<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act()
  } catch (error) {
    throw new AuditStorageUnavailableError(error)
  }
}
