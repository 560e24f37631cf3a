import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createViewClock } from '../../../src/ui/parts/time/view-clock.ts'

const ahead = 3_600_000
const newPage = () => Object.assign(new EventTarget(), { visibilityState: 'visible' })
let page: ReturnType<typeof newPage>

beforeEach(() => {
  vi.useFakeTimers()
  page = newPage()
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function show(state: 'visible' | 'hidden') {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

/** A clock, and what views were told by it. */
function start() {
  const clock = createViewClock(() => ({ now: Date.now(), serverNow: Date.now() + ahead }))
  const told: number[] = []
  const look = () => clock.watch(() => told.push(clock.time().now))
  return { clock, told, look }
}

test('it tells of each second to all that look, by one timer, and of none to nobody', () => {
  const { clock, told, look } = start()
  const begun = Date.now()
  const first = look()
  const second = look()
  expect(vi.getTimerCount()).toBe(1)
  expect(told).toEqual([begun])
  vi.advanceTimersByTime(2_000)
  expect(told.slice(1)).toEqual([begun + 1_000, begun + 1_000, begun + 2_000, begun + 2_000])
  first()
  vi.advanceTimersByTime(1_000)
  expect(told).toHaveLength(6)
  second()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(500)
  expect(clock.time().now, 'within a second of the last').toBe(begun + 3_000)
})

test('a page that nobody sees is told nothing, and the time at once when it is seen again', () => {
  const { told, look } = start()
  const begun = Date.now()
  look()
  show('hidden')
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(90_000)
  expect(told).toEqual([begun])
  show('visible')
  expect(told).toEqual([begun, begun + 90_000])
  vi.advanceTimersByTime(1_000)
  expect(told).toHaveLength(3)
})

test('whoever asks gets the same for a second, never an older one, also when the clock is set back', () => {
  const { clock } = start()
  const begun = Date.now()
  const before = clock.time()
  vi.advanceTimersByTime(999)
  expect(clock.time()).toBe(before)
  vi.advanceTimersByTime(1)
  expect(clock.time()).toEqual({ now: begun + 1_000, serverNow: begun + 1_000 + ahead })
  vi.setSystemTime(begun - 60_000)
  expect(clock.time().now).toBe(begun - 60_000)
})
