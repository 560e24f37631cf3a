import 'fake-indexeddb/auto'
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AuditEntry } from '../../../src/services/audit/audit-entry.ts'
import {
  AuditStorageUnavailableError,
  type AuditStore,
  auditKeptMs,
  openAuditStore,
  storageLimitMs,
} from '../../../src/services/audit/audit-store.ts'
import { createMemoryAuditStore } from '../../../src/services/audit/memory-audit-store.ts'
import { recordingLog } from '../parts/recording-log.ts'

const startMs = Date.parse('2026-01-02T03:04:05Z')
const dayMs = 24 * 60 * 60_000
let indexedDB: IDBFactory
let log: ReturnType<typeof recordingLog>
let nowMs: number
let lastId: number

beforeEach(() => {
  indexedDB = new IDBFactory()
  log = recordingLog()
  nowMs = startMs
  lastId = 0
})

const openStore = (factory: globalThis.IDBFactory | undefined = indexedDB): Promise<AuditStore> =>
  openAuditStore({
    indexedDB: factory,
    log,
    now: () => nowMs,
    panelVersion: '1.0',
    idOf: () => `id-${++lastId}`,
  })

const idOf = ({ id }: AuditEntry) => id ?? `id-${++lastId}`

const openNamed = () => openAuditStore({ indexedDB, log, now: () => nowMs, panelVersion: '1.0', idOf })

const entry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  at: new Date(nowMs).toISOString(),
  wordCode: 'A',
  condominiumId: 'c1',
  kind: 'transition',
  from: 'CLOSED',
  to: 'OPEN',
  cause: 'threshold',
  ...changes,
})

/** Ids of the first thousand records of a test. */
const mostIds = Array.from({ length: 1_000 }, (_, index) => `id-${index + 1}`)

const ids = async (records: Promise<{ id: string }[]>) => (await records).map(({ id }) => id)

test('an entry is read with all fields that the store adds', async () => {
  const store = await openStore()
  const [record] = await store.append('u1', [entry({ lastError: 'Fora do ar.' })])
  expect(record).toEqual({
    ...entry({ lastError: 'Fora do ar.' }),
    id: 'id-1',
    sequence: 1,
    userId: 'u1',
    panelVersion: '1.0',
  })
  expect(await store.undelivered('u1', 10)).toEqual([record])
})

test('the outbox returns the oldest records of one user first, up to the requested number', async () => {
  const store = await openStore()
  await store.append('u1', [entry(), entry()])
  await store.append('u2', [entry()])
  await store.append('u1', [entry()])
  expect(await ids(store.undelivered('u1', 2))).toEqual(['id-1', 'id-2'])
  expect(await ids(store.undelivered('u1', 10))).toEqual(['id-1', 'id-2', 'id-4'])
})

test('the history returns the newest records of one device and user first', async () => {
  const store = await openStore()
  await store.append('u1', [entry(), entry({ wordCode: 'B' }), entry(), entry()])
  await store.append('u2', [entry()])
  expect(await ids(store.history('u1', 'A', 2))).toEqual(['id-4', 'id-3'])
})

test('a record committed before a crash is in the outbox once after it', async () => {
  const before = await openStore()
  await before.append('u1', [entry()])
  before.close()
  const after = await openStore()
  await after.append('u1', [entry()])
  const left = await after.undelivered('u1', 10)
  expect(left.map(({ id, sequence }) => [id, sequence])).toEqual([
    ['id-1', 1],
    ['id-2', 2],
  ])
})

test('sign-out removes the delivered records of that person, and keeps undelivered records (SES-8)', async () => {
  const store = await openStore()
  const hers = await store.append('u1', [entry(), entry(), entry()])
  const his = await store.append('u2', [entry(), entry()])
  await store.markDelivered([...hers.slice(0, 1), ...his.slice(0, 1)])
  await store.markRefused('id-2')
  await store.forgetDelivered('u1')
  expect(await ids(store.history('u1', 'A', 9))).toEqual(['id-3', 'id-2', 'id-1'])
  expect(await ids(store.history('u2', 'A', 9))).toEqual(['id-5'])
  await store.forgetDelivered()
  expect(await ids(store.history('u1', 'A', 9))).toEqual(['id-3', 'id-2'])
  expect(await ids(store.undelivered('u1', 9))).toEqual(['id-3'])
})

