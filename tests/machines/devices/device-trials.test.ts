import { expect, test } from 'vitest'
import type { DeviceTarget } from '../../../src/machines/devices/calls/device-errors.ts'
import { deviceTrialsMachine, type TrialsEvent } from '../../../src/machines/devices/device-trials.machine.ts'
import { runUnderRecorder } from '../../models/parts/production-actor.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'
import { DeviceWorld } from './device-world.ts'

function targetOf(wordCode: string): DeviceTarget {
  return { wordCode, condominiumId: 'c1' }
}

/** Starts the chart with the circuits of many devices. */
function startTrials() {
  const world = new DeviceWorld()
  const standIns = new StandIns()
  const machine = deviceTrialsMachine.provide({
    actors: { checks: standIns.callback('checks', ({ userId }) => userId) },
    actions: { logFailure: standIns.effect('logFailure') },
  })
  const trials = runUnderRecorder(machine, {
    standIns,
    clock: world.clock,
    input: { calls: world.calls, userId: 'u1' },
  })
  let read = 0
  return {
    ...trials,
    world,
    show: () => trials.send({ type: 'page.shown' }),
    changed: () => trials.send({ type: 'circuits.changed' }),
    /** The trial fails, and the circuit gets the failure as from a real call. */
    fails: async (wordCode: string) => {
      await world.fail(1, targetOf(wordCode))
      standIns.sendBack('checks', { type: 'trial.ended', wordCode } as TrialsEvent)
    },
    /** WordCodes of the trials ordered since the last call of `asked`. */
    asked: () => {
      const orders = standIns.journal.slice(read).filter((line) => line.startsWith('sends checks trials.make '))
      read = standIns.journal.length
      return orders.flatMap((line) =>
        JSON.parse(line.slice('sends checks trials.make '.length)).targets.map(
          ({ wordCode }: DeviceTarget) => wordCode,
        ),
      )
    },
  }
}

/** All tests below cover LIVE-3. */
test('four of six devices are tried at a time, and the device with the longest wait first', async () => {
  const { world, show, advance, asked, fails } = startTrials()
  for (const wordCode of ['F', 'E', 'D', 'C', 'B', 'A']) {
    await world.fail(5, targetOf(wordCode))
    await world.advance(1)
  }
  await advance(120_000)
  show()
  expect(asked()).toEqual(['F', 'E', 'D', 'C'])
  await fails('D')
  expect(asked()).toEqual(['B'])
  await advance(119_999)
  expect(asked()).toEqual([])
  await fails('F')
  expect(asked()).toEqual(['A'])
})

test('the device with the oldest trial is next, so that each of many devices is tried', async () => {
  const { world, show, advance, asked, fails } = startTrials()
  for (const wordCode of ['A', 'B', 'C', 'D', 'E']) await world.fail(5, targetOf(wordCode))
  await advance(120_000)
  show()
  expect(asked()).toEqual(['A', 'B', 'C', 'D'])
  await fails('A')
  expect(asked()).toEqual(['E'])
  await fails('B')
  await advance(240_000)
  for (const wordCode of ['C', 'D', 'E']) await fails(wordCode)
  expect(asked()).toEqual(['A', 'B'])
})

test('a device that stays unreachable is tried once in two minutes', async () => {
  const { world, show, changed, advance, asked, fails } = startTrials()
  show()
  await world.fail(5, targetOf('A'))
  changed()
  for (let minute = 0; minute < 20; minute++) {
    await advance(60_000)
    if (asked().length > 0) await fails('A')
    expect(world.circuit('A')?.context.failureCount).toBe(5 + Math.floor((minute + 1) / 2))
  }
})

test('restored circuits are tried, and a trial that the reload interrupted is repeated immediately (LIVE-4)', async () => {
  const stored = {
    ...targetOf('A'),
    failureCount: 5,
    lastError: 'timeout',
    refused: 0,
    trialStartedAt: null,
    isolation: null,
    since: null,
    openings: 0,
    durations: [],
    slow: 0,
    ignored: 0,
  }
  const world = new DeviceWorld([{ ...stored, state: 'HALF_OPEN', lastFailureTime: 1 }])
  const standIns = new StandIns()
  const machine = deviceTrialsMachine.provide({
    actors: { checks: standIns.callback('checks', () => undefined) },
    actions: { logFailure: () => {} },
  })
  const { send } = runUnderRecorder(machine, {
    standIns,
    clock: world.clock,
    input: { calls: world.calls, userId: 'u1' },
  })
  send({ type: 'page.shown' })
  expect(standIns.journal).toContain(`sends checks trials.make ${JSON.stringify({ targets: [targetOf('A')] })}`)
})

