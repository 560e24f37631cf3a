import { expect, test } from 'vitest'
import { eventSenderMachine } from '../../../src/machines/inspector/event-sender.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  empty,
  mended,
  type SenderModelContext,
  type SenderModelEvent,
  senderModel,
  template,
} from './event-sender.model.ts'

const coverage = new Coverage(eventSenderMachine)

function startSender() {
  const standIns = new StandIns()
  const machine = eventSenderMachine.provide({
    actors: { prepare: standIns.promise('prepare'), send: standIns.promise('send') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type Sender = ReturnType<typeof startSender>

/** Text that a view shows below the payload. */
function messageOf({ snapshot }: Sender): string {
  const { tags, context } = snapshot()
  if (tags.has('refused')) return context.problems.map(({ text }) => text).join(' ')
  return tags.has('sent') && context.sent !== null ? `${context.sent.seq} ${context.sent.outcome}` : ''
}

const openIn: Readonly<Record<string, string[]>> = { preparing: ['prepare'], sending: ['send'] }

testPaths<SenderModelContext, SenderModelEvent, Sender>('sending an event', {
  model: senderModel,
  events: [
    { type: 'person.chooses', eventType: 'door.open' },
    { type: 'person.chooses', eventType: 'door.close' },
    { type: 'person.types', text: mended },
    { type: 'person.types', text: '{' },
    { type: 'person.sends' },
    { type: 'person.closes' },
    { type: 'fields.areKnown' },
    { type: 'fields.areUnknown', text: 'O gráfico não declara este evento.' },
    { type: 'actor.takes' },
    { type: 'actor.ignores' },
    { type: 'check.refuses', text: 'Tire "a": não faz parte do evento.' },
    { type: 'actor.isGone', text: 'Este ator já terminou.' },
  ],
  possible: ({ type }, { value }) => {
    if (type.startsWith('person.')) return true
    return type.startsWith('fields.') ? value === 'preparing' : value === 'sending'
  },
  key: ({ value, context: { eventType, text, sketch, message } }) =>
    JSON.stringify([nameOf(value), eventType, text, sketch, message]),
  start: startSender,
  perform: {
    'person.chooses': ({ send }, { eventType }) => send({ type: 'sender.choose', actorId: 'door', eventType }),
    'person.types': ({ send }, { text }) => send({ type: 'sender.edit', text }),
    'person.sends': ({ send }) => send({ type: 'sender.send' }),
    'person.closes': ({ send }) => send({ type: 'sender.close' }),
    'fields.areKnown': ({ standIns }) =>
      standIns.resolve('prepare', { text: template, sketch: template, comment: 'Opens it.' }),
    'fields.areUnknown': ({ standIns }, { text }) => standIns.reject('prepare', new Error(text)),
    'actor.takes': ({ standIns }) => standIns.resolve('send', { kind: 'sent', seq: 7, outcome: 'taken' }),
    'actor.ignores': ({ standIns }) => standIns.resolve('send', { kind: 'sent', seq: 7, outcome: 'ignored' }),
    'check.refuses': ({ standIns }, { text }) =>
      standIns.resolve('send', { kind: 'refused', problems: [{ path: 'a', text }] }),
    'actor.isGone': ({ standIns }, { text }) => standIns.reject('send', new Error(text)),
  },
  tags: ({ value, tags, context: { message } }) => {
    if (value !== 'writing' || message === '') return tags
    return [...tags, message.startsWith('7') ? 'sent' : 'refused']
  },
  expected: ({ value, context: { eventType, text, sketch, message } }) => {
    const state = nameOf(value)
    return {
      eventType,
      text,
      sketch,
      comment: sketch === null ? '' : 'Opens it.',
      message: state === 'writing' ? message : '',
      open: openIn[state] ?? [],
    }
  },
  actual: (sender) => {
    const { context } = sender.snapshot()
    return {
      eventType: context.chosen.eventType,
      ...context.draft,
      message: messageOf(sender),
      open: sender.standIns.open,
    }
  },
})

test('a thrown value that is not an Error is shown as text', async () => {
  const sender = startSender()
  sender.send({ type: 'sender.choose', actorId: 'door', eventType: 'door.open' })
  sender.standIns.reject('prepare', 'aborted')
  await sender.settle()
  expect(messageOf(sender)).toBe('aborted')
  expect(sender.snapshot().context.draft.text).toBe(empty)
  sender.stop()
})

testCoverage(coverage)
