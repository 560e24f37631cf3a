import { beforeEach, describe, expect, test } from 'vitest'
import { createBreakerMemory, type StoredBreaker } from '../../../src/services/breaker/breaker-memory.ts'
import { memoryStorage } from '../parts/browser-storage.ts'
import { recordingLog } from '../parts/recording-log.ts'

const open: StoredBreaker = {
  wordCode: 'A',
  condominiumId: 'c1',
  state: 'OPEN',
  failureCount: 5,
  lastFailureTime: 1_000,
  trialStartedAt: null,
  refused: 3,
  lastError: 'Fora do ar.',
  isolation: null,
  since: 900,
  openings: 1,
  durations: [90_000],
  slow: 1,
  ignored: 0,
}

let sessionStorage: Storage
let log: ReturnType<typeof recordingLog>

beforeEach(() => {
  sessionStorage = memoryStorage()
  log = recordingLog()
})

const memory = () => createBreakerMemory(log, { sessionStorage })

test('counts that were recorded are forgotten, and the circuits stay (AUD-2)', () => {
  memory().write({ ...open, ignored: 2 })
  memory().forgetCounts()
  expect(memory().read()).toEqual([{ ...open, refused: 0, ignored: 0 }])
})

test('a circuit written by one page is read by the next page (CB-9)', () => {
  memory().write(open)
  memory().write({ ...open, wordCode: 'B:B' })
  memory().write({ ...open, refused: 4 })
  expect(memory().read()).toEqual([
    { ...open, refused: 4 },
    { ...open, wordCode: 'B:B' },
  ])
})

test('a circuit written by an older version is read, so an update keeps open circuits open (CB-9)', () => {
  const { isolation: _i, since: _s, openings: _o, durations: _d, slow: _w, ignored: _g, ...before } = open
  sessionStorage.setItem('breaker:A', JSON.stringify(before))
  expect(memory().read()).toEqual([{ ...open, since: null, openings: 0, durations: [], slow: 0 }])
  expect(log.messages).toEqual([])
})

test('a removed circuit is not read again', () => {
  memory().write(open)
  memory().remove('A')
  expect(memory().read()).toEqual([])
})

test('at sign-out all stored circuits are removed, and other data of the tab is kept (SES-8)', () => {
  sessionStorage.setItem('other', '{')
  sessionStorage.setItem('breaker:broken', '{')
  memory().write(open)
  memory().clear()
  expect([sessionStorage.length, sessionStorage.getItem('other')]).toEqual([1, '{'])
})

test('reading the circuits keeps other data of the tab', () => {
  sessionStorage.setItem('other', '{')
  memory().read()
  expect(sessionStorage.getItem('other')).toBe('{')
  expect(log.messages).toEqual([])
})

test.each<[string, string]>([
  ['no JSON', '{'],
  ['null', 'null'],
  ['a list', '[]'],
  ['another state', JSON.stringify({ ...open, state: 'AJAR' })],
  ['a negative count', JSON.stringify({ ...open, failureCount: -1 })],
  ['a broken count', JSON.stringify({ ...open, refused: 1.5 })],
  ['an infinite time', JSON.stringify(open).replace('1000', '1e999')],
  ['a time as text', JSON.stringify({ ...open, lastFailureTime: '1000' })],
  ['open without a failure time', JSON.stringify({ ...open, lastFailureTime: null })],
  ['isolated without an author', JSON.stringify({ ...open, state: 'FORCED_OPEN' })],
  ['an isolation in another state', JSON.stringify({ ...open, isolation: { until: 1, by: '', reason: '' } })],
  ['another device', JSON.stringify({ ...open, wordCode: 'B' })],
  ['no wordCode', JSON.stringify({ ...open, wordCode: '' })],
])('%s is logged and removed, and the other circuits are read', (_, text) => {
  memory().write({ ...open, wordCode: 'good' })
  sessionStorage.setItem('breaker:A', text)
  expect(memory().read()).toEqual([{ ...open, wordCode: 'good' }])
  expect(sessionStorage.getItem('breaker:A')).toBeNull()
  expect(log.messages).toEqual(['Proteção de dispositivo ilegível no armazenamento da aba.'])
})

describe('a tab without usable storage', () => {
  test.each(['full', 'forbidden'] as const)('logs once that the storage is %s, and never throws', (refusal) => {
    sessionStorage = memoryStorage(refusal)
    const refused = memory()
    refused.write(open)
    refused.write(open)
    refused.remove('A')
    expect(refused.read()).toEqual([])
    expect(log.messages).toEqual(['Sem armazenamento da aba para a proteção dos dispositivos.'])
  })

  test('can throw on access to `sessionStorage` itself', () => {
    const page = {
      get sessionStorage(): Storage {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    }
    expect(createBreakerMemory(log, page).read()).toEqual([])
    expect(log.messages).toHaveLength(1)
  })
})
