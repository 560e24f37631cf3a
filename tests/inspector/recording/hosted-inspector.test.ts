import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AnyActorRef, assign, createActor, fromPromise, sendTo, setup } from 'xstate'
import { openHostedInspector } from '../../../src/inspector/recording/hosted-inspector.ts'
import { masked } from '../../../src/inspector/recording/masked.ts'
import { deferred } from '../../../src/machines/parts/deferred.ts'
import { StandInWindow, statelyOrigin } from './hosted-window.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const keeper = setup({
  types: {} as { context: { held: unknown }; input: unknown; events: { type: 'keep'; held: unknown } },
}).createMachine({
  id: 'keeper',
  context: ({ input }) => ({ held: input }),
  on: { keep: { actions: assign({ held: ({ event }) => event.held }) } },
})

const held = ({ context }: { context: { held: unknown } }) => context.held

/**
 * Stores its input, gives it to a child and to a service. The service resolves with the same value or, for an Error,
 * rejects with it.
 */
const house = setup({
  types: {} as {
    context: { held: unknown }
    input: unknown
    events: { type: 'keep' | 'ask' | 'fetch'; held: unknown }
  },
  actors: {
    keeper,
    ask: fromPromise<unknown, unknown>(async ({ input }) => {
      if (input instanceof Error) throw input
      return input
    }),
    fetch: fromPromise<string, string>(async ({ input }) => `${input} of a token`),
  },
}).createMachine({
  id: 'house',
  context: ({ input }) => ({ held: input }),
  invoke: { src: 'keeper', id: 'keeper', input: held },
  initial: 'quiet',
  states: {
    quiet: { tags: 'calm' },
    fetching: { invoke: { src: 'fetch', input: 'bare text', onDone: 'quiet' } },
    asking: {
      invoke: { src: 'ask', id: 'ask', input: held, onDone: 'quiet', onError: 'quiet' },
    },
  },
  on: {
    keep: {
      actions: [
        assign({ held: ({ event }) => event.held }),
        sendTo('keeper', ({ event }) => ({ type: 'keep', held: event.held })),
      ],
    },
    fetch: '.fetching',
    ask: { target: '.asking', actions: assign({ held: ({ event }) => event.held }) },
  },
})

function begin(input: unknown = 'nothing') {
  const root = createActor(house, { input }).start()
  const browser = new StandInWindow()
  const actors = (): AnyActorRef[] => [
    root,
    ...Object.values(root.getSnapshot().children).filter((each) => each !== undefined),
  ]
  const onConnected = vi.fn()
  const onClosed = vi.fn()
  const open = () => openHostedInspector({ root, actors, onConnected, onClosed, window: browser })
  return { root, browser, onConnected, onClosed, open }
}

/** The hosted inspector posts its messages when the browser is idle. */
const idle = () => vi.advanceTimersByTimeAsync(0)

/** Counts how often a copy reads its text. */
function watched() {
  const read = vi.fn(() => 'text')
  return { read, value: Object.defineProperty({}, 'text', { enumerable: true, get: read }) }
}

