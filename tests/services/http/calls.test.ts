import { expect, test } from 'vitest'
import { watchRequests } from '../../../src/services/http/request-count.ts'
import { type Service, watchAnswers } from '../../../src/services/http/service-answers.ts'

function answersOf(service: Service, statuses: readonly (number | null)[]): boolean[] {
  const calls = new EventTarget()
  const received: boolean[] = []
  const stop = watchAnswers(calls, service, (isAnswered) => received.push(isAnswered))
  for (const detail of statuses) calls.dispatchEvent(new CustomEvent(service, { detail }))
  stop()
  calls.dispatchEvent(new CustomEvent(service, { detail: 200 }))
  return received
}

test.each(['server', 'deviceService', 'health'] as const)(
  'statuses of the %s itself count as an answer, and statuses of a proxy do not (LIVE-1)',
  (service) => {
    expect(answersOf(service, [200, 401, 422, 500])).toEqual([true, true, true, true])
    expect(answersOf(service, [null, 502, 503, 504])).toEqual([false, false, false, false])
  },
)

test('calls of another service are ignored', () => {
  const calls = new EventTarget()
  const received: boolean[] = []
  watchAnswers(calls, 'server', (isAnswered) => received.push(isAnswered))
  calls.dispatchEvent(new CustomEvent('health', { detail: null }))
  expect(received).toEqual([])
})

test('only the start of the first request and the end of the last one are reported, without requests from before (SHELL-2)', () => {
  const calls = new EventTarget()
  const received: boolean[] = []
  const stop = watchRequests(calls, (isRunning) => received.push(isRunning))
  const report = (detail: 1 | -1) => calls.dispatchEvent(new CustomEvent('running', { detail }))
  for (const change of [1, 1, -1, -1, 1, -1] as const) report(change)
  expect(received).toEqual([false, true, false, true, false])
  report(-1)
  report(1)
  expect(received.at(-1)).toBe(true)
  stop()
  report(-1)
  expect(received.at(-1)).toBe(true)
})
