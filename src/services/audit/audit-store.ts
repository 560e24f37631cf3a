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
  const remove = async (keys: readonly IDBValidKey[]): Promise<void> => {
    for await (const part of inParts(keys))
      await orLost(async () => {
        const transaction = change()
        await Promise.all([...part.map((key) => transaction.store.delete(key)), transaction.done])
      })
  }
  const kindsOfRows = async (): Promise<[userId: string, delivery: string][]> => {
    const kinds: [string, string][] = []
    let cursor = await database.transaction(storeName).store.index('outbox').openKeyCursor(null, 'nextunique')
    for (; cursor; cursor = await cursor.continue()) kinds.push(v.parse(outboxKey, cursor.key))
    return kinds
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
      const rows: unknown[] = []
      for await (const part of rowsOf(keys.slice(-limit))) rows.push(...part)
      return readable(rows).reverse()
    },
    async forgetDelivered(but) {
      for (const [userId, delivery] of await orLost(kindsOfRows))
        if (delivery === 'delivered' && userId !== but)
          await remove(await orLost(() => read((store) => store.index('outbox').getAllKeys([userId, delivery]))))
    },
    async purge(serverTime) {
      const keys = await orLost(() => read((store) => store.getAllKeys()))
      const old: number[] = []
      const undelivered: number[] = []
      for await (const part of inParts(keys))
        await orLost(async () => {
          const transaction = change()
          const seenNow: Promise<unknown>[] = []
          for (const row of await transaction.store.getAll(IDBKeyRange.bound(part[0], part.at(-1)))) {
            const parsed = v.safeParse(agedRow, row)
            if (!parsed.success) continue
            const { sequence, delivery, seen } = parsed.output
            if (isOld(parsed.output, { browser: now(), server: serverTime })) old.push(sequence)
            else if (delivery !== 'delivered') {
              undelivered.push(sequence)
              if (seen === undefined && serverTime !== null)
                seenNow.push(transaction.store.put({ ...parsed.output, seen: { browser: now(), server: serverTime } }))
            }
          }
          await Promise.all([...seenNow, transaction.done])
        })
      old.push(...undelivered.slice(0, -mostUndelivered))
      await remove(old)
      return old.length
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

const pendingRow = v.looseObject({ delivery: v.literal('pending') })

const bothTimes = v.object({ browser: v.number(), server: v.number() })
/** `seen`: the time of the first `purge` with a time of the server, by both clocks. */
const agedRow = v.looseObject({
  ...{ sequence: v.number(), delivery: v.string(), atMs: v.number() },
  seen: v.optional(bothTimes),
})

/** By the browser's clock for a delivered record; by both clocks for one that only this browser has. */
function isOld(
  { delivery, atMs, seen }: v.InferOutput<typeof agedRow>,
  { browser, server }: { browser: number; server: number | null },
): boolean {
  if (delivery === 'delivered') return atMs < browser - auditKeptMs
  return seen !== undefined && server !== null && hasPassed(seen, { browser, server })
}

function hasPassed(from: v.InferOutput<typeof bothTimes>, to: v.InferOutput<typeof bothTimes>): boolean {
  return Math.min(to.browser - from.browser, to.server - from.server) > auditKeptMs
}

const outboxKey = v.tuple([v.string(), v.string()])

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