test('two tabs share one outbox and one sequence', async () => {
  const [one, two] = [await openStore(), await openStore()]
  const appended = await Promise.all([
    one.append('u1', [entry(), entry()]),
    two.append('u1', [entry(), entry()]),
    one.append('u1', [entry()]),
  ])
  const sequences = appended.flat().map(({ sequence }) => sequence)
  expect(sequences.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
  await one.markDelivered(appended[0].slice(0, 1))
  expect((await two.undelivered('u1', 10)).map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5])
})

describe('after the answer of the server', () => {
  test('an accepted record is not sent again, and stays in the history', async () => {
    const store = await openStore()
    const [first] = await store.append('u1', [entry(), entry()])
    await store.markDelivered(first === undefined ? [] : [first])
    await store.markDelivered([])
    expect(await ids(store.undelivered('u1', 10))).toEqual(['id-2'])
    expect(await ids(store.history('u1', 'A', 10))).toEqual(['id-2', 'id-1'])
  })

  test('a refused record is not sent again, and stays in the history', async () => {
    const store = await openStore()
    await store.append('u1', [entry()])
    await store.markRefused('id-1')
    expect(await store.undelivered('u1', 10)).toEqual([])
    expect(await ids(store.history('u1', 'A', 10))).toEqual(['id-1'])
  })

  test('an acceptance overrides a refusal of another tab, in any order', async () => {
    const store = await openStore()
    const records = await store.append('u1', [entry(), entry()])
    await store.markRefused('id-1')
    await store.markDelivered(records)
    await store.markRefused('id-2')
    await store.markRefused('id-unknown')
    expect(await deliveries()).toEqual(['delivered', 'delivered'])
  })
})

test('delivered records older than 90 days are deleted; delivered records of exactly 90 days stay', async () => {
  const store = await openStore()
  const at = (ageMs: number) => entry({ at: new Date(startMs - ageMs).toISOString() })
  const records = await store.append('u1', [at(auditKeptMs + 1), at(auditKeptMs), at(auditKeptMs + dayMs), at(0)])
  await store.markDelivered(records)
  expect(auditKeptMs).toBe(90 * dayMs)
  expect(await store.purge(null)).toBe(2)
  expect(await ids(store.history('u1', 'A', 10))).toEqual(['id-4', 'id-2'])
})

describe('an undelivered record', () => {
  const undelivered = async (store: AuditStore) => ids(store.undelivered('u1', 10))

  test('is deleted once both clocks show that 90 days have passed', async () => {
    const store = await openStore()
    const records = await store.append('u1', [entry(), entry()])
    await store.markRefused('id-2')
    expect(records).toHaveLength(2)
    expect(await store.purge(nowMs)).toBe(0)
    nowMs += auditKeptMs
    expect(await store.purge(nowMs)).toBe(0)
    nowMs += 1
    expect(await store.purge(nowMs)).toBe(2)
    expect(await undelivered(store)).toEqual([])
  })

  test.each([
    ['the browser with a clock years ahead, without a server', 2_000 * dayMs, null],
    ['the browser with a clock years ahead', 2_000 * dayMs, 0],
    ['the server with a clock years ahead', 0, 2_000 * dayMs],
  ])('is kept by %s', async (_name, browserAheadMs, serverAheadMs) => {
    const store = await openStore()
    await store.append('u1', [entry()])
    await store.purge(startMs)
    nowMs += browserAheadMs
    expect(await store.purge(serverAheadMs === null ? null : startMs + serverAheadMs)).toBe(0)
    expect(await undelivered(store)).toEqual(['id-1'])
  })

  test('is kept if the clock of the browser was years behind when it was recorded', async () => {
    const store = await openStore()
    await store.append('u1', [entry({ at: '2015-01-01T00:00:00.000Z' })])
    await store.purge(null)
    expect(await store.purge(startMs)).toBe(0)
    expect(await undelivered(store)).toEqual(['id-1'])
  })
})

