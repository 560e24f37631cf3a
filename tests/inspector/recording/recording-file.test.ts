import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign, createActor, setup } from 'xstate'
import { describeChart } from '../../../src/inspector/charts/chart-description.ts'
import { chartKey } from '../../../src/inspector/charts/chart-places.ts'
import { LiveRecording } from '../../../src/inspector/recording/live-recording.ts'
import { masked } from '../../../src/inspector/recording/masked.ts'
import { Recorder } from '../../../src/inspector/recording/recorder.ts'
import type { Recording } from '../../../src/inspector/recording/recording.ts'
import { documentOf } from '../../../src/inspector/recording/recording-document.ts'
import { readRecording as readFile } from '../../../src/inspector/recording/recording-file.ts'

const bellMachine = setup({
  types: {} as {
    context: { rings: number; token: string | null }
    events: { type: 'bell.ring'; token?: string } | { type: 'bell.break' }
  },
  actions: {
    count: assign(({ context, event }) => ({
      rings: context.rings + 1,
      token: 'token' in event ? (event.token ?? null) : context.token,
    })),
  },
  guards: { isTired: ({ context }) => context.rings > 2 },
  delays: { soon: 1_000 },
}).createMachine({
  id: 'bell',
  context: { rings: 0, token: null },
  initial: 'still',
  states: {
    still: {
      on: {
        'bell.ring': [
          { guard: 'isTired', target: 'resting' },
          { target: 'ringing', actions: 'count' },
        ],
      },
    },
    ringing: {
      tags: ['loud'],
      after: { soon: 'still' },
      on: { 'bell.ring': { actions: 'count' }, 'bell.break': 'broken' },
    },
    resting: {},
    broken: { type: 'final' },
  },
})

function recorded(events: readonly ({ type: 'bell.ring'; token?: string } | { type: 'bell.break' })[], capacity = 100) {
  const bell = createActor(bellMachine)
  let time = 0
  const recording = new LiveRecording(new Recorder(bell, () => time++, capacity))
  bell.start()
  for (const event of events) if (bell.getSnapshot().status === 'active') bell.send(event)
  return recording
}

const made = { recordedAt: '2026-11-21T12:00:00.000Z', panelVersion: '0.1.0', actorId: null }
const readRecording = (text: string) => readFile('a.json', text).recording
const exported = (recording: Recording) => JSON.stringify(documentOf(recording, made))

function everythingOf(recording: Recording) {
  return recording.seqs.map((seq) => {
    const event = recording.event(seq)
    return {
      event,
      actors: recording.actorsAt(seq),
      state: event && recording.stateAt(event.targetId, seq),
      lastMove: event && recording.lastMove(event.targetId, seq),
      chart: event && recording.chart(recording.actor(event.targetId)?.chartId ?? ''),
    }
  })
}

