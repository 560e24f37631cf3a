import { describe, expect, test } from 'vitest'
import {
  type AnyStateMachine,
  assign,
  createActor,
  enqueueActions,
  fromCallback,
  fromPromise,
  sendTo,
  setup,
} from 'xstate'
import { LiveRecording } from '../../../src/inspector/recording/live-recording.ts'
import { Recorder } from '../../../src/inspector/recording/recorder.ts'
import type { RecordedEvent } from '../../../src/inspector/recording/recording.ts'
import { deferred } from '../../../src/machines/parts/deferred.ts'

const doorMachine = setup({
  types: {} as { context: { opened: number }; events: { type: 'door.open' | 'door.close' | 'door.break' } },
  actions: { count: assign(({ context }) => ({ opened: context.opened + 1 })) },
  guards: { isFirst: ({ context }) => context.opened === 0 },
}).createMachine({
  id: 'door',
  context: { opened: 0 },
  initial: 'closed',
  states: {
    closed: { on: { 'door.open': [{ guard: 'isFirst', target: 'open', actions: 'count' }, { actions: 'count' }] } },
    open: { on: { 'door.close': 'closed', 'door.break': 'broken' } },
    broken: { type: 'final' },
  },
})

const gateMachine = setup({
  types: {} as { events: { type: 'gate.ring' } | { type: 'gate.leave' } },
  actors: {
    door: doorMachine,
    listen: fromCallback(({ sendBack, receive }) => {
      receive(() => sendBack({ type: 'gate.ring' }))
    }),
    ask: fromPromise(async () => 'yes'),
  },
}).createMachine({
  id: 'gate',
  initial: 'manned',
  states: {
    manned: {
      invoke: [
        { src: 'door', id: 'door', systemId: 'door' },
        { src: 'listen', id: 'listen' },
        { src: 'ask', onDone: {}, onError: {} },
      ],
      on: { 'gate.ring': { actions: sendTo('door', { type: 'door.open' }) }, 'gate.leave': 'left' },
    },
    left: {},
  },
})

const noisyMachine = setup({
  types: {} as { events: { type: 'page.far' } | { type: 'device.fails'; wordCode: string } },
  actors: {
    breaker: setup({
      types: {} as { context: { failureCount: number }; events: { type: 'call.failed' } },
      actions: { count: assign(({ context }) => ({ failureCount: context.failureCount + 1 })) },
    }).createMachine({ context: { failureCount: 0 }, on: { 'call.failed': { actions: 'count' } } }),
  },
}).createMachine({
  on: {
    'page.far': {},
    'device.fails': {
      actions: enqueueActions(({ enqueue, event }) => {
        enqueue.spawnChild('breaker', { id: `breaker:${event.wordCode}` })
        enqueue.sendTo(`breaker:${event.wordCode}`, { type: 'call.failed' })
      }),
    },
  },
})

function watched(machine: AnyStateMachine, capacity?: number) {
  const actor = createActor(machine)
  let time = 1_000
  const recorder = new Recorder(actor, () => time++, capacity)
  const recording = new LiveRecording(recorder)
  actor.start()
  return { actor, recorder, recording }
}

function eventsOf(recording: LiveRecording): RecordedEvent[] {
  return recording.seqs.map((seq) => {
    const event = recording.event(seq)
    if (event === undefined) throw new Error(`no event ${seq}`)
    return event
  })
}

const short = (recording: LiveRecording) =>
  eventsOf(recording).map(
    ({ sourceId, targetId, type, outcome }) =>
      `${sourceId === null ? '' : `${recording.actor(sourceId)?.name} `}→ ${recording.actor(targetId)?.name} ${type} ${outcome}`,
  )

function idOf(recording: LiveRecording, name: string): string {
  return recording.actorsAt(null).find((actor) => actor.name === name)?.id ?? 'none'
}

