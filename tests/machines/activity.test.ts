import { describe, expect, test } from 'vitest'
import { activityMachine } from '../../src/machines/activity.machine.ts'
import { Coverage } from '../models/coverage.ts'
import { testCoverage } from '../models/path-runner.ts'
import { runUnderRecorder } from '../models/production-actor.ts'
import { minute } from '../models/session-fixtures.ts'
import { StandIns } from '../models/stand-ins.ts'

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

/** What a view shows of a condominium. */
function shown({ snapshot }: ActivityActor, id: string): string {
  const { board, now } = snapshot().context
  return board.textOf(id, now)
}

const services = ['loadLastEvents', 'loadPortTests'] as const

describe.each(services)('%s', (service) => {
  test('is asked first 3 s after sign-in (ACT-1)', async () => {
    const { advance, standIns } = startActivity()
    await advance(3_000 - 1)
    expect(standIns.open).toEqual([])
    await advance(1)
    expect(standIns.open).toContain(service)
  })

  test('is asked again every 30 min, also after a failure', async () => {
    const { advance, standIns, settle } = startActivity()
    await advance(3_000)
    standIns.resolve(service, [])
    await settle()
    await advance(30 * minute - 1)
    expect(standIns.open).not.toContain(service)
    await advance(1)
    standIns.reject(service)
    await settle()
    await advance(30 * minute)
    expect(standIns.open).toContain(service)
  })

  test.each(['activity.refresh', 'socket.restored'] as const)('is asked at once on %s', (type) => {
    const { send, standIns } = startActivity()
    send({ type })
    expect(standIns.open).toContain(service)
  })

  test('is asked once where somebody cannot wait', async () => {
    const { send, standIns, advance } = startActivity()
    send({ type: 'activity.refresh' })
    send({ type: 'activity.refresh' })
    await advance(3_000)
    expect(standIns.open.filter((name) => name === service)).toHaveLength(1)
  })

  test('that fails is logged and tagged, and leaves the other alone', async () => {
    const { advance, standIns, settle, snapshot, journal } = startActivity()
    await advance(3_000)
    standIns.reject(service)
    await settle()
    const tag = service === 'loadLastEvents' ? 'lastEventsFailed' : 'portTestsFailed'
    const other = service === 'loadLastEvents' ? 'portTestsBusy' : 'lastEventsBusy'
    expect([...snapshot().tags].sort()).toEqual([tag, other].sort())
    expect(journal.filter((line) => line.startsWith('does logFailure'))).toHaveLength(1)
  })
})

test('the port tests are kept', async () => {
  const { advance, standIns, settle, snapshot } = startActivity()
  await advance(3_000)
  const portTest = { ip: '10.0.0.1', success: true, port: null, latencyMs: null, checkedAt: null }
  standIns.resolve('loadPortTests', [portTest])
  await settle()
  expect(snapshot().context.portTests).toEqual([portTest])
})

describe('what comes over the socket (ACT-3)', () => {
  test("is 'Agora' and broadcast to the window", () => {
    const activity = startActivity()
    activity.send({ type: 'socket.batch', condominiumIds: ['c1', 'c2'], activities: [] })
    expect([shown(activity, 'c1'), shown(activity, 'c2'), shown(activity, 'c3')]).toEqual(['Agora', 'Agora', ''])
    expect(activity.journal).toContain('does broadcast ["c1","c2"]')
  })

  test('raises the revision that views watch', () => {
    const { send, snapshot } = startActivity()
    const { revision } = snapshot().context
    send({ type: 'socket.batch', condominiumIds: ['c1'], activities: [] })
    expect(snapshot().context.revision).toBe(revision + 1)
  })

  test('ages on the screen by itself (ACT-4)', async () => {
    const activity = startActivity()
    activity.send({ type: 'socket.batch', condominiumIds: ['c1'], activities: [] })
    await activity.advance(minute - 1)
    expect(shown(activity, 'c1')).toBe('Agora')
    await activity.advance(10_000)
    expect(shown(activity, 'c1')).toBe('há 1 minuto')
    await activity.advance(59 * minute)
    expect(shown(activity, 'c1')).toBe('há 1 hora')
  })
})

test('the last event of a condominium ages from when it was', async () => {
  const activity = startActivity()
  await activity.advance(3_000)
  const at = activity.snapshot().context.now - 5 * minute
  activity.standIns.resolve('loadLastEvents', [{ condominiumId: 'c1', text: 'há muito', at }])
  await activity.settle()
  expect(shown(activity, 'c1')).toBe('há 5 minutos')
})

testCoverage(coverage)
