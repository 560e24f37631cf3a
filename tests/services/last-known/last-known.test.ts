import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallResult } from '../../../src/services/http/call-result.ts'
import type { HttpClient } from '../../../src/services/http/http-client.ts'
import { createLastKnownClient, watchRemembered } from '../../../src/services/last-known/last-known-client.ts'
import { removeLastKnown } from '../../../src/services/last-known/last-known-removal.ts'
import { createHeldAnswers, createLastKnownStore } from '../../../src/services/last-known/last-known-store.ts'
import { eventually } from '../../eventually.ts'

const hour = 60 * 60_000
const log = { info: () => {}, warn: () => {} }

let token: string | null
let now: number

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('window', { requestIdleCallback: setImmediate })
  vi.stubGlobal('requestIdleCallback', setImmediate)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
  token = 'token of Ana'
  now = 100 * hour
})

afterEach(() => {
  vi.unstubAllGlobals()
})

const store = () => createLastKnownStore(() => token, { log, now: () => now })

/** A page's client; each call gets the answer of the service as an argument. */
function openPage({ isKeptPage, mayRead }: { isKeptPage: boolean; mayRead?: Promise<void> }) {
  const calls = new EventTarget()
  const remembered: number[] = []
  const asked: string[] = []
  let status: number | null = 200
  let data: unknown
  const http: HttpClient = {
    async call(path): Promise<CallResult> {
      asked.push(path)
      calls.dispatchEvent(new CustomEvent('server', { detail: status }))
      if (status === 200) return { ok: true, data, headers: new Headers() }
      return status === 401 ? undefined : { ok: false, error: true, status, data: null }
    },
  }
  watchRemembered(calls, ({ at }) => remembered.push(at))
  const kept = store()
  const client = createLastKnownClient(http, {
    service: 'server',
    store: kept,
    held: createHeldAnswers({ ...kept, read: () => Promise.resolve(mayRead).then(kept.read) }),
    isKeptPage,
    calls,
    now: () => now,
  })
  const call = async (path: string, answer: number | null, answerData?: unknown) => {
    status = answer
    data = answerData
    return client.call(path, { query: { limit: 30, cursor: '' } })
  }
  return { call, asked, remembered }
}

/** Waits until this number of answers is stored, which happens when the browser is idle. */
async function keptIs(length: number): Promise<void> {
  await eventually(async () => expect([...(await store().read()).keys()]).toHaveLength(length))
}

test('on a page served by the service worker, a stored dashboard answer is used without a request', async () => {
  await openPage({ isKeptPage: false }).call('/events', 200, { result: ['E1'] })
  await keptIs(1)
  now += hour
  const { call, asked, remembered } = openPage({ isKeptPage: true })
  expect(await call('/events', null)).toMatchObject({ ok: true, data: { result: ['E1'] } })
  expect(remembered).toEqual([100 * hour])
  expect(asked).toEqual([])
})

test('a page served by the server sends the request, and uses the stored answer only if there is no answer', async () => {
  await openPage({ isKeptPage: false }).call('/events', 200, { result: ['E1'] })
  await keptIs(1)
  for (const unanswered of [null, 502, 503, 504])
    expect(await openPage({ isKeptPage: false }).call('/events', unanswered)).toMatchObject({ ok: true })
  expect(await openPage({ isKeptPage: false }).call('/events', 500)).toMatchObject({ ok: false, status: 500 })
  expect(await openPage({ isKeptPage: false }).call('/events', 401)).toBeUndefined()
})

test("after the service's first answer to this page, stored answers are not used", async () => {
  await openPage({ isKeptPage: false }).call('/events', 200, { result: ['E1'] })
  await keptIs(1)
  const { call, remembered } = openPage({ isKeptPage: true })
  await call('/users', 404)
  expect(await call('/events', null)).toMatchObject({ ok: false, status: null })
  expect(remembered).toEqual([])
})

test('an answer that a slow browser reads late is used after the server did not answer (LIVE-1)', async () => {
  await openPage({ isKeptPage: false }).call('/events', 200, 'stored')
  await keptIs(1)
  const slow = Promise.withResolvers<void>()
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const page = openPage({ isKeptPage: true, mayRead: slow.promise })
  const calling = page.call('/events', null)
  await eventually(() => expect(vi.getTimerCount()).toBe(1))
  vi.advanceTimersByTime(1_000)
  await eventually(() => expect(page.asked).toHaveLength(1))
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  slow.resolve()
  expect(await calling).toMatchObject({ ok: true, data: 'stored' })
})

