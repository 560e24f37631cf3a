import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askEarly, earlyAnswer } from '../../../src/services/page/early-answers.ts'

let answers: (() => Promise<Response>)[]
let asked: string[]

beforeEach(() => {
  answers = []
  asked = []
  vi.stubGlobal('earlyAnswers', undefined)
  vi.stubGlobal('fetch', (file: string, init: RequestInit) => {
    asked.push(`${file} ${init.cache} ${init.signal ? 'with signal' : ''}`.trim())
    return answers.shift()?.() ?? Promise.resolve(Response.json(asked.length))
  })
})
afterEach(() => vi.unstubAllGlobals())

test('an early request is used once, and later checks send their own requests', async () => {
  askEarly()
  expect(await (await earlyAnswer('/version.json')).json()).toBe(2)
  expect(await (await earlyAnswer('/config.json')).json()).toBe(1)
  expect(asked).toEqual(['/config.json no-store', '/version.json no-store'])
  await earlyAnswer('/version.json', new AbortController().signal)
  expect(asked.at(-1)).toBe('/version.json no-store with signal')
})

test('a check without a successful early request sends its own request', async () => {
  expect(await (await earlyAnswer('/config.json')).json()).toBe(1)
  answers = [() => Promise.reject(new TypeError('failed to fetch'))]
  askEarly()
  await new Promise((resolve) => setTimeout(resolve))
  expect(await (await earlyAnswer('/config.json')).json()).toBe(4)
})

test('a refusal counts as an answer', async () => {
  answers = [async () => new Response('', { status: 503 })]
  askEarly()
  expect((await earlyAnswer('/config.json')).status).toBe(503)
})
