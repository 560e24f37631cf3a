import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasNetwork, watchNetwork } from '../../../src/services/page/page-signals.ts'

let page: EventTarget
let calls: EventTarget
let browser: { onLine: boolean }
let reported: boolean[]
let stop: () => void

function begin(onLine: boolean): void {
  browser = { onLine }
  vi.stubGlobal('window', page)
  vi.stubGlobal('navigator', browser)
  stop = watchNetwork(calls, (online) => reported.push(online))
}
function turn(onLine: boolean): void {
  browser.onLine = onLine
  page.dispatchEvent(new Event(onLine ? 'online' : 'offline'))
}
function answer(status: number | null): void {
  calls.dispatchEvent(new CustomEvent('server', { detail: status }))
}

beforeEach(() => {
  page = new EventTarget()
  calls = new EventTarget()
  reported = []
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

test('an answer of the server proves a network that the browser does not report, as on a computer with loopback alone', () => {
  begin(false)
  expect(hasNetwork()).toBe(false)
  answer(401)
  expect(hasNetwork()).toBe(true)
  expect(reported).toEqual([false, true])
})

test('after a call without an answer, the report of the browser counts again', () => {
  begin(false)
  answer(200)
  answer(null)
  expect(hasNetwork()).toBe(false)
  expect(reported.at(-1)).toBe(false)
})

test('an earlier answer does not hide the later loss of the network', () => {
  begin(true)
  answer(200)
  turn(false)
  expect(hasNetwork()).toBe(false)
  turn(true)
  expect(reported.at(-1)).toBe(true)
})

test('a failed call does not count as a lost network while the browser has one', () => {
  begin(true)
  answer(null)
  expect(hasNetwork()).toBe(true)
})
