import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { DeviceAnswer } from '../../../src/services/devices/device-answer.ts'
import { openSharedChecks, type SharedChecks } from '../../../src/services/devices/shared-checks.ts'

const device: Device = {
  ...{ wordCode: 'A', name: 'Portão', model: 'iDFace', ip: '10.0.0.7', port: 9001, condominiumId: 'c1' },
  ...{ active: true, status: 'online', lastContactAt: '2026-01-02T03:04:05.000Z', latencyMs: 12 },
}
const answered: DeviceAnswer<Device> = { kind: 'answered', data: device }
const failed: DeviceAnswer<Device> = {
  ...{ kind: 'failed', failure: 'status', status: 504, message: 'Sem resposta', retryAfterMs: null },
}
const notAsked: DeviceAnswer<Device> = { kind: 'notAsked', wasSent: false, message: 'Ocupado', retryAfterMs: 1_000 }
const rejected: DeviceAnswer<Device> = { kind: 'rejected', status: 404, message: 'Não existe', fields: {} }

const opened: SharedChecks[] = []
const never = new AbortController().signal

/** The locks of one browser, granted in the order of the requests. */
function browserLocks() {
  const queues = new Map<string, Promise<unknown>>()
  return {
    async request(name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) {
      const before = queues.get(name) ?? Promise.resolve()
      const { promise: given, resolve: free } = Promise.withResolvers<void>()
      queues.set(name, Promise.all([before, given]))
      try {
        await Promise.race([
          before,
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        ])
        signal.throwIfAborted()
        await hold()
      } finally {
        free()
      }
    },
  }
}

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: browserLocks() })
})

afterEach(() => {
  for (const checks of opened.splice(0)) checks.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A tab; the test answers its checks. */
function openTab(userId = 'u1') {
  const received: [string, string, number][] = []
  const tab = { blamesDevice: true, asked: 0, received }
  const shared = openSharedChecks({
    userId,
    now: () => 1_000,
    blamesDevice: () => tab.blamesDevice,
    onMissed: (wordCode, { message }, at) => received.push([wordCode, message, at]),
  })
  opened.push(shared)
  const calls: PromiseWithResolvers<DeviceAnswer<Device>>[] = []
  return Object.assign(tab, {
    calls,
    check: (wordCode = 'A', signal = never) =>
      shared.check(
        wordCode,
        () => {
          tab.asked += 1
          const call = Promise.withResolvers<DeviceAnswer<Device>>()
          calls.push(call)
          return call.promise
        },
        signal,
      ),
  })
}

/** Waits 20 ms, so that messages between the tabs arrive. */
async function talk(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20))
}

/** All tests below cover LIVE-3. */
describe('three tabs', () => {
  test.each([answered, failed, notAsked, rejected])(
    'that check one device make one request and share its answer: $kind',
    async (answer) => {
      const [first, second, third] = [openTab(), openTab(), openTab()]
      const checks = [first.check(), second.check(), third.check()]
      await talk()
      first.calls[0]?.resolve(answer)
      expect(await Promise.all(checks)).toEqual([answer, answer, answer])
      expect([first.asked, second.asked, third.asked]).toEqual([1, 0, 0])
    },
  )

  test('check different devices in parallel', async () => {
    const [first, second] = [openTab(), openTab()]
    first.check('A')
    second.check('B')
    await talk()
    expect([first.asked, second.asked]).toEqual([1, 1])
  })

  test('with a first check that is cancelled: the second tab sends the request, and the third gets its answer', async () => {
    const [first, second, third] = [openTab(), openTab(), openTab()]
    const leaving = new AbortController()
    const cut = first.check('A', leaving.signal)
    const others = [second.check(), third.check()]
    await talk()
    leaving.abort('gone')
    first.calls[0]?.reject(leaving.signal.reason)
    await expect(cut).rejects.toBe('gone')
    await talk()
    expect([second.asked, third.asked]).toEqual([1, 0])
    second.calls[0]?.resolve(answered)
    expect(await Promise.all(others)).toEqual([answered, answered])
    expect(third.asked).toBe(0)
  })
})

test('a check that starts a moment later gets the same answer without a request', async () => {
  const [first, second] = [openTab(), openTab()]
  const check = first.check()
  await talk()
  first.calls[0]?.resolve(answered)
  await check
  const { promise: late, resolve } = Promise.withResolvers<unknown>()
  second.check().then(resolve)
  expect(await late).toEqual(answered)
  expect(second.asked).toBe(0)
})

test('a check a second later sends a new request', async () => {
  const [first, second] = [openTab(), openTab()]
  const check = first.check()
  await talk()
  first.calls[0]?.resolve(answered)
  await check
  await new Promise((resolve) => setTimeout(resolve, 1_050))
  second.check()
  await talk()
  expect(second.asked).toBe(1)
})