test('only the newest 20,000 undelivered records of all people are kept, also without a server', async () => {
  const store = await openStore()
  await store.append('u2', [entry(), entry()])
  for (let part = 0; part < 20; part++)
    await store.append(
      'u1',
      Array.from({ length: 1_000 }, () => entry()),
    )
  await store.markRefused('id-3')
  expect(await store.purge(null)).toBe(2)
  expect(await ids(store.undelivered('u2', 1))).toEqual([])
  expect(await ids(store.history('u1', 'A', 20_001))).toHaveLength(20_000)
  expect(await ids(store.undelivered('u1', 1))).toEqual(['id-4'])
})

test.each<[string, (store: AuditStore) => Promise<unknown>]>([
  ['a purge of many records', (store) => store.purge(startMs)],
  ['a removal of many delivered records', (store) => store.forgetDelivered('u1')],
  ['a delivery beside many records that are held back', (store) => store.undelivered('u1', 1, mostIds)],
])('%s does not hold up a new record (EVI-8)', async (_name, work) => {
  const store = await openStore()
  await store.append(
    'u1',
    Array.from(mostIds, () => entry()),
  )
  await store.markDelivered(
    await store.append(
      'u2',
      Array.from(mostIds, () => entry()),
    ),
  )
  const ended: string[] = []
  await Promise.all([
    work(store).then(() => ended.push('work')),
    store.append('u3', [entry()]).then(() => ended.push('record')),
  ])
  expect(ended).toEqual(['record', 'work'])
})

test('entries of one call are all stored or none', async () => {
  const store = await openStore()
  await store.append('u1', [entry()])
  lastId = -1
  await expect(store.append('u1', [entry(), entry()])).rejects.toBeInstanceOf(AuditStorageUnavailableError)
  expect(await ids((await openStore()).undelivered('u1', 10))).toEqual(['id-1'])
})

test('an invalid entry is not stored', async () => {
  const store = await openStore()
  await expect(store.append('u1', [entry(), entry({ at: 'ontem' })])).rejects.toMatchObject({ name: 'ValiError' })
  expect(await store.undelivered('u1', 10)).toEqual([])
})

test('a broken row is logged and skipped, and the following rows are read', async () => {
  const store = await openStore()
  await store.append('u1', [entry(), entry()])
  await changeRow(1, { kind: 'gossip' })
  expect(await ids(store.undelivered('u1', 1))).toEqual(['id-2'])
  expect(log.messages).toEqual(['Registro de auditoria ilegível ignorado.'])
})

test('records that are held back are skipped, and the records after them are read', async () => {
  const store = await openStore()
  await store.append('u1', [entry(), entry(), entry(), entry()])
  expect(await ids(store.undelivered('u1', 2, ['id-1', 'id-3', 'id-gone']))).toEqual(['id-2', 'id-4'])
  expect(await ids(store.undelivered('u1', 1, ['id-1']))).toEqual(['id-2'])
})

test('entries that are noted one after the other are written immediately, each in its own transaction', async () => {
  const store = await openStore()
  const letGo = await holdStore()
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const appended = [store.append('u1', [entry()]), store.append('u1', [entry()])]
  expect(begun).toHaveBeenCalledTimes(2)
  begun.mockRestore()
  letGo()
  expect((await Promise.all(appended)).flat().map(({ sequence }) => sequence)).toEqual([1, 2])
})

