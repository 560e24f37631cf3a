import { expect, test } from 'vitest'
import { incidentPageMachine } from '../../../src/machines/incidents/incident-page.machine.ts'
import { CallError } from '../../../src/services/http/call-result.ts'
import { Coverage } from '../parts/coverage.ts'
import { entry } from '../parts/journal.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { incidentOf } from './incident-fixtures.ts'
import {
  byVersion,
  events,
  type IncidentPageModelContext,
  type IncidentPageModelEvent,
  incidentPageModel,
  story,
} from './incident-page.model.ts'

const coverage = new Coverage(incidentPageMachine)

function startPage(page = { isSeen: true }) {
  const standIns = new StandIns()
  const machine = incidentPageMachine.provide({
    actors: {
      loadStory: standIns.promise('loadStory'),
      loadPresence: standIns.promise('loadPresence'),
      act: standIns.promise('act'),
      readComment: standIns.promise('readComment'),
      loadEvents: standIns.promise('loadEvents'),
    },
    actions: {
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
      keepComment: standIns.effect('keepComment', (_, { comment }) => comment),
    },
    guards: { isSeen: () => page.isSeen },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { id: 'i1' }, inspect: coverage.inspect })
}

const regions = (value: unknown) => value as Record<'story' | 'presence' | 'deed' | 'comment' | 'events', string>
const late: readonly IncidentPageModelEvent[] = [
  { type: 'person.acts' },
  { type: 'action.isLate', message: 'Bruno já está cuidando desta ocorrência.' },
]
const until = '2026-03-02T12:00:00.000Z'

