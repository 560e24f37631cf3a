import { expect, test } from 'vitest'
import { activityMachine } from '../../../src/machines/activity/activity.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { epoch, runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { minute } from '../session/session-fixtures.ts'
import {
  type ActivityModelContext,
  type ActivityModelEvent,
  type Asked,
  activityModel,
  nextDueAt,
} from './activity.model.ts'

const coverage = new Coverage(activityMachine)

function startActivity() {
  const standIns = new StandIns()
  const machine = activityMachine.provide({
    actors: {
      loadLastEvents: standIns.promise('loadLastEvents'),
      loadPortTests: standIns.promise('loadPortTests'),
    },
    actions: {
      broadcast: standIns.effect('broadcast', (_, { condominiumIds }) => condominiumIds),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, inspect: coverage.inspect })
}

type ActivityActor = ReturnType<typeof startActivity>

const portTest = (ip: string) => ({ ip, success: true, port: null, latencyMs: null, checkedAt: null })
const batch = { type: 'socket.batch' as const, condominiumIds: ['c1'], activities: [] }
const questions: readonly Asked[] = ['loadLastEvents', 'loadPortTests']

/** Time at which the tests read the board: 45 minutes after the start. */
const quarterMs = 45 * minute
function textOf(lastEventAt: number | null): string {
  if (lastEventAt === null) return ''
  const minutes = Math.floor((quarterMs - lastEventAt) / minute)
  return minutes < 1 ? 'Agora' : `há ${minutes} minutos`
}

/** Tags that views read for each list. */
const tagsOf = {
  loadLastEvents: { busy: 'lastEventsBusy', failed: 'lastEventsFailed' },
  loadPortTests: { busy: 'portTestsBusy', failed: 'portTestsFailed' },
} as const

testPaths<ActivityModelContext, ActivityModelEvent, ActivityActor>('the activity (ACT-1, ACT-3)', {
  model: activityModel,
  everyPath: true,
  events: [
    { type: 'server.answersEvents', minutesAgo: 5 },
    { type: 'server.answersPortTests', ip: '10.0.0.1' },
    { type: 'server.fails', about: 'loadLastEvents' },
    { type: 'server.fails', about: 'loadPortTests' },
    { type: 'socket.delivers' },
    { type: 'socket.isRestored' },
    { type: 'service.recovers' },
    { type: 'lastKnown.isOver' },
    { type: 'person.refreshes' },
    { type: 'next.isDue' },
  ],
  possible: (event, { context }) => {
    const { loadLastEvents, loadPortTests } = context.asking
    if (event.type === 'server.answersEvents') return loadLastEvents.state === 'loading'
    if (event.type === 'server.answersPortTests') return loadPortTests.state === 'loading'
    if (event.type === 'server.fails') return context.asking[event.about].state === 'loading'
    return event.type !== 'next.isDue' || Number.isFinite(nextDueAt(context))
  },
  key: ({ context: { asking, now, lastEventAt, ports } }) =>
    [
      ...questions.map((about) => `${asking[about].state} ${(asking[about].dueAt ?? now) - now}`),
      lastEventAt === null ? 'unheard' : lastEventAt === now,
      ports,
    ].join(' '),
  start: startActivity,
  perform: {
    'server.answersEvents': ({ standIns, elapsed }, { minutesAgo }) => {
      const at = epoch + elapsed() - minutesAgo * minute
      standIns.resolve('loadLastEvents', [{ condominiumId: 'c1', text: 'há muito', at }])
    },
    'server.answersPortTests': ({ standIns }, { ip }) => standIns.resolve('loadPortTests', [portTest(ip)]),
    'server.fails': ({ standIns }, { about }) => standIns.reject(about),
    'socket.delivers': ({ send }) => send(batch),
    'socket.isRestored': ({ send }) => send({ type: 'socket.restored' }),
    'lastKnown.isOver': ({ send }) => send({ type: 'lastKnown.over' }),
    'service.recovers': ({ send }) => send({ type: 'server.restored' }),
    'person.refreshes': ({ send }) => send({ type: 'activity.refresh' }),
  },
  tags: ({ context: { asking } }) =>
    questions.flatMap((about) => {
      const { state } = asking[about]
      if (state === 'failed') return [tagsOf[about].failed]
      return state === 'loaded' ? [] : [tagsOf[about].busy]
    }),
  expected: ({ context: { asking, lastEventAt, ports, revision } }) => ({
    text: textOf(lastEventAt),
    ports,
    revision,
    open: questions.filter((about) => asking[about].state === 'loading'),
  }),
  actual: ({ snapshot, standIns }) => {
    const { board, portTests, revision } = snapshot().context
    return {
      text: board.textOf('c1', epoch + quarterMs),
      ports: portTests.map(({ ip }) => ip),
      revision,
      open: standIns.open,
    }
  },
})

test('the age of an event on screen is updated every 10 s (ACT-4)', async () => {
  const { send, advance, snapshot } = startActivity()
  const shown = () => snapshot().context.board.textOf('c1', snapshot().context.now)
  send(batch)
  await advance(minute - 1)
  expect(shown()).toBe('Agora')
  await advance(10_000)
  expect(shown()).toBe('há 1 minuto')
  await advance(59 * minute)
  expect(shown()).toBe('há 1 hora')
})

test('the time on screen is the time of the newest answer or batch, not of the last timer tick', async () => {
  const { send, advance, standIns, settle, snapshot } = startActivity()
  await advance(4_000)
  send(batch)
  expect(snapshot().context.now).toBe(epoch + 4_000)
  await advance(1_000)
  standIns.resolve('loadLastEvents', [])
  await settle()
  expect(snapshot().context.now).toBe(epoch + 5_000)
})

testCoverage(coverage)