describe('a browser that refuses storage', () => {
  test('has no IndexedDB', async () => {
    const opened = openAuditStore({ indexedDB: undefined, log, now: () => 0, panelVersion: '', idOf: () => '' })
    await expect(opened).rejects.toBeInstanceOf(AuditStorageUnavailableError)
  })

  test('throws an exception on opening', async () => {
    const factory = new IDBFactory()
    factory.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    await expect(openStore(factory)).rejects.toBeInstanceOf(AuditStorageUnavailableError)
  })

  test('fires an error event on opening', async () => {
    await rawDatabase(2)
    await expect(openStore()).rejects.toMatchObject({ name: 'AuditStorageUnavailableError', cause: expect.anything() })
  })

  test('has closed the database', async () => {
    const store = await openStore()
    store.close()
    for (const refused of [
      store.append('u1', [entry()]),
      store.undelivered('u1', 1),
      store.markDelivered([]),
      store.history('u1', 'A', 1),
      store.purge(null),
    ])
      await expect(refused).rejects.toBeInstanceOf(AuditStorageUnavailableError)
  })
})

describe('a lost store (EVI-8)', () => {
  const slowly: Parameters<typeof vi.useFakeTimers>[0] = { toFake: ['setTimeout', 'clearTimeout'] }
  afterEach(() => void vi.useRealTimers())

  test('an opening without an answer in 5 s fails, and a database that opens later is closed', async () => {
    vi.useFakeTimers(slowly)
    const { answer } = holdOpening()
    const opened = expect(openStore()).rejects.toMatchObject({
      name: 'AuditStorageUnavailableError',
      cause: { name: 'TimeoutError' },
    })
    await vi.advanceTimersByTimeAsync(storageLimitMs)
    await opened
    expect(storageLimitMs).toBe(5_000)
    vi.useRealTimers()
    await answer()
    expect((await rawDatabase(2)).version).toBe(2)
  })

  test('a write that is not committed within 5 s loses the store, and watchers are notified once', async () => {
    const store = await openStore()
    const onLost = vi.fn()
    store.watchLoss(onLost)
    const letGo = await holdStore()
    vi.useFakeTimers(slowly)
    const appended = expect(store.append('u1', [entry()])).rejects.toBeInstanceOf(AuditStorageUnavailableError)
    await vi.advanceTimersByTimeAsync(storageLimitMs - 1)
    expect(onLost).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await appended
    expect(onLost).toHaveBeenCalledTimes(1)
    await expect(store.undelivered('u1', 1)).rejects.toBeInstanceOf(AuditStorageUnavailableError)
    expect(onLost).toHaveBeenCalledTimes(1)
    letGo()
  })

  test("a write that is committed after a computer's sleep does not lose the store, even if its time limit is over", async () => {
    const store = await openStore()
    const letGo = await holdStore()
    vi.useFakeTimers(slowly)
    const appended = store.append('u1', [entry()])
    vi.advanceTimersToNextTimer()
    letGo()
    expect(await appended).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a browser that clears its storage loses the store', async () => {
    const { answer, database } = holdOpening()
    const opening = openStore()
    await answer()
    const onLost = vi.fn()
    ;(await opening).watchLoss(onLost)
    // The types of `forceCloseDatabase` name the class, but it takes an instance.
    forceCloseDatabase(database() as unknown as typeof IDBDatabase)
    expect(onLost).toHaveBeenCalledTimes(1)
  })

  test('a watcher of a store that is already lost is notified immediately, and a stopped watcher is not', async () => {
    const store = await openStore()
    const [onLost, onLostLater] = [vi.fn(), vi.fn()]
    store.watchLoss(onLost)()
    await rawDatabase(2)
    expect(onLost).not.toHaveBeenCalled()
    store.watchLoss(onLostLater)
    expect(onLostLater).toHaveBeenCalledTimes(1)
  })
})

test('a tab that needs a newer version of the database is not blocked', async () => {
  const store = await openStore()
  await store.append('u1', [entry()])
  const newer = await rawDatabase(2)
  expect(newer.version).toBe(2)
  await expect(store.append('u1', [entry()])).rejects.toBeInstanceOf(AuditStorageUnavailableError)
})

