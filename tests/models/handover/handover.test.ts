import { expect, test } from 'vitest'
import { fromCallback, fromPromise } from 'xstate'
import type { Handover, HandoverDraft } from '../../../contract/wire/answers/handovers.ts'
import { handoverMachine } from '../../../src/machines/handover/handover.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { entry } from '../parts/journal.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type Entry,
  entries,
  type HandoverModelContext,
  type HandoverModelEvent,
  handoverModel,
  refusal,
} from './handover.model.ts'

const coverage = new Coverage(handoverMachine)
const since = '2026-03-02T09:00:00.000Z'
const lists = { since, open: [], over: [], inactive: [], notes: [], openings: { confirmed: 0, others: [] } }
const draft: HandoverDraft = { ...lists, last: null }
const people = { from: { id: 'ana', name: 'Ana' }, to: { id: 'rui', name: 'Rui' } }
const given: Handover = { id: 'h', at: since, ...people, note: '', ...lists, taken: [] }

/** @param kept the stored note; an error if it cannot be read */
function startHandover(kept: string | Error = '') {
  const standIns = new StandIns()
  const stored = { note: kept }
  const machine = handoverMachine.provide({
    actors: {
      loadDraft: standIns.promise('loadDraft'),
      accept: standIns.promise('accept'),
      readNote: fromPromise(async () => {
        if (stored.note instanceof Error) throw stored.note
        return stored.note
      }),
      noteEnd: fromCallback(() => {
        if (kept instanceof Error) throw kept
      }),
    },
    actions: {
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
      keepNote: (_, { note }) => {
        stored.note = note
      },
    },
  })
  return { ...runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect }), stored }
}

type Walked = ReturnType<typeof startHandover>

function accept({ send }: Walked, entry: Entry): void {
  const { email, password, note } = entries[entry]
  send({ type: 'handover.accept', email, password, note })
}

testPaths<HandoverModelContext, HandoverModelEvent, Walked>('the change of a shift (INC-7)', {
  model: handoverModel,
  events: [
    { type: 'page.opens' },
    { type: 'page.closes' },
    { type: 'person.asksAgain' },
    { type: 'person.accepts', entry: 'whole' },
    { type: 'person.accepts', entry: 'nothing' },
    { type: 'person.accepts', entry: 'noPassword' },
    { type: 'person.corrects' },
    { type: 'server.answers' },
    { type: 'server.failsToAnswer' },
    { type: 'server.takes' },
    { type: 'server.refuses' },
    { type: 'server.fails' },
    { type: 'incident.moves' },
    { type: 'socket.isRestored' },
    { type: 'server.recovers' },
  ],
  possible: ({ type }, { value }) => {
    const state = nameOf(value)
    if (['server.answers', 'server.failsToAnswer'].includes(type)) return state.includes('loading')
    return !['server.takes', 'server.refuses', 'server.fails'].includes(type) || state.includes('sent')
  },
  key: ({ value, context: { isDrafted, problems, failure } }) =>
    [nameOf(value), isDrafted, JSON.stringify(problems), failure].join(' '),
  start: startHandover,
  perform: {
    'page.opens': ({ send }) => send({ type: 'handover.show' }),
    'page.closes': ({ send }) => send({ type: 'handover.left' }),
    'person.asksAgain': ({ send }) => send({ type: 'handover.reload' }),
    'person.accepts': (walked, { entry }) => accept(walked, entry),
    'person.corrects': ({ send }) => send({ type: 'handover.edited', field: 'password' }),
    'server.answers': ({ standIns }) => standIns.resolve('loadDraft', draft),
    'server.failsToAnswer': ({ standIns }) => standIns.reject('loadDraft'),
    'server.takes': ({ standIns }) => standIns.resolve('accept', { kind: 'given', handover: given }),
    'server.refuses': ({ standIns }) => standIns.resolve('accept', { kind: 'refused', fields: refusal }),
    'server.fails': ({ standIns }) => standIns.reject('accept', new Error('Sem contato.')),
    'incident.moves': ({ send }) => send({ type: 'incidents.changed' }),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'server.recovers': ({ send }) => send({ type: 'server.restored' }),
  },
  expected: ({ value, context: { isDrafted, isGiven, takerEmail, problems, refusals, failure } }) => ({
    draft: isDrafted ? draft : null,
    given: isGiven ? given : null,
    takerEmail,
    problems,
    refusals,
    failure,
    keepsPassword: nameOf(value).includes('sent'),
  }),
  actual: ({ snapshot, ref }) => {
    const { draft, given, takerEmail, problems, refusals, failure } = snapshot().context
    const texts = Object.entries(problems).flatMap(([field, problem]) =>
      problem === undefined ? [] : [[field, 'text' in problem ? problem.text : problem.code]],
    )
    const kept = JSON.stringify(ref.getPersistedSnapshot())
    const keepsPassword = kept.includes(entries.whole.password)
    return { draft, given, takerEmail, problems: Object.fromEntries(texts), refusals, failure, keepsPassword }
  },
})

test('a thrown value that is not an Error is shown as text', async () => {
  const handover = startHandover()
  handover.send({ type: 'handover.show' })
  accept(handover, 'whole')
  handover.standIns.reject('accept', 'aborted')
  await handover.settle()
  expect(handover.snapshot().context.failure).toBe('aborted')
  handover.stop()
})

test('the unsent note comes back when the page opens again, and is removed by the delivery', async () => {
  const handover = startHandover('Portão')
  const open = async () => {
    handover.send({ type: 'handover.show' })
    await handover.settle()
    expect(handover.snapshot().matches({ open: { note: 'known' } })).toBe(true)
  }
  await open()
  expect(handover.snapshot().context.note).toBe('Portão')
  handover.send({ type: 'handover.noted', note: 'Portão da garagem' })
  handover.send({ type: 'handover.left' })
  expect(handover.snapshot().context.note).toBe('')
  await open()
  expect(handover.snapshot().context.note).toBe('Portão da garagem')
  accept(handover, 'whole')
  handover.standIns.reject('accept', new Error('Sem contato.'))
  await handover.settle()
  expect(handover.stored.note).toBe('Portão da garagem')
  accept(handover, 'whole')
  handover.standIns.resolve('accept', { kind: 'given', handover: given })
  await handover.settle()
  expect(handover.stored.note).toBe('')
  handover.stop()
})

test('a note that is entered before the stored note is read wins', async () => {
  const handover = startHandover('Velho')
  handover.send({ type: 'handover.show' })
  handover.send({ type: 'handover.noted', note: 'Novo' })
  expect(handover.snapshot().matches({ open: { note: 'known' } })).toBe(true)
  await handover.settle()
  expect(handover.snapshot().context.note).toBe('Novo')
  handover.stop()
})

test('the page works if the note can neither be read nor be removed', async () => {
  const handover = startHandover(new Error('no storage'))
  handover.send({ type: 'handover.show' })
  await handover.settle()
  for (const message of ['Recado guardado não lido.', 'O que não foi enviado não será apagado ao sair.'])
    expect(handover.standIns.journal).toContain(entry('does', 'logFailure', message))
  expect(handover.snapshot().matches({ open: { note: 'known' } })).toBe(true)
  handover.stop()
})

testCoverage(coverage)
