import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createPageFaults, type FaultyPage, type PageFaults } from '../../../src/inspector/faults/page-faults.ts'
import { deliverSimulatedPush } from '../../../src/inspector/faults/push-delivery.ts'
import { noFaults } from '../../../src/machines/inspector/page-faults.machine.ts'
import { createHttpClient } from '../../../src/services/http/http-client.ts'

const origin = 'http://panel.test'

class FakeSocket extends EventTarget {
  static readonly sent: unknown[] = []
  send(data: unknown): void {
    FakeSocket.sent.push(data)
  }
}

function faultyPage() {
  const asked: string[] = []
  const ownFetch: typeof fetch = async (input) => {
    asked.push(String(input))
    return Response.json({ version: '1.2.3' })
  }
  class PushManager {
    getSubscription(): Promise<PushSubscription | null> {
      return Promise.resolve(null)
    }
  }
  const page = { fetch: ownFetch, Date: { now: () => 1_000 }, WebSocket: FakeSocket, PushManager } as FaultyPage
  const set = createPageFaults(page, ['/rest', 'http://devices.test/control'], origin)
  return { page, asked, ownFetch, PushManager, apply: (faults: Partial<PageFaults>) => set({ ...noFaults, ...faults }) }
}

beforeEach(() => {
  FakeSocket.sent.length = 0
})

