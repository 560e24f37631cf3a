import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runWhenIdle } from '../../../src/services/page/idle-time.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A browser that is idle when the test decides. */
function start(failing = '') {
  const ran: string[] = []
  let waiting: (() => void) | undefined
  const tasks = ['a', 'b', 'c'].map((name) => async () => {
    ran.push(name)
    if (name === failing) throw new Error('did not come')
  })
  const keyboard = new EventTarget()
  const stop = runWhenIdle(tasks, {
    afterMs: 10_000,
    keyboard,
    idle: (act) => {
      waiting = act
    },
  })
  const isIdle = async () => {
    const act = waiting
    waiting = undefined
    act?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  const type = () => keyboard.dispatchEvent(new Event('keydown'))
  return { ran, isIdle, type, stop, isWaiting: () => waiting !== undefined }
}

test('after a delay, one task runs in each idle period of the browser (LIVE-8)', async () => {
  const { ran, isIdle, isWaiting } = start()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(isWaiting()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(ran).toEqual([])
  await isIdle()
  expect(ran).toEqual(['a'])
  await isIdle()
  await isIdle()
  await isIdle()
  expect(ran).toEqual(['a', 'b', 'c'])
})

test('no task runs while a person types, and the waiting task runs a second after the last key', async () => {
  const { ran, isIdle, type, isWaiting } = start()
  await vi.advanceTimersByTimeAsync(10_000)
  type()
  await isIdle()
  expect([ran, isWaiting()]).toEqual([[], false])
  await vi.advanceTimersByTimeAsync(900)
  type()
  await vi.advanceTimersByTimeAsync(100)
  await isIdle()
  await vi.advanceTimersByTimeAsync(899)
  expect([ran, isWaiting()]).toEqual([[], false])
  await vi.advanceTimersByTimeAsync(1)
  await isIdle()
  expect(ran).toEqual(['a'])
})

test('the first failing task ends the list', async () => {
  const { ran, isIdle, isWaiting } = start('b')
  await vi.advanceTimersByTimeAsync(10_000)
  await isIdle()
  await isIdle()
  expect([ran, isWaiting()]).toEqual([['a', 'b'], false])
})

test('after a stop, no task runs at any point', async () => {
  const early = start()
  early.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(early.isWaiting()).toBe(false)
  const late = start()
  await vi.advanceTimersByTimeAsync(10_000)
  late.stop()
  await late.isIdle()
  expect(late.ran).toEqual([])
})
