import { describe, expect, test } from 'vitest'
import { createActor, type EventFrom, fromPromise, setup, waitFor } from 'xstate'
import type { EventFilter } from '../../../src/inspector/recording/event-filter.ts'
import { inspect } from '../../../src/inspector/recording/inspected-value.ts'
import { LiveRecording } from '../../../src/inspector/recording/live-recording.ts'
import { Recorder } from '../../../src/inspector/recording/recorder.ts'
import { noFilter } from '../../../src/machines/inspector/no-filter.ts'
import { FilteredEvents } from '../../../src/ui/inspector/events/filtered-events.ts'
import { numberText } from '../../../src/ui/inspector/time-text.ts'

type GateEvent =
  | { type: 'gate.ring' | 'gate.unknown' }
  | { type: 'gate.answered'; answer: { status: number; wordCode: string; token?: string; tried: unknown[] } }

const gateMachine = setup({ types: {} as { events: GateEvent } }).createMachine({
  id: 'gate',
  on: { 'gate.ring': {}, 'gate.answered': {} },
})

const answer = (status: number, wordCode: string, rest: object = {}): EventFrom<typeof gateMachine> => ({
  type: 'gate.answered',
  answer: { status, wordCode, tried: [], ...rest },
})

/** The types of the listed events of a gate. The first event is at 1,001 ms; each further event is 1 ms later. */
function listed(events: readonly GateEvent[], filter: Partial<EventFilter>, ignored: readonly string[] = []) {
  const actor = createActor(gateMachine)
  let time = 1_000
  const recording = new LiveRecording(new Recorder(actor, () => time++))
  const list = new FilteredEvents(recording, { ...noFilter, ...filter, actorId: null, ignored })
  actor.start()
  // The test reads the list between the events, as a page does.
  for (const event of events) {
    list.seqs()
    actor.send(event)
  }
  return list.seqs().map((seq) => {
    const payload = recording.payload(seq)
    const { status = '' } = Object(Object(payload).answer)
    return `${recording.event(seq)?.type} ${status}`.trim()
  })
}

const events = [answer(200, 'PORTARIA-01'), { type: 'gate.ring' }, answer(504, 'PORTARIA-02')] as const

describe('the list of events finds', () => {
  test('a text in a payload (INS-1)', () => {
    expect(listed(events, { text: '504' })).toEqual(['gate.answered 504'])
  })

  test('the result of a service by the text that the chart shows (INS-1)', async () => {
    const parent = createActor(
      setup({ actors: { restoreSession: fromPromise(async () => 'stored') } }).createMachine({
        id: 'session',
        initial: 'rereading',
        states: { rereading: { invoke: { src: 'restoreSession', onDone: 'stored' } }, stored: {} },
      }),
    )
    const recording = new LiveRecording(new Recorder(parent, () => 0))
    parent.start()
    await waitFor(parent, ({ value }) => value === 'stored')
    const filter = { ...noFilter, text: 'restoreSession concluído', actorId: null, ignored: [] }
    const found = new FilteredEvents(recording, filter).seqs()
    expect(found.map((seq) => recording.event(seq)?.type)).toEqual(['xstate.done.actor.0.session.rereading'])
  })

  test('the events of one device (INS-1)', () => {
    expect(listed(events, { device: 'portaria-01' })).toEqual(['gate.answered 200'])
  })

  test('the events with one result (INS-1)', () => {
    expect(listed([...events, { type: 'gate.unknown' }], { outcome: 'ignored' })).toEqual(['gate.unknown'])
  })

  test('the events of a period (INS-1)', () => {
    expect(listed(events, { from: 1_002, to: 1_003 })).toEqual(['gate.answered 200', 'gate.ring'])
  })

  test('all events except the ignored kinds (INS-1)', () => {
    expect(listed(events, {}, ['gate gate.answered'])).toEqual(['xstate.init', 'gate.ring'])
  })

  test('no secret, and nothing behind a cycle', () => {
    const tried: unknown[] = []
    tried.push(tried)
    expect(listed([answer(200, 'A-1', { token: 'geheim', tried })], { text: 'geheim' })).toEqual([])
  })
})

test('the list follows a recording that drops its oldest events', () => {
  const actor = createActor(gateMachine)
  const recording = new LiveRecording(new Recorder(actor, () => 0, 3))
  const list = new FilteredEvents(recording, { ...noFilter, actorId: null, ignored: [] })
  actor.start()
  for (let times = 0; times < 5; times++) {
    actor.send({ type: 'gate.ring' })
    expect(list.seqs()).toEqual(recording.seqs)
  }
  expect(list.seqs()).toEqual([3, 4, 5])
})

test('an empty array is shown as [], and a time and a duration are readable', () => {
  expect(
    [inspect([], false), inspect({}, false), inspect([0], false)].map((seen) => seen.kind === 'group' && seen.label),
  ).toEqual(['[]', '{}', '[1]'])
  expect(numberText('at', new Date(2026, 10, 27, 2, 30, 32, 61).getTime())).toBe('27/11/2026, 02:30:32,061')
  expect(numberText('openTimeoutMs', 120_000)).toBe('120 s')
  expect(numberText('failureCount', 5)).toBeNull()
})