describe('an exported recording', () => {
  test('shows the same as the live recording, except for secrets', () => {
    const live = recorded([{ type: 'bell.ring' }, { type: 'bell.ring' }, { type: 'bell.break' }, { type: 'bell.ring' }])
    const file = readRecording(exported(live))
    expect(file.isLive).toBe(false)
    expect(everythingOf(file)).toEqual(everythingOf(live))
    expect(file.payload(1)).toEqual({ type: 'bell.ring' })
  })

  test('contains the selected actor, even an ended one; an older file selects no actor', () => {
    const live = recorded([{ type: 'bell.ring' }, { type: 'bell.break' }])
    const [bell] = live.actorsAt(live.seqs[0] ?? 0)
    const actorId = bell?.id ?? ''
    const { recording, actorId: read } = readFile('a.json', JSON.stringify(documentOf(live, { ...made, actorId })))
    expect(read).toBe(actorId)
    expect(recording.actor(actorId)?.name).toBe(bell?.name)
    const { actorId: _, ...older } = documentOf(live, made)
    expect(readFile('a.json', JSON.stringify(older)).actorId).toBeNull()
  })

  test('has the chart keys of the live recording, so that charts need no new layout', () => {
    const live = recorded([])
    const keyIn = (recording: Recording) => chartKey(recording.chart('bell') ?? describeChart(bellMachine.provide({})))
    expect(keyIn(readRecording(exported(live)))).toBe(keyIn(live))
    expect(keyIn(live)).toBe(chartKey(describeChart(bellMachine)))
  })

  test('gives the same file when it is imported and exported again', () => {
    const first = exported(recorded([{ type: 'bell.ring' }, { type: 'bell.break' }]))
    expect(exported(readRecording(first))).toBe(first)
  })

  test('shows the same as the live recording after any events', () => {
    const event = fc.constantFrom({ type: 'bell.ring' } as const, { type: 'bell.break' } as const)
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), fc.integer({ min: 1, max: 12 }), (events, capacity) => {
        const live = recorded(events, capacity)
        expect(everythingOf(readRecording(exported(live)))).toEqual(everythingOf(live))
      }),
    )
  })

  test('contains no token', () => {
    const text = exported(recorded([{ type: 'bell.ring', token: 'TheToken' }]))
    expect(text).not.toContain('TheToken')
    expect(readRecording(text).payload(1)).toEqual({ type: 'bell.ring', token: masked })
  })

  test('contains each state of an actor once', () => {
    const { states, events } = documentOf(
      recorded(Array.from({ length: 50 }, () => ({ type: 'bell.ring' as const }))),
      made,
    )
    expect(events.length).toBe(51)
    expect(states.length).toBe(51)
    const still = createActor(bellMachine)
    const recording = new LiveRecording(new Recorder(still, () => 0))
    still.start()
    for (let times = 0; times < 50; times++) still.send({ type: 'bell.break' })
    expect(documentOf(recording, made).states.length).toBe(1)
  })
})

describe('readRecording refuses with a message', () => {
  const good = JSON.parse(exported(recorded([{ type: 'bell.ring' }])))
  test.each([
    ['a text that is not JSON', 'PK\u0003\u0004', /não é uma gravação.*incompleto/],
    ['half of a recording', JSON.stringify(good).slice(0, 200), /incompleto/],
    ['other JSON', '{"a":1}', /não é uma gravação/],
    ['a list', '[]', /não é uma gravação/],
    ['nothing', '', /não é uma gravação/],
    ['another version', JSON.stringify({ ...good, version: 3 }), /outra versão/],
    ['a recording without events', JSON.stringify({ ...good, events: null }), /danificada em "events"/],
    ['a recording with a damaged event', JSON.stringify({ ...good, events: [{ at: 'x' }] }), /danificada em "events.0/],
    [
      'a recording with a damaged state',
      JSON.stringify({ ...good, states: [{ ...good.states[0], value: 3 }] }),
      /danificada em "states.0.value/,
    ],
  ])('%s', (_, text, problem) => {
    expect(() => readRecording(text)).toThrow(problem)
  })

  test('any damaged document; a document that it accepts can be shown', () => {
    const json = fc.json({ maxDepth: 6 }).map((text) => JSON.parse(text))
    const damaged = fc
      .tuple(fc.constantFrom(...Object.keys(good)), json)
      .map(([key, value]) => ({ ...good, [key]: value }))
    fc.assert(
      fc.property(fc.oneof(json, damaged), (document) => {
        let recording: Recording
        try {
          recording = readRecording(JSON.stringify(document))
        } catch (error) {
          expect(error).toMatchObject({ message: expect.stringMatching(/gravação/) })
          return
        }
        everythingOf(recording)
      }),
    )
  })

  test('a document that is nested too deep', () => {
    const deep = `${'{"a":'.repeat(20_000)}"b"${'}'.repeat(20_000)}`
    const text = JSON.stringify({ ...good, states: [{ ...good.states[0], value: 'VALUE' }] }).replace('"VALUE"', deep)
    expect(() => readRecording(text)).toThrow(/gravação/)
  })
})
