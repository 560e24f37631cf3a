import { beforeEach, expect, test, vi } from 'vitest'
import { createIsolationMemory } from '../../../src/services/breaker/isolation-memory.ts'
import { createLocalData } from '../../../src/services/storage/local-data.ts'
import { memoryStorage, stubDocument } from '../parts/browser-storage.ts'
import { recordingLog } from '../parts/recording-log.ts'

const isolation = { until: 1_000, by: 'Ana', reason: 'Manutenção' }
const device = (wordCode: string, changes: Partial<typeof isolation> = {}) => ({
  ...{ wordCode, condominiumId: 'c1', isolation: { ...isolation, ...changes } },
})

let localStorage: Storage
let log: ReturnType<typeof recordingLog>

beforeEach(() => {
  localStorage = memoryStorage()
  log = recordingLog()
})

function memory(customersId = 'cliente') {
  const page = { localStorage, sessionStorage: memoryStorage(), document: stubDocument() }
  return createIsolationMemory(createLocalData(log, page), log, customersId)
}

test('an isolation stored by one tab is read by the other tabs of the same customer only', () => {
  expect(memory().read()).toBeNull()
  memory().write(device('A'))
  memory().write(device('B'))
  memory().write(device('A', { until: 2_000 }))
  memory('outro').write(device('C'))
  expect(memory().read()).toMatchObject([device('B'), device('A', { until: 2_000 })])
  expect(memory('outro').read()).toMatchObject([device('C')])
})

test('isolations that a new version ended are returned once, and only to their own customer (AUD-2, VER-1)', () => {
  vi.useFakeTimers({ now: 5_000, toFake: ['Date'] })
  const page = { localStorage, sessionStorage: memoryStorage(), document: stubDocument() }
  const update = () => createLocalData(log, page).clear()
  memory().write(device('A'))
  memory('outro').write(device('C'))
  update()
  expect([memory().read(), localStorage.length, localStorage.key(0)]).toEqual([null, 1, 'endedIsolations'])
  memory().write(device('B'))
  vi.setSystemTime(6_000)
  update()
  expect(memory().takeEnded(() => true)).toMatchObject([
    { ...device('A'), at: 5_000 },
    { ...device('B'), at: 6_000 },
  ])
  expect(memory().takeEnded(() => true)).toEqual([])
  expect(memory('outro').takeEnded(() => true)).toMatchObject([{ ...device('C'), at: 5_000 }])
  expect(localStorage.length).toBe(0)
  vi.useRealTimers()
})

test('a reset of the appearance keeps the isolations of all customers, also those that a new version ended (THM-2)', () => {
  const page = { localStorage, sessionStorage: memoryStorage(), document: stubDocument() }
  const localData = createLocalData(log, page)
  memory().write(device('A'))
  localData.clear()
  memory().write(device('B'))
  memory('outro').write(device('C'))
  localData.write('theme', 'dark')
  localData.clearLocalStorage()
  expect(localData.read('theme')).toBeNull()
  expect(memory().read()).toMatchObject([device('B')])
  expect(memory('outro').read()).toMatchObject([device('C')])
  expect(memory().takeEnded(() => true)).toMatchObject([device('A')])
})

test('an isolation that a new version ended waits for a person who may see its condominium (AUD-2)', () => {
  const page = { localStorage, sessionStorage: memoryStorage(), document: stubDocument() }
  memory().write(device('A'))
  createLocalData(log, page).clear()
  expect(memory().takeEnded(() => false)).toEqual([])
  const { condominiumId } = device('A')
  expect(memory().takeEnded((id) => id === condominiumId)).toMatchObject([device('A')])
})

test('a released device is removed, and the last removal leaves an empty list', () => {
  memory().write(device('A'))
  memory().remove('A')
  expect(memory().read()).toEqual([])
})

test.each(['{', 'null', '[{}]', '{"A": 1}'])('%s is logged and counts as no data', (text) => {
  localStorage.setItem('isolatedDevices', text)
  expect(memory().read()).toBeNull()
  expect(log.messages).toEqual(['Dispositivos isolados ilegíveis no armazenamento local.'])
})

test('a browser that refuses storage causes no error', () => {
  localStorage = memoryStorage('forbidden')
  memory().write(device('A'))
  expect(memory().read()).toBeNull()
})

test('only a change by another tab to the isolations is reported', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const change = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }))
  const onChange = vi.fn<() => void>()
  const stop = memory().watch(onChange)
  change('isolatedDevices')
  change('another')
  change(null)
  expect(onChange).toHaveBeenCalledTimes(1)
  stop()
  change('isolatedDevices')
  expect(onChange).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})
