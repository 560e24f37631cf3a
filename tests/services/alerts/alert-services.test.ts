import { afterEach, expect, test, vi } from 'vitest'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import { createAlertKeeper } from '../../../src/services/alerts/alert-keeper.ts'
import { createAlertSound } from '../../../src/services/alerts/alert-sound.ts'
import { type AlertMessage, actInTurn, openAlertTabs } from '../../../src/services/alerts/alert-tabs.ts'
import { missedAlertsIn } from '../../../src/services/alerts/missed-alerts.ts'
import { storeSoundChoice, watchSoundChoice } from '../../../src/services/alerts/sound-choice.ts'
import { createLocalData } from '../../../src/services/storage/local-data.ts'
import { eventually } from '../../eventually.ts'
import { memoryStorage, stubDocument } from '../parts/browser-storage.ts'
import { recordingLog } from '../parts/recording-log.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const door: Activity = {
  id: 'e1',
  condominiumId: 'c1',
  wordCode: 'W1',
  deviceName: 'Portão Garagem',
  ip: '',
  kind: 'door-forced',
  description: 'Porta aberta sem autorização',
  at: '2026-03-02T09:00:00.000Z',
}

function localDataOf(localStorage = memoryStorage()) {
  return createLocalData(recordingLog(), { localStorage, sessionStorage: memoryStorage(), document: stubDocument() })
}

test('tabs exchange which alerts were seen and which sounded, and ignore other messages (ALERT-1)', async () => {
  const received: AlertMessage[] = []
  const one = openAlertTabs(() => {})
  const other = openAlertTabs((message) => received.push(message))
  const stranger = new BroadcastChannel('guarita:alerts')
  stranger.postMessage({ kind: 'closed', ids: ['e1'] })
  stranger.postMessage(null)
  one.tell({ kind: 'seen', ids: ['e1'] })
  one.tell({ kind: 'called', ids: ['e2'] })
  await eventually(() => expect(received).toHaveLength(2))
  expect(received).toEqual([
    { kind: 'seen', ids: ['e1'] },
    { kind: 'called', ids: ['e2'] },
  ])
  for (const each of [one, other, stranger]) each.close()
})

test('without BroadcastChannel a tab works alone', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const tabs = openAlertTabs(() => {})
  tabs.tell({ kind: 'seen', ids: ['e1'] })
  tabs.close()
})

test.each(['with locks', 'over plain http'])('only one tab at a time gets the turn: %s (ALERT-1)', async (where) => {
  const held = new Set<string>()
  const request = async (name: string, _: object, act: (lock: object | null) => Promise<boolean>) => {
    if (held.has(name)) return act(null)
    held.add(name)
    try {
      return await act({})
    } finally {
      held.delete(name)
    }
  }
  vi.stubGlobal('navigator', where === 'with locks' ? { locks: { request } } : {})
  let time = 10_000
  const parts = { localData: localDataOf(), now: () => time }
  let end = () => {}
  const first = actInTurn(
    parts,
    () =>
      new Promise<void>((resolve) => {
        end = resolve
      }),
  )
  let acted = 0
  const act = async () => {
    acted += 1
  }
  expect(await actInTurn(parts, act)).toBe(false)
  expect(acted).toBe(0)
  end()
  expect(await first).toBe(true)
  time += 1_500
  expect(await actInTurn(parts, act)).toBe(true)
  expect(acted).toBe(1)
})

test('unseen alerts survive a reload of the tab for the same person, and are counted on the app badge', () => {
  const badges: number[] = []
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('navigator', {
    setAppBadge: async (count: number) => badges.push(count),
    clearAppBadge: async () => badges.push(0),
  })
  const keeper = createAlertKeeper('u1', recordingLog())
  expect(keeper.read()).toEqual([])
  keeper.keep([door], [])
  expect(createAlertKeeper('u1', recordingLog()).read()).toEqual([door])
  expect(createAlertKeeper('u2', recordingLog()).read()).toEqual([])
  keeper.keep([], [])
  keeper.keep([door], [])
  keeper.forget()
  expect(badges).toEqual([1, 0, 1, 0])
  expect(sessionStorage.length).toBe(0)
})

