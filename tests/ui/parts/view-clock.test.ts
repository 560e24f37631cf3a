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

/** Starts a clock; `ticks` lists the times that its watchers received. */
function start() {
  const clock = createViewClock(() => ({ now: Date.now(), serverNow: Date.now() + ahead }))
  const ticks: number[] = []
  const watch = () => clock.watch(() => ticks.push(clock.time().now))
  return { clock, ticks, watch }
}

test('one timer notifies all watchers each second, and stops with the last watcher', () => {
  const { clock, ticks, watch } = start()
  const begun = Date.now()
  const first = watch()
  const second = watch()
  expect(vi.getTimerCount()).toBe(1)
  expect(ticks).toEqual([begun])
  vi.advanceTimersByTime(2_000)
  expect(ticks.slice(1)).toEqual([begun + 1_000, begun + 1_000, begun + 2_000, begun + 2_000])
  first()
  vi.advanceTimersByTime(1_000)
  expect(ticks).toHaveLength(6)
  second()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(500)
  expect(clock.time().now, 'within a second of the last').toBe(begun + 3_000)
})

test('a hidden page gets no ticks, and gets the time immediately when it is visible again', () => {
  const { ticks, watch } = start()
  const begun = Date.now()
  watch()
  show('hidden')
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(90_000)
  expect(ticks).toEqual([begun])
  show('visible')
  expect(ticks).toEqual([begun, begun + 90_000])
  vi.advanceTimersByTime(1_000)
  expect(ticks).toHaveLength(3)
})

test('time() is the same for a second, and follows a clock that is set back', () => {
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