describe('a failure', () => {
  test('is reported with its time to all other tabs of the user', async () => {
    const [first, second, stranger] = [openTab(), openTab(), openTab('u2')]
    const check = first.check()
    await talk()
    first.calls[0]?.resolve(failed)
    await check
    await talk()
    expect([first.received, second.received, stranger.received]).toEqual([[], [['A', 'Sem resposta', 1_000]], []])
  })

  test.each([notAsked, rejected])('of the service is reported, too: $kind', async (answer) => {
    const [first, second] = [openTab(), openTab()]
    const check = first.check()
    await talk()
    first.calls[0]?.resolve(answer)
    await check
    await talk()
    expect(second.received.map(([wordCode]) => wordCode)).toEqual(['A'])
  })

  test('that the tab may have caused itself is not reported to other tabs', async () => {
    const [first, second] = [openTab(), openTab()]
    const own = first.check()
    const other = second.check()
    await talk()
    first.blamesDevice = false
    first.calls[0]?.resolve(failed)
    expect(await own).toEqual(failed)
    await talk()
    expect(second.received).toEqual([])
    expect(second.asked).toBe(1)
    second.calls[0]?.resolve(answered)
    expect(await other).toEqual(answered)
  })
})

test('a 401 is not shared with other tabs', async () => {
  const [first, second] = [openTab(), openTab()]
  const own = first.check()
  second.check()
  await talk()
  first.calls[0]?.resolve({ kind: 'unauthorized' })
  expect(await own).toEqual({ kind: 'unauthorized' })
  await talk()
  expect(second.asked).toBe(1)
})

test('an answer is not shared with another user, who sends a request after the first has ended', async () => {
  const [first, stranger] = [openTab('u1'), openTab('u2')]
  const own = first.check()
  stranger.check()
  await talk()
  first.calls[0]?.resolve(answered)
  await own
  await new Promise((resolve) => setTimeout(resolve, 1_050))
  expect(stranger.asked).toBe(1)
})

test.each([
  null,
  'A',
  { wordCode: 'A', answer: answered },
  { wordCode: '', at: 1, answer: failed },
  { wordCode: 'A', at: Number.NaN, answer: failed },
  { wordCode: 'A', at: 1, answer: { kind: 'answered', data: { wordCode: 'A' } } },
  { wordCode: 'A', at: 1, answer: { ...answered, data: { ...device, wordCode: 'B' } } },
  { wordCode: 'A', at: 1, answer: { kind: 'unauthorized' } },
  { wordCode: 'A', at: 1, answer: { ...failed, failure: 'mood' } },
])('the invalid message %j is ignored', async (message) => {
  const [first, second] = [openTab(), openTab()]
  first.check()
  const waiting = second.check()
  const settled = vi.fn()
  waiting.then(settled)
  const stranger = new BroadcastChannel('guarita:checks:u1')
  stranger.postMessage(message)
  await talk()
  stranger.close()
  expect(settled).not.toHaveBeenCalled()
  expect(second.received).toEqual([])
})

test("a check that is cancelled while another tab's request runs rejects with the caller's reason", async () => {
  const [first, second] = [openTab(), openTab()]
  first.check()
  const aborting = new AbortController()
  const waiting = second.check('A', aborting.signal)
  await talk()
  aborting.abort('enough')
  await expect(waiting).rejects.toBe('enough')
  expect(second.asked).toBe(0)
})

describe('each tab sends its own request', () => {
  test('without locks', async () => {
    vi.stubGlobal('navigator', {})
    const [first, second] = [openTab(), openTab()]
    const checks = [first.check(), second.check()]
    first.calls[0]?.resolve(answered)
    second.calls[0]?.resolve(failed)
    expect(await Promise.all(checks)).toEqual([answered, failed])
  })

  test('without messages between tabs', async () => {
    vi.stubGlobal('BroadcastChannel', undefined)
    const tab = openTab()
    const check = tab.check()
    tab.calls[0]?.resolve(answered)
    expect(await check).toEqual(answered)
  })

  test('if the browser refuses the locks', async () => {
    vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('no', 'SecurityError')) } })
    const tab = openTab()
    const check = tab.check()
    await talk()
    tab.calls[0]?.resolve(answered)
    expect(await check).toEqual(answered)
  })
})

test('an error of the request is rethrown, and the next tab can check the device', async () => {
  const [first, second] = [openTab(), openTab()]
  const check = first.check()
  second.check()
  await talk()
  first.calls[0]?.reject(new Error('broken'))
  await expect(check).rejects.toThrow('broken')
  await talk()
  expect(second.asked).toBe(1)
})