test('after the computer has slept, overdue trials start within five seconds', async () => {
  const { world, clock, show, changed, advance, asked } = startTrials()
  show()
  await world.fail(5, targetOf('A'))
  changed()
  await advance(1_000)
  clock.sleep(3_600_000)
  await advance(5_000)
  expect(asked()).toEqual(['A'])
})

test('trial times older than two minutes are dropped', async () => {
  const { world, standIns, show, changed, advance, snapshot } = startTrials()
  show()
  await world.fail(5, targetOf('A'))
  changed()
  await advance(120_000)
  await world.once('success', targetOf('A'))
  standIns.sendBack('checks', { type: 'trial.ended', wordCode: 'A' } as TrialsEvent)
  expect([...snapshot().context.triedAt.keys()]).toEqual(['A'])
  await world.fail(5, targetOf('B'))
  changed()
  await advance(120_000)
  expect([...snapshot().context.triedAt.keys()]).toEqual(['B'])
})

test('a failure reported by another tab restarts the wait of an open circuit, and changes no other circuit (LIVE-3)', async () => {
  const { world, show, changed, advance, asked } = startTrials()
  const { calls } = world
  show()
  await world.fail(5, targetOf('A'))
  await world.fail(4, targetOf('B'))
  await advance(60_000)
  for (const wordCode of ['A', 'B', 'C']) calls.failedElsewhere(wordCode, world.clock.now(), 'status 504')
  changed()
  expect(world.circuit('A')?.context).toMatchObject({ failureCount: 5, lastError: 'status 504' })
  expect(world.circuit('B')?.context).toMatchObject({ failureCount: 4, lastError: 'status 500' })
  expect(world.breakers).toEqual(['A', 'B'])
  expect(world.moves.map(({ cause }) => cause)).toEqual(['threshold'])
  await advance(119_999)
  expect(asked()).toEqual([])
  await advance(1)
  expect(asked()).toEqual(['A'])
})

test('a check of another tab without an answer delays the next trial by two minutes, also of a circuit in test (LIVE-3)', async () => {
  const { world, standIns, show, changed, advance, asked } = startTrials()
  show()
  await world.fail(5, targetOf('A'))
  changed()
  await advance(120_000)
  expect(asked()).toEqual(['A'])
  await world.once('not asked', targetOf('A'))
  standIns.sendBack('checks', { type: 'trial.ended', wordCode: 'A' } as TrialsEvent)
  expect(world.circuit('A')?.value).toEqual({ HALF_OPEN: 'free' })
  await advance(60_000)
  standIns.sendBack('checks', { type: 'trial.missedElsewhere', wordCode: 'A', at: world.clock.now() } as TrialsEvent)
  await advance(119_999)
  expect(asked()).toEqual([])
  await advance(1)
  expect(asked()).toEqual(['A'])
})

test('a failure from another tab with a future time counts from now, and is ignored after the end', async () => {
  const { world } = startTrials()
  await world.fail(5, targetOf('A'))
  await world.advance(1_000)
  world.calls.failedElsewhere('A', world.clock.now() + 3_600_000, 'timeout')
  expect(world.calls.circuits.retryAt('A')).toBe(world.clock.now() + 120_000)
  world.close()
  expect(() => world.calls.failedElsewhere('A', world.clock.now(), 'timeout')).not.toThrow()
})

test('an isolation that has ended gets no trial in the session of a person who may not see its condominium (AUD-2)', async () => {
  const { world, show, advance, asked, changed } = startTrials()
  const hour = 3_600_000
  const isolation = { until: world.clock.now() + hour, by: 'Ana', reason: 'Manutenção do portão' }
  world.calls.circuits.isolate(targetOf('A'), isolation)
  world.visible = []
  show()
  await advance(2 * hour)
  expect(asked()).toEqual([])
  world.visible = ['c1']
  world.takeIsolations([{ ...targetOf('A'), isolation }])
  changed()
  expect(asked()).toEqual(['A'])
})
