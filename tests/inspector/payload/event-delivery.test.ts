import { expect, test } from 'vitest'
import { assign, createActor, fromPromise, setup } from 'xstate'
import type { AllChartWords, EventWords } from '../../../src/inspector/charts/chart-words.ts'
import { deliver, draftOf } from '../../../src/inspector/payload/event-delivery.ts'
import { LiveRecording } from '../../../src/inspector/recording/live-recording.ts'
import { Recorder } from '../../../src/inspector/recording/recorder.ts'

type LampEvent =
  | { type: 'lamp.switch'; at: number; by: string; note?: string }
  | { type: 'lamp.break' }
  | { type: 'lamp.burn' }
  | { type: 'lamp.shine' }

const lampMachine = setup({
  types: {} as { context: { seen: LampEvent[] }; events: LampEvent },
  actions: { note: assign(({ context, event }) => ({ seen: [...context.seen, event] })) },
}).createMachine({
  id: 'lamp',
  context: { seen: [] },
  initial: 'off',
  states: {
    off: { on: { 'lamp.switch': { target: 'on', actions: 'note' }, 'lamp.break': 'broken' } },
    on: {
      on: {
        'lamp.burn': {
          actions: () => {
            throw new Error('too hot')
          },
        },
      },
    },
    broken: { type: 'final' },
  },
})

const number = { kind: 'number' } as const
const string = { kind: 'string' } as const
const bare: EventWords = { comment: '', fields: [] }
const words: AllChartWords = {
  lamp: {
    sentence: 'A lamp.',
    requirements: [],
    states: {},
    moves: {},
    events: {
      'lamp.switch': {
        comment: 'A person presses the switch.',
        fields: [
          { name: 'at', optional: false, shape: number },
          { name: 'by', optional: false, shape: string },
          { name: 'note', optional: true, shape: string },
        ],
      },
      'lamp.break': bare,
      'lamp.burn': bare,
      'lamp.shine': bare,
    },
  },
}

function litLamp() {
  const lamp = createActor(lampMachine)
  lamp.subscribe({ error: () => {} })
  const recording = new LiveRecording(new Recorder(lamp, () => 0))
  lamp.start()
  const send = (eventType: string, text = '{}') =>
    deliver(recording, words, { actorId: lamp.sessionId, eventType, text })
  const draft = (eventType: string) => draftOf(recording, words, { actorId: lamp.sessionId, eventType }, 1_700)
  return { lamp, recording, send, draft }
}

test('a draft has every field that the event needs, with the current time under "at"', () => {
  const { text, sketch, comment } = litLamp().draft('lamp.switch')
  expect(JSON.parse(text)).toEqual({ at: 1_700, by: '' })
  expect(sketch).toContain('at: ')
  expect(comment).toBe('A person presses the switch.')
})

test('a draft of an event without fields is an empty object', () => {
  expect(litLamp().draft('lamp.break').text).toBe('{}')
})

test('a valid payload is sent, and the delivery has its number in the recording and its outcome (INS-1)', () => {
  const { lamp, recording, send } = litLamp()
  expect(send('lamp.switch', '{ "at": 5, "by": "ana" }')).toEqual({ kind: 'sent', seq: 1, outcome: 'taken' })
  expect(lamp.getSnapshot().value).toBe('on')
  expect(lamp.getSnapshot().context.seen).toEqual([{ type: 'lamp.switch', at: 5, by: 'ana' }])
  expect(recording.event(1)).toMatchObject({ type: 'lamp.switch', sourceId: null, targetId: lamp.sessionId })
})

test.each([
  ['a value of another kind', '{ "at": "5", "by": "ana" }', 'at'],
  ['a missing field', '{ "at": 5 }', 'by'],
  ['an unknown field', '{ "at": 5, "by": "ana", "to": 1 }', 'to'],
  ['another type', '{ "at": 5, "by": "ana", "type": "lamp.break" }', 'type'],
  ['a text that is not JSON', '{ "at": ', ''],
])('no event is sent with %s (INS-1)', (_, text, path) => {
  const { lamp, recording, send } = litLamp()
  const delivery = send('lamp.switch', text)
  expect(delivery).toMatchObject({ kind: 'refused', problems: [{ path }] })
  expect(recording.endSeq).toBe(1)
  expect(lamp.getSnapshot().value).toBe('off')
})

test('an event that no active state accepts has the outcome "ignored"', () => {
  const { recording, send } = litLamp()
  expect(send('lamp.shine')).toEqual({ kind: 'sent', seq: 1, outcome: 'ignored' })
  expect(recording.endSeq).toBe(2)
})

test('an event that ends the actor has the outcome "ended", and a later event is not sent', () => {
  const { recording, send } = litLamp()
  expect(send('lamp.break')).toMatchObject({ outcome: 'ended' })
  const before = recording.endSeq
  expect(() => send('lamp.break')).toThrow('Este ator já terminou')
  expect(recording.endSeq).toBe(before)
})

test('an event that makes the actor throw has the outcome "failed"', () => {
  const { send } = litLamp()
  send('lamp.switch', '{ "at": 5, "by": "ana" }')
  expect(send('lamp.burn')).toMatchObject({ kind: 'sent', outcome: 'failed' })
})

test.each(['lamp.explode', 'toString', '__proto__'])('an event that no chart declares is not sent: %s', (eventType) => {
  const { recording, send, draft } = litLamp()
  expect(() => draft(eventType)).toThrow(`O gráfico não declara o evento ${eventType}.`)
  expect(() => send(eventType)).toThrow(`O gráfico não declara o evento ${eventType}.`)
  expect(recording.endSeq).toBe(1)
})

test('the failure of a service and the end of a delay can be sent while their state is active (INS-6)', () => {
  const errors: unknown[] = []
  const callMachine = setup({
    types: {} as { events: { type: 'call.make' } },
    actors: { dial: fromPromise(() => new Promise<void>(() => {})) },
    delays: { patience: 60_000 },
  }).createMachine({
    id: 'call',
    initial: 'dialling',
    states: {
      dialling: {
        invoke: { src: 'dial', onError: { target: 'failed', actions: ({ event }) => errors.push(event.error) } },
        after: { patience: 'timedOut' },
      },
      failed: { on: { 'call.make': 'dialling' } },
      timedOut: {},
    },
  })
  const call = createActor(callMachine)
  const recording = new LiveRecording(new Recorder(call, () => 0))
  call.start()
  const addressed = (eventType: string) => ({ actorId: call.sessionId, eventType })
  const failure = addressed('xstate.error.actor.0.call.dialling')
  expect(draftOf(recording, {}, failure, 0)).toEqual({ text: '{}', sketch: '{}', comment: '' })
  expect(deliver(recording, {}, { ...failure, text: '{}' })).toMatchObject({ kind: 'sent', outcome: 'taken' })
  expect(call.getSnapshot().value).toBe('failed')
  expect(errors).toEqual([new Error('Falha simulada pelo inspetor.')])
  call.send({ type: 'call.make' })
  deliver(recording, {}, { ...addressed('xstate.after.patience.call.dialling'), text: '{}' })
  expect(call.getSnapshot().value).toBe('timedOut')
  const done = { ...addressed('xstate.done.actor.0.call.dialling'), text: '{}' }
  expect(() => deliver(recording, {}, done)).toThrow('O gráfico não declara o evento')
})

test('no event is sent to an unknown actor', () => {
  const { recording } = litLamp()
  expect(() => deliver(recording, words, { actorId: 'x:9', eventType: 'lamp.break', text: '{}' })).toThrow(
    'O gráfico não declara o evento',
  )
})