describe('the hosted inspector (INS-1)', () => {
  test('opens in its own window and receives no message before it connects', async () => {
    const { root, browser, onConnected, open } = begin()
    open()
    root.send({ type: 'keep', held: 1 })
    await idle()
    expect(browser.opened).toEqual([{ url: `${statelyOrigin}/inspect`, target: '_blank' }])
    expect(browser.posted).toEqual([])
    expect(onConnected).not.toHaveBeenCalled()
  })

  test('receives the actors that started before it opened, with their charts and snapshots', async () => {
    const { root, browser, onConnected, open } = begin('old')
    open()
    browser.receive()
    await idle()
    expect(onConnected).toHaveBeenCalledOnce()
    expect(browser.messages('@xstate.actor')).toMatchObject([
      {
        name: 'house',
        sessionId: root.sessionId,
        snapshot: { status: 'active', value: 'quiet', tags: ['calm'], context: { held: 'old' } },
      },
      { name: 'keeper', parentId: root.sessionId, rootId: root.sessionId, snapshot: { context: { held: 'old' } } },
    ])
    const definition: unknown = JSON.parse(String(browser.messages('@xstate.actor')[0]?.definition))
    expect(definition).toMatchObject({
      id: 'house',
      states: { quiet: {}, asking: { invoke: { src: 'ask', onDone: 'quiet' } } },
    })
  })

  test('receives the chart of an actor that loads its code lazily', async () => {
    const later = createActor(
      setup({ actors: { keeper: deferred(() => keeper) } }).createMachine({ invoke: { src: 'keeper', id: 'late' } }),
    )
    const browser = new StandInWindow()
    const actors = () => Object.values(later.getSnapshot().children).filter((each) => each !== undefined)
    later.start()
    openHostedInspector({ root: later, actors, onConnected: () => {}, onClosed: () => {}, window: browser })
    browser.receive()
    await idle()
    const [message] = browser.messages('@xstate.actor')
    expect([message?.name, JSON.parse(String(message?.definition))]).toMatchObject(['late', { id: 'keeper' }])
  })

  test('receives all later events, snapshots and actors', async () => {
    const { root, browser, open } = begin()
    open()
    browser.receive()
    await idle()
    browser.posted.length = 0
    root.send({ type: 'ask', held: { unit: 12 } })
    await idle()
    const { sessionId } = root
    expect(browser.messages('@xstate.event')).toContainEqual(
      expect.objectContaining({ sessionId, event: { type: 'ask', held: { unit: 12 } } }),
    )
    expect(browser.messages('@xstate.snapshot')).toContainEqual(
      expect.objectContaining({
        sessionId,
        rootId: sessionId,
        snapshot: expect.objectContaining({ value: 'asking', context: { held: { unit: 12 } } }),
      }),
    )
    expect(browser.messages('@xstate.actor')).toMatchObject([{ name: 'ask', definition: '{"id":"ask"}' }])
  })

  test('receives messages only at its own origin', async () => {
    const { root, browser, open } = begin()
    const inspector = open()
    browser.receive()
    root.send({ type: 'ask', held: 1 })
    await idle()
    inspector.close()
    expect(new Set(browser.posted.map(({ origin }) => origin))).toEqual(new Set([statelyOrigin]))
  })

  test.each([
    ['another origin', { origin: 'https://stately.ai.example.com' }],
    ['another window', { source: {} }],
    ['no window', { source: null }],
    ['another message', { data: { type: '@statelyai.disconnected' } }],
    ['no message', { data: null }],
  ])('ignores a connect message from %s', async (_, message) => {
    const { browser, onConnected, open } = begin()
    open()
    browser.receive(message)
    await idle()
    expect(browser.posted).toEqual([])
    expect(onConnected).not.toHaveBeenCalled()
  })

  test('receives all actors again after a reload of its window, and each event once', async () => {
    const { root, browser, open } = begin()
    open()
    browser.receive()
    browser.receive()
    await idle()
    expect(browser.messages('@xstate.actor')).toHaveLength(4)
    root.send({ type: 'keep', held: 1 })
    await idle()
    const { sessionId } = root
    expect(browser.messages('@xstate.event').filter((message) => message.sessionId === sessionId)).toHaveLength(1)
  })

  test('explains what to do if the browser blocks its window, and leaves no listener or timer', () => {
    const { browser, open } = begin()
    browser.isBlocking = true
    expect(open).toThrow('Permita janelas pop-up para este endereço e tente novamente.')
    expect([browser.listeners.size, vi.getTimerCount()]).toEqual([0, 0])
  })
})