test('a browser without storage and badge causes no error', () => {
  vi.stubGlobal('sessionStorage', memoryStorage('forbidden'))
  vi.stubGlobal('navigator', {})
  const log = recordingLog()
  const keeper = createAlertKeeper('u1', log)
  keeper.keep([door], [])
  expect(keeper.read()).toEqual([])
  keeper.forget()
})

test('a refused badge causes no error', async () => {
  vi.stubGlobal('sessionStorage', memoryStorage())
  const refuse = () => Promise.reject(new Error('no icon'))
  vi.stubGlobal('navigator', { setAppBadge: refuse, clearAppBadge: refuse })
  createAlertKeeper('u1', recordingLog()).keep([door], [])
  await Promise.resolve()
})

test('the sound has no choice until a person makes one, and other tabs are notified (ALERT-1, DESK-4)', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  const localData = localDataOf()
  const received: (boolean | null)[] = []
  const stop = watchSoundChoice(localData, (isOn) => received.push(isOn))
  storeSoundChoice(localData, true)
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'alertSound' }))
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'another' }))
  storeSoundChoice(localData, false)
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'alertSound' }))
  stop()
  page.dispatchEvent(Object.assign(new Event('storage'), { key: 'alertSound' }))
  expect(received).toEqual([null, true, false])
})

test('missed alerts are the unread, new notifications that an event caused (ALERT-1)', () => {
  const { id, ip: _ip, description, at, ...about } = door
  const notification = {
    id: 'n1',
    title: 'Porta forçada',
    body: description,
    data: { ...about, activityId: id },
    userId: 'u1',
    isRead: false,
    createdAt: at,
  }
  const since = Date.parse(at)
  expect(missedAlertsIn([notification], since)).toEqual([door])
  expect(missedAlertsIn([{ ...notification, isRead: true }], since)).toEqual([])
  expect(missedAlertsIn([notification], since + 1)).toEqual([])
  expect(missedAlertsIn([{ ...notification, data: { condominiumId: 'c1' } }], since)).toEqual([])
})

/** The part of Web Audio that the sound uses. */
function stubAudio(isAllowed: boolean) {
  const begun: number[] = []
  let stops = 0
  const param = { value: 0, setValueAtTime: () => {}, linearRampToValueAtTime: () => {} }
  class Audio {
    currentTime = 2
    destination = {}
    state = isAllowed ? 'running' : 'suspended'
    resume = () => (isAllowed ? Promise.resolve() : new Promise(() => {}))
    createGain = () => ({ gain: param, connect: () => {} })
    createOscillator = () => ({
      frequency: { ...param },
      connect: () => {},
      start: (at: number) => begun.push(at),
      stop: () => {
        stops += 1
      },
    })
  }
  vi.stubGlobal('AudioContext', Audio)
  return { begun, stops: () => stops }
}

test('an alert sounds three times, and stops when it is cancelled (ALERT-1)', async () => {
  const { begun, stops } = stubAudio(true)
  const sound = createAlertSound()
  expect(await sound.isAllowed()).toBe(true)
  vi.useFakeTimers()
  const whole = sound.play(new AbortController().signal)
  expect(begun).toEqual([2, 2, 2.5, 2.5, 3, 3])
  await vi.advanceTimersByTimeAsync(1_500)
  await whole
  const stopping = new AbortController()
  const cut = sound.play(stopping.signal)
  const planned = stops()
  stopping.abort()
  await cut
  expect(stops()).toBe(planned + 6)
})

test('a browser without sound reports it immediately, and a browser that waits for a click within 500 ms (ALERT-1)', async () => {
  vi.stubGlobal('AudioContext', undefined)
  expect(await createAlertSound().isAllowed()).toBe(false)
  await expect(createAlertSound().play(new AbortController().signal)).rejects.toThrow('before isAllowed')
  stubAudio(false)
  vi.useFakeTimers()
  const asked = createAlertSound().isAllowed()
  await vi.advanceTimersByTimeAsync(500)
  expect(await asked).toBe(false)
})