testPaths<IncidentPageModelContext, IncidentPageModelEvent, ReturnType<typeof startPage>>('the page of an incident', {
  model: incidentPageModel,
  events: [
    { type: 'story.arrives', version: 2 },
    { type: 'story.arrives', version: 4 },
    { type: 'story.arrives', version: 5 },
    { type: 'story.fails', status: 404 },
    { type: 'story.fails', status: 403 },
    { type: 'story.fails', status: 503 },
    { type: 'time.passes' },
    { type: 'presence.arrives', version: 1 },
    { type: 'presence.arrives', version: 3 },
    { type: 'presence.fails' },
    { type: 'socket.reports', id: 'i1', version: 1 },
    { type: 'socket.reports', id: 'i1', version: 4 },
    { type: 'socket.reports', id: 'i2', version: 4 },
    { type: 'socket.isRestored' },
    { type: 'service.recovers' },
    { type: 'person.reloads' },
    { type: 'person.acts' },
    { type: 'person.begins', asked: 'close' },
    { type: 'person.confirms', deed: { deed: 'hand-over', to: 'u2' } },
    { type: 'person.confirms', deed: { deed: 'hand-over', to: '' } },
    { type: 'person.confirms', deed: { deed: 'silence', reason: 'Manutenção.', until } },
    { type: 'person.confirms', deed: { deed: 'silence', reason: '', until } },
    { type: 'person.confirms', deed: { deed: 'close', word: 'Cabo solto.' } },
    { type: 'person.confirms', deed: { deed: 'close', word: '' } },
    { type: 'person.confirms', deed: { deed: 'close', word: '', unmetReason: 'Sem câmera.' } },
    { type: 'person.confirms', deed: { deed: 'close', word: 'Cabo solto.', unmetReason: '' } },
    { type: 'person.confirms', deed: { deed: 'close', word: 'Cabo solto.', unmetReason: 'Sem câmera.' } },
    { type: 'person.drops' },
    { type: 'draft.isRead', comment: 'Liguei.' },
    { type: 'draft.isUnreadable' },
    { type: 'person.types', comment: 'Fui ao local.' },
    { type: 'person.types', comment: ' ' },
    { type: 'person.types', comment: 'a'.repeat(501) },
    { type: 'person.sendsComment' },
    { type: 'events.arrive' },
    { type: 'events.fail' },
    { type: 'gate.reports' },
    { type: 'action.isDone' },
    { type: 'action.isLate', message: 'Bruno já está cuidando desta ocorrência.' },
    { type: 'action.fails', message: 'Sem resposta do servidor.' },
  ],
  possible: (event, { value, context }) => {
    const { story, presence, deed, comment, events } = regions(value)
    if (presence === 'asking' || event.type.startsWith('presence.'))
      return presence === 'asking' && event.type.startsWith('presence.')
    if (event.type === 'time.passes') return deed === 'idle' && context.message === '' && comment === 'reading'
    if (event.type.startsWith('action.')) return deed === 'acting'
    if (event.type === 'person.confirms') return deed === 'asking' && context.refusals < 2
    if (event.type === 'person.drops') return deed === 'asking'
    // The draft and the events are independent of the rest: each is walked from one state of the other regions.
    const isFresh = deed === 'idle' && context.message === '' && context.version === 2 && story === 'told'
    if (event.type.startsWith('draft.')) return comment === 'reading' && isFresh && events === 'known'
    if (event.type === 'events.arrive' || event.type === 'events.fail') return events === 'loading' && deed === 'idle'
    if (event.type === 'gate.reports') return isFresh && comment === 'reading'
    if (event.type === 'person.types') return isFresh && events === 'known'
    if (event.type === 'person.sendsComment') return isFresh && events === 'known' && context.refusals < 2
    if (comment === 'known' || events === 'failed')
      return events === 'failed' && (event.type === 'service.recovers' || event.type === 'socket.isRestored')
    if (event.type === 'socket.reports' && deed === 'asking' && context.refusals === 0) return story === 'told'
    // Story events while an action is running behave as in the idle state.
    if (deed !== 'idle' || context.message !== '' || context.refusals > 0) return false
    if (event.type.startsWith('story.')) return story === 'loading'
    if (event.type === 'person.acts') return context.failure === null && context.version !== 4
    return event.type !== 'person.begins' || (story === 'told' && context.version === 2)
  },
  key: ({ value, context: { version, failure, asked, refusals, message, comment } }) =>
    JSON.stringify([value, version, failure, asked, refusals, message, comment]),
  extraPaths: {
    'the next action removes the message of the previous action and the refusals of the comment': [
      { type: 'story.arrives', version: 2 },
      ...late,
      { type: 'person.begins', asked: 'close' },
      { type: 'person.drops' },
      ...late,
      { type: 'person.acts' },
      { type: 'action.isDone' },
      { type: 'person.types', comment: ' ' },
      { type: 'person.sendsComment' },
      { type: 'person.begins', asked: 'close' },
      { type: 'person.drops' },
      ...late,
      { type: 'person.types', comment: 'Fui ao local.' },
      { type: 'person.sendsComment' },
    ],
  },
  start: () => startPage(),
  perform: {
    'story.arrives': ({ standIns }, { version }) => standIns.resolve('loadStory', story(version)),
    'story.fails': ({ standIns }, { status }) => standIns.reject('loadStory', new CallError('', status)),
    'presence.arrives': ({ standIns }, { version }) => standIns.resolve('loadPresence', story(version)),
    'presence.fails': ({ standIns }) => standIns.reject('loadPresence'),
    'socket.reports': ({ send }, { id, version }) =>
      send({
        type: 'incidents.changed',
        incidents: [id === 'i1' ? (byVersion[version] ?? incidentOf(id)) : incidentOf(id, { version })],
      }),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'service.recovers': ({ send }) => send({ type: 'server.restored' }),
    'person.reloads': ({ send }) => send({ type: 'story.reload' }),
    'person.acts': ({ send }) => send({ type: 'action.do', deed: { deed: 'release' } }),
    'person.begins': ({ send }, { asked }) => send({ type: 'action.ask', asked }),
    'person.confirms': ({ send }, { deed }) => send({ type: 'action.confirm', deed }),
    'person.drops': ({ send }) => send({ type: 'action.drop' }),
    'draft.isRead': ({ standIns }, { comment }) => standIns.resolve('readComment', comment),
    'draft.isUnreadable': ({ standIns }) => standIns.reject('readComment'),
    'person.types': ({ send }, { comment }) => send({ type: 'comment.typed', comment }),
    'person.sendsComment': ({ send }) => send({ type: 'comment.send' }),
    'events.arrive': ({ standIns }) => standIns.resolve('loadEvents', events),
    'events.fail': ({ standIns }) => standIns.reject('loadEvents'),
    'gate.reports': ({ send }) => send({ type: 'events.reload' }),
    'action.isDone': ({ standIns }) => standIns.resolve('act', { kind: 'done', incident: byVersion[3] }),
    'action.isLate': ({ standIns }, { message }) =>
      standIns.resolve('act', { kind: 'late', message, current: byVersion[3] }),
    'action.fails': ({ standIns }, { message }) => standIns.reject('act', new Error(message)),
  },
  expected: ({ value, context: { version, failure, asked, refusals, message, comment, hasEvents } }) => ({
    value,
    version,
    failure,
    asked,
    refusals,
    message,
    comment,
    events: hasEvents ? events : null,
  }),
  actual: ({ snapshot }) => {
    const { value, context } = snapshot()
    const { asked, refusals, message, comment } = context
    return {
      value,
      version: context.story?.incident.version ?? 0,
      failure: context.failure === null ? null : context.failure.status,
      asked,
      refusals,
      message,
      comment,
      events: context.events,
    }
  },
})

test('a hidden page does not ask who is present; within 15 s after the page is shown, it asks again (DESK-5)', async () => {
  const page = { isSeen: false }
  const { standIns, settle, advance, snapshot } = startPage(page)
  standIns.resolve('loadStory', story(2))
  await settle()
  await advance(60_000)
  expect(snapshot().value).toMatchObject({ story: 'told', presence: 'known' })
  page.isSeen = true
  await advance(15_000)
  standIns.resolve('loadPresence', { ...story(2), isOwnerPresent: false })
  await settle()
  expect(snapshot().context.story?.isOwnerPresent).toBe(false)
})

test('while the story is loaded again, the page does not ask who is present (DESK-5)', async () => {
  const { standIns, settle, advance, send } = startPage()
  standIns.resolve('loadStory', story(2))
  await settle()
  send({ type: 'story.reload' })
  await advance(15_000)
  expect(standIns.open).toContain('loadStory')
  expect(standIns.open).not.toContain('loadPresence')
})

test('an incident of several devices shows the events of its condominium', async () => {
  const { standIns, settle } = startPage()
  standIns.resolve('loadStory', { ...story(2), incident: incidentOf('i1', { wordCode: '' }) })
  await settle()
  expect(standIns.journal).toContain(entry('asks', 'loadEvents', { choice: { condominiumId: 'c1' } }))
})

testCoverage(coverage)