function rawDatabase(version?: number): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  const request = indexedDB.open('guarita-audit', version)
  request.onsuccess = () => {
    request.result.onversionchange = () => request.result.close()
    resolve(request.result)
  }
  request.onerror = () => reject(request.error)
  request.onblocked = () => reject(new Error('blocked'))
  return promise
}

async function changeRow(key: number, changes: object): Promise<void> {
  const database = await rawDatabase()
  const { promise, resolve } = Promise.withResolvers<void>()
  const transaction = database.transaction('records', 'readwrite')
  const rows = transaction.objectStore('records')
  const found = rows.get(key)
  found.onsuccess = () => rows.put({ ...found.result, ...changes })
  transaction.oncomplete = () => resolve()
  await promise
  database.close()
}

async function deliveries(): Promise<unknown[]> {
  const database = await rawDatabase()
  const { promise, resolve } = Promise.withResolvers<unknown[]>()
  const all = database.transaction('records').objectStore('records').getAll()
  all.onsuccess = () => resolve(all.result.map(({ delivery }: { delivery: unknown }) => delivery))
  const found = await promise
  database.close()
  return found
}

/** Delays the next opening of a database until `answer` is called. */
function holdOpening() {
  const held = Promise.withResolvers<() => void>()
  let request: IDBOpenDBRequest | undefined
  const open = indexedDB.open.bind(indexedDB)
  indexedDB.open = (...args) => {
    const asked = open(...args)
    request = asked
    indexedDB.open = open
    const dispatch = asked.dispatchEvent.bind(asked)
    asked.dispatchEvent = (event) => {
      if (event.type !== 'success') return dispatch(event)
      held.resolve(() => dispatch(event))
      return true
    }
    return asked
  }
  return {
    answer: async () => (await held.promise)(),
    database: () => request?.result as IDBDatabase,
  }
}

/** Starts a transaction of another tab that stays open; returns a function that ends it. */
async function holdStore(): Promise<() => void> {
  const database = await rawDatabase()
  const rows = database.transaction('records', 'readwrite').objectStore('records')
  let isHeld = true
  const goOn = () => {
    if (isHeld) rows.count().onsuccess = goOn
    else database.close()
  }
  goOn()
  return () => {
    isHeld = false
  }
}

test('if the browser closes the connection without an event, the store opens a new connection and stores each record once (AUD-2)', async () => {
  const opened: IDBDatabase[] = []
  const open = indexedDB.open.bind(indexedDB)
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    const request = open(...args)
    request.addEventListener('success', () => opened.push(request.result))
    return request
  })
  const store = await openStore()
  const onLost = vi.fn()
  store.watchLoss(onLost)
  for (const expected of [1, 2, 3]) {
    opened.at(-1)?.close()
    await store.append('u1', [entry()])
    expect(await store.undelivered('u1', 10)).toHaveLength(expected)
  }
  expect(onLost).not.toHaveBeenCalled()
  store.close()
  await expect(store.append('u1', [entry()])).rejects.toThrow(AuditStorageUnavailableError)
})

test('a fact that two windows record with the same id is stored once, and the other entries are stored (AUD-2)', async () => {
  const windows = await Promise.all([openNamed(), openNamed()])
  const end = () => entry({ id: 'end' })
  const stored = await Promise.all(windows.map((store) => store.append('u1', [end(), entry()])))
  expect(stored.map((records) => records.length).sort()).toEqual([1, 2])
  expect(await windows[0]?.undelivered('u1', 10)).toHaveLength(3)
  const memory = createMemoryAuditStore({ panelVersion: '1.0', idOf })
  await memory.append('u1', [end()])
  await memory.append('u1', [end(), entry()])
  expect(await memory.undelivered('u1', 10)).toHaveLength(2)
})
