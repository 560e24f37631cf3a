import { expect, test } from 'vitest'
import type { OwnSession } from '../../../contract/wire/answers/account.ts'
import { mySessionsMachine } from '../../../src/machines/profile/my-sessions.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { lists, type MySessionsModelContext, type MySessionsModelEvent, mySessionsModel } from './my-sessions.model.ts'

const coverage = new Coverage(mySessionsMachine)

function startSessions() {
  const standIns = new StandIns()
  const machine = mySessionsMachine.provide({
    actors: {
      loadSessions: standIns.promise('loadSessions'),
      endSession: standIns.promise('endSession'),
    },
    actions: { logFailure: standIns.effect('logFailure', (_, { message }) => message) },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

function sessionAt(id: string): OwnSession {
  const at = '2026-03-02T08:00:00.000Z'
  return { id, createdAt: at, lastSeenAt: at, userAgent: 'Firefox/145.0', current: id === 'here' }
}

const listNames = ['alone', 'another', 'two'] as const
const silence = 'Sem resposta do servidor.'

testPaths<MySessionsModelContext, MySessionsModelEvent, ReturnType<typeof startSessions>>('the sessions', {
  model: mySessionsModel,
  events: [
    { type: 'person.opensPage' },
    ...['here', 'office', 'phone', 'nowhere'].map((id) => ({ type: 'person.ends', id }) as const),
    { type: 'person.endsOthers' },
    ...listNames.map((list) => ({ type: 'server.lists', list }) as const),
    { type: 'server.failsToList' },
    { type: 'server.ends' },
    { type: 'server.failsToEnd', text: silence },
  ],
  possible: ({ type }, { value }) => {
    if (type === 'server.lists' || type === 'server.failsToList') return value === 'loading'
    return !type.startsWith('server.') || value === 'ending'
  },
  key: ({ value, context: { listed, ending, ended, failure } }) =>
    `${nameOf(value)} ${listed} ${ending} ${ended} ${failure}`,
  start: startSessions,
  perform: {
    'person.opensPage': ({ send }) => send({ type: 'mySessions.want' }),
    'person.ends': ({ send }, { id }) => send({ type: 'mySessions.end', id }),
    'person.endsOthers': ({ send }) => send({ type: 'mySessions.endOthers' }),
    'server.lists': ({ standIns }, { list }) => standIns.resolve('loadSessions', lists[list].map(sessionAt)),
    'server.failsToList': ({ standIns }) => standIns.reject('loadSessions', new Error(silence)),
    'server.ends': ({ standIns }) => standIns.resolve('endSession', undefined),
    'server.failsToEnd': ({ standIns }, { text }) => standIns.reject('endSession', new Error(text)),
  },
  expected: ({ value, context: { listed, ending, ended, failure } }) => ({
    state: nameOf(value),
    listed,
    ending,
    ended,
    failure,
    open: value === 'loading' ? ['loadSessions'] : value === 'ending' ? ['endSession'] : [],
  }),
  actual: ({ snapshot, standIns }) => {
    const { value, context } = snapshot()
    return {
      state: nameOf(value),
      listed: context.sessions.map(({ id }) => id),
      ending: context.ending,
      ended: context.ended,
      failure: context.failure,
      open: standIns.open,
    }
  },
})

test('a thrown value that is not an Error is shown as text', async () => {
  const sessions = startSessions()
  sessions.send({ type: 'mySessions.want' })
  sessions.standIns.resolve('loadSessions', lists.another.map(sessionAt))
  await sessions.settle()
  sessions.send({ type: 'mySessions.endOthers' })
  sessions.standIns.reject('endSession', 'aborted')
  await sessions.settle()
  expect(sessions.snapshot().context.failure).toBe('aborted')
  sessions.stop()
})

testCoverage(coverage)
