import { describe, expect, test } from 'vitest'
import { setup } from 'xstate'
import {
  callbackNotProvided,
  effectNotProvided,
  guardNotProvided,
  promiseNotProvided,
} from '../../../src/machines/parts/not-provided.ts'
import { Coverage } from './coverage.ts'
import { withStandIns } from './placeholders.ts'
import { runUnderRecorder } from './production-actor.ts'
import { StandIns } from './stand-ins.ts'

const doorMachine = setup({
  actors: { open: promiseNotProvided<string>('door.open'), bell: callbackNotProvided('door.bell') },
  actions: { log: effectNotProvided('door.log') },
  guards: { isLocked: guardNotProvided('door.isLocked') },
}).createMachine({
  id: 'door',
  initial: 'opening',
  states: {
    opening: {
      entry: 'log',
      invoke: [
        { src: 'open', onDone: { guard: { type: 'isLocked', params: undefined }, target: 'locked' } },
        { src: 'bell' },
      ],
    },
    locked: {},
  },
})

describe('a machine with placeholders', () => {
  test('is rejected with one message that names all missing stand-ins and the file to edit', () => {
    const standIns = new StandIns()
    const machine = doorMachine.provide({ actors: { bell: standIns.callback('bell') } })
    expect(() => new Coverage(doorMachine).watch(machine)).toThrow(
      "no stand-in for door.open, door.log, door.isLocked: add it to the provide({…}) of 'door' in tests/models/parts/placeholders.test.ts",
    )
  })

  test('gets a stand-in for each service, effect and guard', async () => {
    const standIns = new StandIns()
    const machine = withStandIns(doorMachine, standIns, 'front')
    const door = runUnderRecorder(new Coverage(doorMachine).watch(machine), { standIns })
    expect(standIns.journal).toEqual(['asks front.open', 'asks front.bell', 'does front.log'])
    standIns.resolve('front.open', 'yes')
    await door.settle()
    expect(door.snapshot().value).toBe('locked')
    door.stop()
  })

  test('keeps a service that the test has provided itself', () => {
    const standIns = new StandIns()
    const machine = doorMachine.provide({ actors: { open: standIns.promise('mine') } })
    const door = runUnderRecorder(withStandIns(machine, standIns, 'front'), { standIns })
    expect(standIns.open).toEqual(['front.bell', 'mine'])
    door.stop()
  })
})

test('a test answer to a service that is not running fails with the list of running services', () => {
  const standIns = new StandIns()
  const door = runUnderRecorder(withStandIns(doorMachine, standIns, 'front'), { standIns })
  expect(() => standIns.resolve('front.close', undefined)).toThrow(
    "the machine does not wait for 'front.close' now (it waits for: front.bell, front.open)",
  )
  door.stop()
})