describe('the faults of a page (INS-7)', () => {
  test('leave the original functions of the page in place if no fault is set, and restore them after a fault', () => {
    const { page, ownFetch, apply, PushManager } = faultyPage()
    const own = { send: FakeSocket.prototype.send, subscription: PushManager.prototype.getSubscription }
    const isUntouched = () =>
      page.fetch === ownFetch &&
      FakeSocket.prototype.send === own.send &&
      page.PushManager === PushManager &&
      PushManager.prototype.getSubscription === own.subscription
    expect(isUntouched()).toBe(true)
    for (const faults of [
      { server: 'cut', socket: 'swallowed', push: 'unsupported' },
      { server: 'hangs', socket: 'namespaceRefused', push: 'tokenRefused' },
    ] as const) {
      apply(faults)
      expect(page.fetch).not.toBe(ownFetch)
      expect(isUntouched()).toBe(false)
      apply({})
      expect(isUntouched()).toBe(true)
    }
  })

  test('make calls to each server and to the version file fail, and leave other files alone', async () => {
    const { page, asked, apply } = faultyPage()
    const [call, device, version, asset] = [
      `${origin}/rest/incidents`,
      'http://devices.test/control/device',
      '/version.json',
      '/assets/page.js',
    ]
    apply({ server: 'unavailable' })
    for (const url of [call, device, version]) expect((await page.fetch(url)).status).toBe(503)
    expect((await page.fetch(asset)).status).toBe(200)
    apply({ server: 'cut' })
    for (const url of [call, device, version]) await expect(page.fetch(url)).rejects.toThrow(TypeError)
    expect((await page.fetch(new URL(asset, origin))).status).toBe(200)
    expect(asked).toHaveLength(2)
  })

  test('let a call hang until its caller gives up', async () => {
    const { page, apply } = faultyPage()
    apply({ server: 'hangs' })
    const caller = new AbortController()
    const settled = vi.fn()
    const call = page.fetch(new Request(`${origin}/rest/incidents`, { signal: caller.signal }))
    call.then(settled, settled)
    await new Promise(setImmediate)
    expect(settled).not.toHaveBeenCalled()
    caller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await expect(page.fetch('/version.json', { signal: AbortSignal.abort(new Error('over')) })).rejects.toThrow('over')
  })

  test('change the version file and nothing else if the version is the fault', async () => {
    const { page, apply } = faultyPage()
    apply({ server: 'otherVersion' })
    expect(await (await page.fetch('/version.json')).json()).toEqual({ version: 'simulated' })
    expect((await page.fetch(`${origin}/rest/incidents`)).status).toBe(200)
  })

  test('put the clock of the page forward, and back without the fault', () => {
    const { page, apply } = faultyPage()
    const own = page.Date.now
    apply({ clock: '31' })
    expect(page.Date.now()).toBe(1_000 + 31 * 60_000)
    apply({ clock: '61' })
    expect(page.Date.now()).toBe(1_000 + 61 * 60_000)
    apply({})
    expect(page.Date.now).toBe(own)
  })

  test("reach the panel's own client: a 503 counts as an answer, a cut connection does not", async () => {
    const { page, apply } = faultyPage()
    const client = createHttpClient({
      baseUrl: `${origin}/rest`,
      authorization: { token: () => null },
      xsrfToken: () => undefined,
      pageUrl: `${origin}/`,
      onUnauthorized: () => {},
    })
    const real = globalThis.fetch
    try {
      apply({ server: 'unavailable' })
      globalThis.fetch = page.fetch
      expect(await client.call('/incidents')).toMatchObject({ ok: false, status: 503 })
      apply({ server: 'cut' })
      globalThis.fetch = page.fetch
      expect(await client.call('/incidents')).toMatchObject({ ok: false, status: null })
    } finally {
      globalThis.fetch = real
    }
  })

  test('refuse the namespace of a socket with the answer of a server that does not have it', async () => {
    const { apply } = faultyPage()
    apply({ socket: 'namespaceRefused' })
    const socket = new FakeSocket()
    const received: unknown[] = []
    socket.addEventListener('message', (event) => received.push('data' in event ? event.data : null))
    socket.send('40/painel,{"token":"t"}')
    await Promise.resolve()
    expect(received).toEqual(['44/painel,{"message":"Invalid namespace"}'])
    expect(FakeSocket.sent).toEqual([])
    for (const data of ['40{"token":"t"}', '3', new ArrayBuffer(1)]) socket.send(data)
    expect(FakeSocket.sent).toHaveLength(3)
    apply({})
  })

  test('swallow everything that a socket sends', () => {
    const { apply } = faultyPage()
    apply({ socket: 'swallowed' })
    new FakeSocket().send('40{"token":"t"}')
    apply({})
    expect(FakeSocket.sent).toEqual([])
  })

  test('refuse a push token like a browser whose push service is unreachable, or remove push', async () => {
    const { page, apply } = faultyPage()
    apply({ push: 'tokenRefused' })
    const subscribed = page.PushManager?.prototype.getSubscription.call(Object.create(null))
    await expect(subscribed).rejects.toMatchObject({ name: 'AbortError' })
    apply({ push: 'unsupported' })
    expect('PushManager' in page).toBe(false)
    apply({})
    expect('PushManager' in page).toBe(true)
  })

  test('answer a registration at Firebase without a token, for a subscription that Firebase does not know', async () => {
    const { page, asked, apply, PushManager } = faultyPage()
    const known = Object.freeze({
      endpoint: 'https://push.test/a',
      getKey: (name: string) => `key ${name}`,
      unsubscribe: () => Promise.resolve(true),
    })
    Object.assign(PushManager.prototype, { getSubscription: () => Promise.resolve(known) })
    createPageFaults(page, [], origin)({ ...noFaults, push: 'noToken' })
    const subscription = await page.PushManager?.prototype.getSubscription.call(Object.create(null))
    expect(subscription?.endpoint).not.toBe(known.endpoint)
    expect(subscription?.getKey('auth')).toBe('key auth')
    const registration = 'https://fcmregistrations.googleapis.com/v1/projects/a/registrations'
    expect(await (await page.fetch(registration, { method: 'POST' })).json()).toEqual({})
    expect(asked).toEqual([])
    await page.fetch('/rest/session')
    expect(asked).toEqual(['/rest/session'])
    apply({})
  })

  test('leave a browser without push as it is', () => {
    const { page } = faultyPage()
    delete page.PushManager
    const set = createPageFaults(page, [], origin)
    set({ ...noFaults, push: 'tokenRefused' })
    expect('PushManager' in page).toBe(false)
    set(noFaults)
  })
})

test('a simulated push message has the form of a message from the worker to the page (INS-7)', () => {
  const worker = new EventTarget()
  const received: unknown[] = []
  worker.addEventListener('message', (event) => received.push('data' in event ? event.data : null))
  deliverSimulatedPush(worker, 'simulada-1')
  expect(received).toMatchObject([
    { isFirebaseMessaging: true, messageType: 'push-received', fcmMessageId: 'simulada-1' },
  ])
})