describe('a live recording', () => {
  test('lists every living actor with its kind, chart and parent', async () => {
    const { recording } = watched(gateMachine)
    const [gate] = recording.actorsAt(null)
    expect(recording.actorsAt(null)).toMatchObject([
      { name: 'gate', kind: 'machine', chartId: 'gate', parentId: null },
      { name: 'door', kind: 'machine', chartId: 'door', parentId: gate?.id },
      { name: 'listen', kind: 'service', chartId: null, parentId: gate?.id },
      { name: 'ask', kind: 'service', chartId: null, parentId: gate?.id },
    ])
    await Promise.resolve()
    await Promise.resolve()
    expect(recording.actorsAt(null).map(({ name }) => name)).toEqual(['gate', 'door', 'listen'])
  })

  test('notes the sender, the receiver and the outcome of each event', () => {
    const { actor, recording } = watched(gateMachine)
    actor.send({ type: 'gate.ring' })
    actor.send({ type: 'door.close' })
    actor.send({ type: 'gate.leave' })
    expect(short(recording)).toEqual([
      '→ gate xstate.init started',
      'gate → door xstate.init started',
      'gate → listen xstate.init started',
      'gate → ask xstate.init started',
      '→ gate gate.ring taken',
      'gate → door door.open taken',
      '→ gate door.close ignored',
      '→ gate gate.leave taken',
      '→ door xstate.stop ended',
      '→ listen xstate.stop ended',
      '→ ask xstate.stop ended',
    ])
  })

  test('names the chart moves that an event caused', () => {
    const { actor, recording } = watched(gateMachine)
    actor.send({ type: 'gate.ring' })
    const door = idOf(recording, 'door')
    expect(recording.lastMove(door, null)?.moves).toEqual(['door.closed|door.open|0'])
    const drawn = recording.chart('door')?.moves.map(({ id }) => id)
    expect(drawn).toContain('door.closed|door.open|0')
  })

  test('gives the state of an actor after each event', () => {
    const { actor, recording } = watched(doorMachine)
    actor.send({ type: 'door.open' })
    actor.send({ type: 'door.close' })
    actor.send({ type: 'door.open' })
    const [door] = recording.actorsAt(null)
    const states = [0, 1, 2, 3].map((seq) => recording.stateAt(door?.id ?? '', seq))
    expect(states.map((state) => [state?.value, state?.context])).toEqual([
      ['closed', { opened: 0 }],
      ['open', { opened: 1 }],
      ['closed', { opened: 1 }],
      ['closed', { opened: 2 }],
    ])
    expect(recording.lastMove(door?.id ?? '', 2)?.seq).toBe(2)
    expect(recording.lastMove(door?.id ?? '', 0)).toBeUndefined()
  })

  test('lists for a past event the actors that lived at that moment', () => {
    const { actor, recording } = watched(gateMachine)
    actor.send({ type: 'gate.leave' })
    expect(recording.actorsAt(null).map(({ name }) => name)).toEqual(['gate'])
    expect(recording.actorsAt(4).map(({ name }) => name)).toEqual(['gate', 'door', 'listen', 'ask'])
    expect(recording.actorsAt(1).map(({ name }) => name)).toEqual(['gate', 'door'])
  })

  test('distinguishes an actor that ended by itself from an actor that threw', () => {
    const { actor: door, recording } = watched(doorMachine)
    door.send({ type: 'door.open' })
    door.send({ type: 'door.break' })
    expect(short(recording).at(-1)).toBe('→ door door.break ended')

    const faulty = setup({
      actions: {
        fail: assign(() => {
          throw new Error('broken')
        }),
      },
    }).createMachine({
      id: 'faulty',
      on: { go: { actions: 'fail' } },
    })
    const { actor, recording: failed } = watched(faulty)
    actor.subscribe({ error: () => {} })
    actor.send({ type: 'go' })
    expect(short(failed).at(-1)).toBe('→ faulty go failed')
    expect(failed.actorsAt(null)).toEqual([])
    expect(failed.actorsAt(0).map(({ name }) => name)).toEqual(['faulty'])
    expect(failed.actorsAt(1)).toEqual([])
  })

  test('marks events that reached an ended actor as dropped', () => {
    const selfish = setup({ actors: { door: doorMachine } }).createMachine({
      id: 'selfish',
      initial: 'a',
      states: { a: { invoke: { src: 'door', id: 'door' }, on: { go: 'b' } }, b: {} },
    })
    const { actor, recording } = watched(selfish)
    const door = actor.getSnapshot().children.door
    door?.subscribe(({ value }: { value: unknown }) => {
      if (value !== 'open') return
      actor.send({ type: 'go' })
      door.send({ type: 'door.close' })
    })
    door?.send({ type: 'door.open' })
    expect(short(recording).slice(2)).toEqual([
      '→ door door.open taken',
      '→ selfish go taken',
      '→ door door.close dropped',
      '→ door xstate.stop ended',
    ])
  })

  test('keeps the order of events that wait behind another event', () => {
    const { actor, recording } = watched(doorMachine)
    actor.subscribe(({ value }) => {
      if (value === 'open') actor.send({ type: 'door.close' })
    })
    actor.send({ type: 'door.open' })
    expect(short(recording).slice(1)).toEqual(['→ door door.open taken', '→ door door.close taken'])
    const [door] = recording.actorsAt(null)
    expect([1, 2].map((seq) => recording.stateAt(door?.id ?? '', seq)?.value)).toEqual(['open', 'closed'])
  })
})

