import { expect, test } from 'vitest'
import type { DeviceTarget } from '../../../src/machines/devices/calls/device-errors.ts'
import { deviceTrialsMachine, type TrialsEvent } from '../../../src/machines/devices/device-trials.machine.ts'
import { runUnderRecorder } from '../../models/parts/production-actor.ts'
import { StandIns } from '../../models/parts/stand-ins.ts'
import { DeviceWorld } from './device-world.ts'

function targetOf(wordCode: string): DeviceTarget {
  return { wordCode, condominiumId: 'c1' }
}

/** The chart over the circuits of many devices. */
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
    /** The trial fails, as its call would tell the circuit. */
    fails: async (wordCode: string) => {
      await world.fail(1, targetOf(wordCode))
      standIns.sendBack('checks', { type: 'trial.ended', wordCode } as TrialsEvent)
    },
    /** Who was asked since the last look here. */
    asked: () => {
      const orders = standIns.journal.slice(read).filter((line) => line.startsWith('tells checks trials.make '))
      read = standIns.journal.length
      return orders.flatMap((line) =>
        JSON.parse(line.slice('tells checks trials.make '.length)).targets.map(
          ({ wordCode }: DeviceTarget) => wordCode,
        ),
      )
    },
  }
}

/** LIVE-3, here and below. */
test('of six devices four are asked at once, each of the others when one has ended, who waits longest first', async () => {
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

test('the device that was asked longest ago is the next, so that none is forgotten behind many', async () => {
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

test('a device that stays away is asked once in two minutes', async () => {
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

test('circuits of before the reload are tried, too, and one whose trial the reload cut off at once (LIVE-4)', async () => {
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
  expect(standIns.journal).toContain(`tells checks trials.make ${JSON.stringify({ targets: [targetOf('A')] })}`)
})

test('after the computer has slept, what fell due meanwhile is tried within five seconds', async () => {
  const { world, clock, show, changed, advance, asked } = startTrials()
  show()
  await world.fail(5, targetOf('A'))
  changed()
  await advance(1_000)
  clock.sleep(3_600_000)
  await advance(5_000)
  expect(asked()).toEqual(['A'])
})

test('what was tried more than two minutes ago is not kept', async () => {
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

test('a failure that another tab has found makes an open circuit wait from then on, and no other (LIVE-3)', async () => {
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

test('what another tab tells of the future counts from now, and after the end it is nothing', async () => {
  const { world } = startTrials()
  await world.fail(5, targetOf('A'))
  await world.advance(1_000)
  world.calls.failedElsewhere('A', world.clock.now() + 3_600_000, 'timeout')
  expect(world.calls.circuits.retryAt('A')).toBe(world.clock.now() + 120_000)
  world.close()
  expect(() => world.calls.failedElsewhere('A', world.clock.now(), 'timeout')).not.toThrow()
})
