import { expect, test } from 'vitest'
import { watchServerTime } from '../../../src/services/http/server-time.ts'

test('watchServerTime reports the time of the first answer that has one, once', () => {
  const calls = new EventTarget()
  const times: number[] = []
  watchServerTime(calls, (time) => times.push(time))
  for (const detail of [Number.NaN, 1_000, 2_000]) calls.dispatchEvent(new CustomEvent('time', { detail }))
  expect(times).toEqual([1_000])
})

test('watchServerTime reports nothing after it was stopped', () => {
  const calls = new EventTarget()
  const times: number[] = []
  watchServerTime(calls, (time) => times.push(time))()
  calls.dispatchEvent(new CustomEvent('time', { detail: 1_000 }))
  expect(times).toEqual([])
})