describe('a recorder', () => {
  test('keeps the few events of one kind of actor while another kind has many (INS-1)', () => {
    const { actor, recording } = watched(noisyMachine, 100)
    actor.send({ type: 'device.fails', wordCode: 'PORTARIA-01' })
    actor.send({ type: 'device.fails', wordCode: 'PORTARIA-02' })
    for (let times = 0; times < 1_000; times++) actor.send({ type: 'page.far' })
    expect(recording.seqs.length).toBe(100)
    const names = eventsOf(recording).map(({ targetId, type }) => `${recording.actor(targetId)?.name} ${type}`)
    for (const wordCode of ['PORTARIA-01', 'PORTARIA-02']) expect(names).toContain(`breaker:${wordCode} call.failed`)
    const breaker = recording.actorsAt(null).find(({ name }) => name === 'breaker:PORTARIA-01')
    expect(recording.stateAt(breaker?.id ?? '', null)?.context).toEqual({ failureCount: 1 })
    expect(recording.seqs).toEqual(recording.seqs.toSorted((one, other) => one - other))
  })

  test('drops the oldest event for the newest and still knows the state of an actor before it', () => {
    const { actor, recording } = watched(doorMachine, 3)
    actor.send({ type: 'door.open' })
    for (let times = 0; times < 3; times++) actor.send({ type: 'door.open' })
    expect(recording.seqs).toEqual([2, 3, 4])
    expect(recording.event(1)).toBeUndefined()
    expect(recording.event(2)?.type).toBe('door.open')
    const [door] = recording.actorsAt(null)
    expect(recording.stateAt(door?.id ?? '', 2)?.value).toBe('open')
  })

  test('forgets ended actors that no kept event names', () => {
    const parent = setup({
      types: {} as { events: { type: 'turn' } },
      actors: { ask: fromPromise(() => new Promise(() => {})) },
    }).createMachine({
      id: 'parent',
      initial: 'a',
      states: { a: { invoke: { src: 'ask' }, on: { turn: 'b' } }, b: { invoke: { src: 'ask' }, on: { turn: 'a' } } },
    })
    const { actor, recorder } = watched(parent, 10)
    for (let times = 0; times < 3_000; times++) actor.send({ type: 'turn' })
    expect(recorder.actors.size).toBeLessThan(1_000)
  })

  test('notifies a listener until the listener unsubscribes', () => {
    const { actor, recorder } = watched(doorMachine)
    let calls = 0
    const stop = recorder.onChange(() => (calls += 1))
    actor.send({ type: 'door.open' })
    expect(calls).toBeGreaterThan(0)
    stop()
    const before = calls
    actor.send({ type: 'door.close' })
    expect(calls).toBe(before)
  })

  test('keeps nothing after it was stopped', () => {
    const { actor, recorder, recording } = watched(doorMachine)
    recorder.stop()
    actor.send({ type: 'door.open' })
    expect([recorder.actors.size, recording.endSeq]).toEqual([0, 0])
  })
})

test('a recorder that starts late knows the living actors and their states', () => {
  const actor = createActor(gateMachine).start()
  actor.send({ type: 'gate.ring' })
  const recording = new LiveRecording(new Recorder(actor, () => 0))
  expect(recording.actorsAt(null).map(({ name }) => name)).toEqual(['gate', 'door', 'listen', 'ask'])
  actor.send({ type: 'gate.leave' })
  expect(recording.actorsAt(null).map(({ name }) => name)).toEqual(['gate'])
  const door = recording.actorsAt(0).find(({ name }) => name === 'door')
  expect(recording.stateAt(door?.id ?? '', 0)?.value).toBe('open')
})

test('an actor that loads its code lazily has its chart and its name in the recording', () => {
  const parent = setup({ actors: { door: deferred(() => doorMachine) } }).createMachine({
    id: 'parent',
    invoke: { src: 'door', id: 'frontDoor' },
  })
  const { recording } = watched(parent)
  expect(recording.actorsAt(null)).toMatchObject([{}, { name: 'frontDoor', kind: 'machine', chartId: 'door' }])
  expect(recording.chart('door')?.states.length).toBe(4)
})
