import { type IDBPDatabase, wrap } from 'idb'
import * as v from 'valibot'
import { type AuditRecord, auditRecordSchema } from '../../../contract/wire/answers/audit.ts'
import type { Log } from '../log/log.ts'
import { type AuditEntry, auditEntrySchema } from './audit-entry.ts'

/** AUD-2: 90 days. */
export const auditKeptMs = 90 * 24 * 60 * 60_000

const databaseName = 'guarita-audit'
const storeName = 'records'

/**
 * The browser's own copy of the audit records and the outbox to the server (AUD-2), shared by its tabs. Every function
 * rejects with an `AuditStorageUnavailableError` where the browser refuses.
 */
export interface AuditStore {
  /**
   * Keeps the entries, all or none; resolves once they are committed, with what the store added. An entry that could
   * never be read back rejects with a `ValiError`.
   */
  append(userId: string, entries: readonly AuditEntry[]): Promise<AuditRecord[]>
  /** The records that the server is still to get under this user's token, oldest first. */
  undelivered(userId: string, limit: number): Promise<AuditRecord[]>
  markDelivered(ids: readonly string[]): Promise<void>
  /** The server will never take them (`status` of its answer): kept here, no longer sent. */
  markRefused(ids: readonly string[], status: number): Promise<void>
  /** A device's records, newest first. */
  history(userId: string, wordCode: string, limit: number): Promise<AuditRecord[]>
  /** Drops what the server has, of everybody or of all but one. */
  forgetDelivered(but?: string): Promise<void>
  /** Drops what is older than 90 days, delivered or not; resolves with how many. */
  purge(): Promise<number>
  close(): void
}

export interface AuditStoreParts {
  /** Undefined where the browser has none. */
  indexedDB: IDBFactory | undefined
  log: Log
  /** Milliseconds since the epoch. */
  now: () => number
  panelVersion: string
  /** A UUID: the server knows a record that is sent twice by it. */
  newId: () => string
}

/** Opens the store; another tab that needs a newer one closes it. */
export async function openAuditStore(parts: AuditStoreParts): Promise<AuditStore> {
  const { log, now, panelVersion, newId } = parts
  const database = await orUnavailable(() => openDatabase(parts.indexedDB))

  const change = () => database.transaction(storeName, 'readwrite', { durability: 'strict' })
  const read = async (range: Range, limit: number): Promise<AuditRecord[]> => {
    const records: AuditRecord[] = []
    const index = database.transaction(storeName).store.index(range.index)
    let cursor = await index.openCursor(range.key, range.direction)
    while (cursor && records.length < limit) {
      const parsed = v.safeParse(auditRecordSchema, cursor.value)
      if (parsed.success) records.push(parsed.output)
      else log.warn('Registro de auditoria ilegível ignorado.', parsed.issues[0].message)
      cursor = await cursor.continue()
    }
    return records
  }
  const mark = async (ids: readonly string[], from: readonly Delivery['delivery'][], delivery: Delivery) => {
    const transaction = change()
    const markOne = async (id: string) => {
      const key = await transaction.store.index('id').getKey(id)
      const row = v.safeParse(rowSchema, key === undefined ? undefined : await transaction.store.get(key))
      if (row.success && from.includes(row.output.delivery)) await transaction.store.put({ ...row.output, ...delivery })
    }
    await Promise.all([...ids.map(markOne), transaction.done])
  }

  return {
    async append(userId, entries) {
      const checked = entries.map((entry) => v.parse(auditEntrySchema, entry))
      return orUnavailable(async () => {
        const transaction = change()
        const added = checked.map(async (entry) => {
          const record = { ...entry, id: newId(), userId, panelVersion }
          const row = { ...record, atMs: Date.parse(entry.at), delivery: 'pending' }
          return { ...record, sequence: v.parse(v.number(), await transaction.store.add(row)) }
        })
        const [records] = await Promise.all([Promise.all(added), transaction.done])
        return records
      })
    },
    undelivered: (userId, limit) =>
      orUnavailable(() => read({ index: 'outbox', key: [userId, 'pending'], direction: 'next' }, limit)),
    markDelivered: (ids) => orUnavailable(() => mark(ids, ['pending', 'refused'], { delivery: 'delivered' })),
    markRefused: (ids, status) =>
      orUnavailable(() => mark(ids, ['pending'], { delivery: 'refused', refusedStatus: status })),
    history: (userId, wordCode, limit) =>
      orUnavailable(() => read({ index: 'history', key: [userId, wordCode], direction: 'prev' }, limit)),
    forgetDelivered: (but) =>
      orUnavailable(async () => {
        const transaction = change()
        let cursor = await transaction.store.index('outbox').openKeyCursor()
        const delivered: IDBValidKey[] = []
        while (cursor) {
          const [userId, delivery] = v.parse(outboxKey, cursor.key)
          if (delivery === 'delivered' && userId !== but) delivered.push(cursor.primaryKey)
          cursor = await cursor.continue()
        }
        await Promise.all([...delivered.map((key) => transaction.store.delete(key)), transaction.done])
      }),
    purge: () =>
      orUnavailable(async () => {
        const transaction = change()
        const old = await transaction.store.index('age').getAllKeys(IDBKeyRange.upperBound(now() - auditKeptMs, true))
        await Promise.all([...old.map((key) => transaction.store.delete(key)), transaction.done])
        return old.length
      }),
    close: () => database.close(),
  }
}

/** This browser does not keep audit records: it has no IndexedDB, forbids it, or has no room. */
export class AuditStorageUnavailableError extends Error {
  override readonly name = 'AuditStorageUnavailableError'
  constructor(cause: unknown) {
    super('Este navegador não permite guardar os registros de auditoria.', { cause })
  }
}

interface Range {
  index: 'outbox' | 'history'
  key: [string, string]
  direction: 'next' | 'prev'
}

/** Whether the server has a record; the index `outbox` leads with the user, under whose token it goes. */
const rowSchema = v.looseObject({ delivery: v.picklist(['pending', 'delivered', 'refused']) })

const outboxKey = v.tuple([v.string(), v.string()])

interface Delivery {
  delivery: v.InferOutput<typeof rowSchema>['delivery']
  refusedStatus?: number
}

async function openDatabase(factory: IDBFactory | undefined): Promise<IDBPDatabase> {
  if (factory === undefined) throw new Error('No IndexedDB')
  const request = factory.open(databaseName, 1)
  request.onupgradeneeded = () => {
    const records = request.result.createObjectStore(storeName, { keyPath: 'sequence', autoIncrement: true })
    records.createIndex('id', 'id', { unique: true })
    records.createIndex('outbox', ['userId', 'delivery'])
    records.createIndex('history', ['userId', 'wordCode'])
    records.createIndex('age', 'atMs')
  }
  const database = await wrap(request)
  if (database === undefined) throw new Error('No database')
  database.onversionchange = () => database.close()
  return database
}

async function orUnavailable<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act()
  } catch (error) {
    throw new AuditStorageUnavailableError(error)
  }
}