describe('the hosted inspector, after its end', () => {
  test('if the panel closes it, sends a disconnect message to its window and stops copying and posting', async () => {
    const { root, browser, onClosed, open } = begin()
    const inspector = open()
    browser.receive()
    await idle()
    browser.posted.length = 0
    const pending = watched()
    root.send({ type: 'keep', held: pending.value })
    inspector.close()
    await idle()
    const later = watched()
    root.send({ type: 'keep', held: later.value })
    expect(vi.getTimerCount()).toBe(0)
    browser.receive()
    inspector.close()
    await idle()
    expect(browser.posted).toEqual([{ message: { type: '@statelyai.disconnected' }, origin: statelyOrigin }])
    expect(pending.read).not.toHaveBeenCalled()
    expect(later.read).not.toHaveBeenCalled()
    expect(onClosed).not.toHaveBeenCalled()
    expect([browser.listeners.size, vi.getTimerCount()]).toEqual([0, 0])
  })

  test('if a person closes its window, reports the end once within a second', async () => {
    const { root, browser, onClosed, open } = begin()
    const inspector = open()
    browser.receive()
    await idle()
    browser.posted.length = 0
    browser.inspector.closed = true
    await vi.advanceTimersByTimeAsync(1_000)
    expect(onClosed).toHaveBeenCalledOnce()
    const later = watched()
    root.send({ type: 'keep', held: later.value })
    expect(vi.getTimerCount()).toBe(0)
    inspector.close()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(later.read).not.toHaveBeenCalled()
    expect(browser.posted).toEqual([])
    expect(onClosed).toHaveBeenCalledOnce()
    expect([browser.listeners.size, vi.getTimerCount()]).toEqual([0, 0])
  })
})

describe('the data that leaves the browser', () => {
  test('has a size limit, however large a context is', async () => {
    const people = Array.from({ length: 10_000 }, (_, at) => [`c${at}`, { name: `Condomínio ${at}` }] as const)
    const { root, browser, open } = begin(new Map(people))
    open()
    browser.receive()
    root.send({ type: 'keep', held: people })
    await idle()
    expect(Math.max(...browser.posted.map(({ message }) => JSON.stringify(message).length))).toBeLessThan(50_000)
  })

  test('has a placeholder for each secret', async () => {
    const { browser, open } = begin({ token: 'abcdefgh', user: 'Ana' })
    open()
    browser.receive()
    await idle()
    expect(browser.messages('@xstate.actor')[0]).toMatchObject({
      snapshot: { context: { held: { token: masked, user: 'Ana' } } },
    })
  })

  test('masks an output that is a plain text, because no field name shows if the text is a secret', async () => {
    const { root, browser, open } = begin({ unit: 12 })
    open()
    browser.receive()
    root.send({ type: 'fetch', held: null })
    await idle()
    expect(browser.messages('@xstate.event')).toContainEqual(
      expect.objectContaining({ event: expect.objectContaining({ output: masked }) }),
    )
    expect(JSON.stringify(browser.posted)).not.toContain('bare')
  })

  test('contains no secret, at any depth', async () => {
    const secret = 'N0b0dyMayReadThis'
    const secretNames = ['token', 'accessToken', 'password', 'senha', 'authorization', 'Authorization', 'credentials']
    const moreNames = [
      'cookie',
      'clientSecret',
      'apiKey',
      'api_key',
      'vapidKey',
      'passwd',
      'current',
      'next',
      'repeated',
    ]
    const planted = fc
      .constantFrom(...secretNames, ...moreNames)
      .chain((name) =>
        fc.constantFrom<unknown>(
          { [name]: secret },
          { [name]: [secret, { any: secret }] },
          new Map<string, unknown>([[name, secret]]),
          new Map<string, unknown>([[name, new Map([['any', secret]])]]),
          { [name]: new Set([secret]) },
          { [name]: Object.assign(new Error(secret), { detail: secret }) },
          new Error(`refused: Bearer 1234${secret}`),
          new Error('refused', { cause: new Error(`authorization: Bearer 1234${secret}`) }),
          Object.assign(new Error('refused'), { [name]: secret }),
          `fetch failed with token=1234${secret}`,
        ),
      )
    const { value: nested } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        planted,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
        fc.array(tie('value'), { maxLength: 3 }).map((values) => new Map(values.map((value, at) => [at, value]))),
        tie('value').map((cause) => new Error('failed', { cause })),
      ),
    }))
    await fc.assert(
      fc.asyncProperty(nested, nested, planted, async (input, given, thrown) => {
        const { root, browser, open } = begin(input)
        const inspector = open()
        browser.receive()
        root.send({ type: 'keep', held: given })
        root.send({ type: 'ask', held: given })
        await idle()
        root.send({ type: 'ask', held: thrown })
        await idle()
        browser.receive()
        await idle()
        inspector.close()
        root.stop()
        expect(browser.posted.length).toBeGreaterThan(10)
        expect(JSON.stringify(browser.posted)).not.toContain(secret)
      }),
    )
  })
})
