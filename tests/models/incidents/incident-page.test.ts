import { incidentPageMachine } from '../../../src/machines/incidents/incident-page.machine.ts'
import { CallError } from '../../../src/services/http/call-result.ts'
import { Coverage } from '../parts/coverage.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { incidentOf } from './incident-fixtures.ts'
import {
  byVersion,
  type IncidentPageModelContext,
  type IncidentPageModelEvent,
  incidentPageModel,
  story,
} from './incident-page.model.ts'

const coverage = new Coverage(incidentPageMachine)

function startPage() {
  const standIns = new StandIns()
  const machine = incidentPageMachine.provide({
    actors: { loadStory: standIns.promise('loadStory'), act: standIns.promise('act') },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { id: 'i1' }, inspect: coverage.inspect })
}

const regions = (value: unknown) => value as { story: string; deed: string }
const until = '2026-03-02T12:00:00.000Z'

testPaths<IncidentPageModelContext, IncidentPageModelEvent, ReturnType<typeof startPage>>('the page of an incident', {
  model: incidentPageModel,
  events: [
    { type: 'story.arrives', version: 2 },
    { type: 'story.arrives', version: 4 },
    { type: 'story.fails', status: 404 },
    { type: 'story.fails', status: 403 },
    { type: 'story.fails', status: 503 },
    { type: 'socket.reports', id: 'i1', version: 1 },
    { type: 'socket.reports', id: 'i1', version: 4 },
    { type: 'socket.reports', id: 'i2', version: 4 },
    { type: 'socket.isRestored' },
    { type: 'service.recovers' },
    { type: 'person.reloads' },
    { type: 'person.acts' },
    { type: 'person.begins', asked: 'comment' },
    { type: 'person.confirms', deed: { deed: 'comment', text: 'Fui ao local.' } },
    { type: 'person.confirms', deed: { deed: 'comment', text: ' ' } },
    { type: 'person.confirms', deed: { deed: 'hand-over', to: 'u2' } },
    { type: 'person.confirms', deed: { deed: 'hand-over', to: '' } },
    { type: 'person.confirms', deed: { deed: 'silence', reason: 'Manutenção.', until } },
    { type: 'person.confirms', deed: { deed: 'silence', reason: '', until } },
    { type: 'person.confirms', deed: { deed: 'close', word: 'Cabo solto.' } },
    { type: 'person.confirms', deed: { deed: 'close', word: '' } },
    { type: 'person.drops' },
    { type: 'action.isDone' },
    { type: 'action.isLate', message: 'Bruno já está cuidando desta ocorrência.' },
    { type: 'action.fails', message: 'Sem resposta do servidor.' },
  ],
  possible: (event, { value, context }) => {
    const { story, deed } = regions(value)
    if (event.type.startsWith('action.')) return deed === 'acting'
    if (event.type === 'person.confirms') return deed === 'asking' && context.refusals < 2
    if (event.type === 'person.drops') return deed === 'asking'
    if (event.type === 'socket.reports' && deed === 'asking' && context.refusals === 0) return story === 'told'
    // Story events while an action is running behave as in the idle state.
    if (deed !== 'idle' || context.message !== '') return false
    if (event.type.startsWith('story.')) return story === 'loading'
    if (event.type === 'person.acts') return context.failure === null && context.version !== 4
    return event.type !== 'person.begins' || (story === 'told' && context.version === 2)
  },
  key: ({ value, context: { version, failure, asked, refusals, message } }) =>
    JSON.stringify([value, version, failure, asked, asked === null ? 0 : refusals, message]),
  start: startPage,
  perform: {
    'story.arrives': ({ standIns }, { version }) => standIns.resolve('loadStory', story(version)),
    'story.fails': ({ standIns }, { status }) => standIns.reject('loadStory', new CallError('', status)),
    'socket.reports': ({ send }, { id, version }) =>
      send({
        type: 'incidents.changed',
        incidents: [id === 'i1' ? (byVersion[version] ?? incidentOf(id)) : incidentOf(id, { version })],
      }),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'service.recovers': ({ send }) => send({ type: 'server.restored' }),
    'person.reloads': ({ send }) => send({ type: 'story.reload' }),
    'person.acts': ({ send }) => send({ type: 'action.do', deed: { deed: 'claim' } }),
    'person.begins': ({ send }, { asked }) => send({ type: 'action.ask', asked }),
    'person.confirms': ({ send }, { deed }) => send({ type: 'action.confirm', deed }),
    'person.drops': ({ send }) => send({ type: 'action.drop' }),
    'action.isDone': ({ standIns }) => standIns.resolve('act', { kind: 'done', incident: byVersion[3] }),
    'action.isLate': ({ standIns }, { message }) =>
      standIns.resolve('act', { kind: 'late', message, current: byVersion[3] }),
    'action.fails': ({ standIns }, { message }) => standIns.reject('act', new Error(message)),
  },
  expected: ({ value, context: { version, failure, asked, refusals, message } }) => ({
    value,
    version,
    failure,
    asked,
    refusals,
    message,
  }),
  actual: ({ snapshot }) => {
    const { value, context } = snapshot()
    const { asked, refusals, message } = context
    return {
      value,
      version: context.story?.incident.version ?? 0,
      failure: context.failure?.status ?? null,
      asked,
      refusals,
      message,
    }
  },
})

testCoverage(coverage)
