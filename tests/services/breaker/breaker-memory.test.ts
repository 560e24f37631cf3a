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

test('what one page wrote, the next reads (CB-9)', () => {
  memory().write(open)
  memory().write({ ...open, wordCode: 'B:B' })
  memory().write({ ...open, refused: 4 })
  expect(memory().read()).toEqual([
    { ...open, refused: 4 },
    { ...open, wordCode: 'B:B' },
  ])
})

test('what a version from before wrote is read: an update undoes no protection (CB-9)', () => {
  const { isolation: _i, since: _s, openings: _o, durations: _d, slow: _w, ignored: _g, ...before } = open
  sessionStorage.setItem('breaker:A', JSON.stringify(before))
  expect(memory().read()).toEqual([{ ...open, since: null, openings: 0, durations: [], slow: 0 }])
  expect(log.messages).toEqual([])
})

test('a removed circuit is gone', () => {
  memory().write(open)
  memory().remove('A')
  expect(memory().read()).toEqual([])
})

test('none stays of whoever has gone, and what others keep does (SES-8)', () => {
  sessionStorage.setItem('other', '{')
  sessionStorage.setItem('breaker:broken', '{')
  memory().write(open)
  memory().clear()
  expect([sessionStorage.length, sessionStorage.getItem('other')]).toEqual([1, '{'])
})

test('what others keep in the tab is left alone', () => {
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
  ['an endless time', JSON.stringify(open).replace('1000', '1e999')],
  ['a time as text', JSON.stringify({ ...open, lastFailureTime: '1000' })],
  ['open since never', JSON.stringify({ ...open, lastFailureTime: null })],
  ['isolated by nobody', JSON.stringify({ ...open, state: 'FORCED_OPEN' })],
  ['isolated, and not held open', JSON.stringify({ ...open, isolation: { until: 1, by: '', reason: '' } })],
  ['another device', JSON.stringify({ ...open, wordCode: 'B' })],
  ['no wordCode', JSON.stringify({ ...open, wordCode: '' })],
])('%s is logged and removed, the rest is read', (_, text) => {
  memory().write({ ...open, wordCode: 'good' })
  sessionStorage.setItem('breaker:A', text)
  expect(memory().read()).toEqual([{ ...open, wordCode: 'good' }])
  expect(sessionStorage.getItem('breaker:A')).toBeNull()
  expect(log.messages).toEqual(['Proteção de dispositivo ilegível no armazenamento da aba.'])
})

describe('a tab that refuses storage', () => {
  test.each(['full', 'forbidden'] as const)('is told once when it is %s, and never throws', (refusal) => {
    sessionStorage = memoryStorage(refusal)
    const refused = memory()
    refused.write(open)
    refused.write(open)
    refused.remove('A')
    expect(refused.read()).toEqual([])
    expect(log.messages).toEqual(['Sem armazenamento da aba para a proteção dos dispositivos.'])
  })

  test('may forbid even to be asked for it', () => {
    const page = {
      get sessionStorage(): Storage {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    }
    expect(createBreakerMemory(log, page).read()).toEqual([])
    expect(log.messages).toHaveLength(1)
  })
})
