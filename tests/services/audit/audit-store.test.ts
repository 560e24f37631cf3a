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

const ids = async (records: Promise<{ id: string }[]>) => (await records).map(({ id }) => id)

test('an entry comes back with all that the store adds', async () => {
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

test('the outbox gives the oldest first, as many as asked, of one user alone', async () => {
  const store = await openStore()
  await store.append('u1', [entry(), entry()])
  await store.append('u2', [entry()])
  await store.append('u1', [entry()])
  expect(await ids(store.undelivered('u1', 2))).toEqual(['id-1', 'id-2'])
  expect(await ids(store.undelivered('u1', 10))).toEqual(['id-1', 'id-2', 'id-4'])
})

test('the history gives the newest first, of one device and user', async () => {
  const store = await openStore()
  await store.append('u1', [entry(), entry({ wordCode: 'B' }), entry(), entry()])
  await store.append('u2', [entry()])
  expect(await ids(store.history('u1', 'A', 2))).toEqual(['id-4', 'id-3'])
})

test('a record committed before a kill is in the outbox after it, once', async () => {
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

test('what the server has goes with its person; what it has not stays, whoever comes (SES-8)', async () => {
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

describe('after the server has answered', () => {
  test('what it accepted is no longer sent, and stays in the history', async () => {
    const store = await openStore()
    const [first] = await store.append('u1', [entry(), entry()])
    await store.markDelivered(first === undefined ? [] : [first])
    await store.markDelivered([])
    expect(await ids(store.undelivered('u1', 10))).toEqual(['id-2'])
    expect(await ids(store.history('u1', 'A', 10))).toEqual(['id-2', 'id-1'])
  })

  test('what it refuses is no longer sent, and stays in the history', async () => {
    const store = await openStore()
    await store.append('u1', [entry()])
    await store.markRefused('id-1')
    expect(await store.undelivered('u1', 10)).toEqual([])
    expect(await ids(store.history('u1', 'A', 10))).toEqual(['id-1'])
  })

  test('an acceptance outweighs a refusal of another tab, whichever comes first', async () => {
    const store = await openStore()
    const records = await store.append('u1', [entry(), entry()])
    await store.markRefused('id-1')
    await store.markDelivered(records)
    await store.markRefused('id-2')
    await store.markRefused('id-unknown')
    expect(await deliveries()).toEqual(['delivered', 'delivered'])
  })
})

test('records older than 90 days go, delivered or not; those of exactly 90 days stay', async () => {
  const store = await openStore()
  const at = (ageMs: number) => entry({ at: new Date(startMs - ageMs).toISOString() })
  const records = await store.append('u1', [at(auditKeptMs + 1), at(auditKeptMs), at(auditKeptMs + dayMs), at(0)])
  await store.markDelivered(records.filter(({ id }) => id === 'id-3'))
  expect(auditKeptMs).toBe(90 * dayMs)
  expect(await store.purge()).toBe(2)
  expect(await ids(store.history('u1', 'A', 10))).toEqual(['id-4', 'id-2'])
})

test('entries are kept all or none', async () => {
  const store = await openStore()
  await store.append('u1', [entry()])
  lastId = -1
  await expect(store.append('u1', [entry(), entry()])).rejects.toBeInstanceOf(AuditStorageUnavailableError)
  expect(await ids((await openStore()).undelivered('u1', 10))).toEqual(['id-1'])
})

test('an entry that could not be read back is not taken', async () => {
  const store = await openStore()
  await expect(store.append('u1', [entry(), entry({ at: 'ontem' })])).rejects.toMatchObject({ name: 'ValiError' })
  expect(await store.undelivered('u1', 10)).toEqual([])
})

test('a broken row is logged and skipped, and holds nothing up', async () => {
  const store = await openStore()
  await store.append('u1', [entry(), entry()])
  await changeRow(1, { kind: 'gossip' })
  expect(await ids(store.undelivered('u1', 1))).toEqual(['id-2'])
  expect(log.messages).toEqual(['Registro de auditoria ilegível ignorado.'])
})

test('what is held back is passed over, and those behind it are found all the same', async () => {
  const store = await openStore()
  await store.append('u1', [entry(), entry(), entry(), entry()])
  expect(await ids(store.undelivered('u1', 2, ['id-1', 'id-3', 'id-gone']))).toEqual(['id-2', 'id-4'])
  expect(await ids(store.undelivered('u1', 1, ['id-1']))).toEqual(['id-2'])
})

test('entries that are noted one after the other are written at once, each for itself', async () => {
  const store = await openStore()
  const letGo = await holdStore()
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const appended = [store.append('u1', [entry()]), store.append('u1', [entry()])]
  expect(begun).toHaveBeenCalledTimes(2)
  begun.mockRestore()
  letGo()
  expect((await Promise.all(appended)).flat().map(({ sequence }) => sequence)).toEqual([1, 2])
})

describe('a browser that refuses', () => {
  test('has no IndexedDB', async () => {
    const opened = openAuditStore({ indexedDB: undefined, log, now: () => 0, panelVersion: '', idOf: () => '' })
    await expect(opened).rejects.toBeInstanceOf(AuditStorageUnavailableError)
  })

  test('forbids it by an exception', async () => {
    const factory = new IDBFactory()
    factory.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    await expect(openStore(factory)).rejects.toBeInstanceOf(AuditStorageUnavailableError)
  })

  test('forbids it by an error event', async () => {
    await rawDatabase(2)
    await expect(openStore()).rejects.toMatchObject({ name: 'AuditStorageUnavailableError', cause: expect.anything() })
  })

  test('has closed it', async () => {
    const store = await openStore()
    store.close()
    for (const refused of [
      store.append('u1', [entry()]),
      store.undelivered('u1', 1),
      store.markDelivered([]),
      store.history('u1', 'A', 1),
      store.purge(),
    ])
      await expect(refused).rejects.toBeInstanceOf(AuditStorageUnavailableError)
  })
})

describe('a store that is lost (EVI-8)', () => {
  const slowly: Parameters<typeof vi.useFakeTimers>[0] = { toFake: ['setTimeout', 'clearTimeout'] }
  afterEach(() => void vi.useRealTimers())

  test('an opening that gets no answer in 5 s is a refusal, and what opens later is closed', async () => {
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

  test('a write that is not committed in 5 s loses it, and whoever watches is told once', async () => {
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

  test('a sleep in which all time is over at once loses nothing that was answered meanwhile', async () => {
    const store = await openStore()
    const letGo = await holdStore()
    vi.useFakeTimers(slowly)
    const appended = store.append('u1', [entry()])
    vi.advanceTimersToNextTimer()
    letGo()
    expect(await appended).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a browser that clears its storage closes it', async () => {
    const { answer, database } = holdOpening()
    const opening = openStore()
    await answer()
    const onLost = vi.fn()
    ;(await opening).watchLoss(onLost)
    // Its types ask for the class where it takes one of its databases.
    forceCloseDatabase(database() as unknown as typeof IDBDatabase)
    expect(onLost).toHaveBeenCalledTimes(1)
  })

  test('who watches when it is lost already is told at once; who has stopped is not', async () => {
    const store = await openStore()
    const [onLost, onLostLater] = [vi.fn(), vi.fn()]
    store.watchLoss(onLost)()
    await rawDatabase(2)
    expect(onLost).not.toHaveBeenCalled()
    store.watchLoss(onLostLater)
    expect(onLostLater).toHaveBeenCalledTimes(1)
  })
})

test('a tab that needs a newer store is not blocked by this one', async () => {
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

/** From now on the browser opens a database only once it is told to. */
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

/** A transaction of another tab that does not end; returns the way to end it. */
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