test('answers outside the dashboard are not stored', async () => {
  const page = openPage({ isKeptPage: false })
  for (const path of ['/users', '/device-audit', '/auth/renew', '/condominium/c1', '/events/search/more'])
    await page.call(path, 200, {})
  await page.call('/port-tests', 200, [])
  await keptIs(1)
})

test('another session cannot read the stored answers, and after 12 hours no session can (SES-9)', async () => {
  await store().keep('server /events?', { at: now, data: 'of Ana' })
  token = 'token of Bento'
  expect((await store().read()).size).toBe(0)
  token = null
  expect((await store().read()).size).toBe(0)
  token = 'token of Ana'
  expect((await store().read()).size).toBe(1)
  now += 12 * hour
  expect((await store().read()).size).toBe(0)
})

test('stored answers cannot be read without the token', async () => {
  await store().keep('server /events?', { at: now, data: 'Portaria do Edifício Água Viva' })
  const text = await new Promise<string>((resolve) => {
    const opening = indexedDB.open('guarita-last-known')
    opening.onsuccess = () => {
      const reading = opening.result.transaction('answers').objectStore('answers').getAll()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(new TextDecoder('latin1').decode(reading.result[0].text))
      }
    }
  })
  expect(text).not.toContain('Portaria')
})

test('a long answer is written in parts and read unchanged, and a later answer replaces it', async () => {
  const data = { result: Array.from({ length: 3_000 }, (_, id) => ({ id, name: `Edifício Água ${id}` })), next: null }
  const kept = store()
  const earlier = kept.keep('server /events?', { at: now, data })
  expect((await store().read()).size).toBe(0)
  await earlier
  expect((await store().read()).get('server /events?')?.data).toEqual(data)
  await Promise.all([
    kept.keep('server /events?', { at: now, data }),
    kept.keep('server /events?', { at: now + 1, data: 'short' }),
  ])
  expect((await store().read()).get('server /events?')?.data).toBe('short')
})

test('an answer that waits to be written when its session ends is not stored', async () => {
  const kept = store()
  const first = kept.keep('server /events?', { at: now, data: 'of Ana' })
  const second = kept.keep('server /port-tests?', { at: now, data: 'of Ana, too' })
  token = 'token of Bento'
  await Promise.all([first, second])
  expect((await store().read()).size).toBe(0)
  token = 'token of Ana'
  expect((await store().read()).size).toBe(0)
})

test('on a hidden page answers are written without waiting for an idle browser', async () => {
  const asked = vi.fn()
  vi.stubGlobal('requestIdleCallback', asked)
  const data = Array.from({ length: 3_000 }, (_, id) => `Edifício Água Viva ${id}`.repeat(3))
  const keeping = store().keep('server /events?', { at: now, data })
  await eventually(() => expect(asked).toHaveBeenCalled())
  Object.assign(document, { hidden: true })
  document.dispatchEvent(new Event('visibilitychange'))
  await keeping
  expect((await store().read()).get('server /events?')?.data).toEqual(data)
})

test('the store keeps at most 60 answers, and no answer above the maximum length', async () => {
  const kept = store()
  for (let call = 0; call < 62; call += 1) await kept.keep(`server ${call}?`, { at: now, data: call })
  await kept.keep('server 0?', { at: now, data: 'again' })
  await kept.keep('server 1?', { at: now, data: 'x'.repeat(4_000_001) })
  const held = await kept.read()
  expect(held.size).toBe(60)
  expect([held.get('server 0?')?.data, held.get('server 1?')?.data]).toEqual(['again', 1])
})

test('removed answers cannot be read, and a browser with a missing, refusing or hanging store has no answers', async () => {
  await store().keep('server /events?', { at: now, data: 1 })
  removeLastKnown()
  expect((await store().read()).size).toBe(0)
  vi.stubGlobal('indexedDB', undefined)
  removeLastKnown()
  await store().keep('server /events?', { at: now, data: 1 })
  expect((await store().read()).size).toBe(0)
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const reading = createHeldAnswers(store())(1_000)
  await eventually(() => expect(vi.getTimerCount()).toBe(1))
  vi.advanceTimersByTime(1_000)
  expect((await reading).size).toBe(0)
  vi.useRealTimers()
})
