import { describe, expect, test } from 'vitest'
import { breakerMachine } from '../../../src/machines/breaker/breaker.machine.ts'
import { refusalsEntry } from '../../../src/machines/devices/audit-entries.ts'
import { DeviceCircuits } from '../../../src/machines/devices/calls/device-circuits.ts'
import { CircuitOpenError } from '../../../src/machines/devices/calls/device-errors.ts'
import { settle } from '../../models/parts/production-actor.ts'
import { DeviceWorld, portaria } from './device-world.ts'

const { wordCode } = portaria

describe('refusals', () => {
  test('send a breaker one event per 250 ms, for any number of refusals', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    const burst = Array.from({ length: 1_000 }, () => world.call())
    await settle()
    expect(burst.every(({ error }) => error instanceof CircuitOpenError)).toBe(true)
    expect(world.count('calls.refused')).toBe(0)
    await world.advance(249)
    expect(world.count('calls.refused')).toBe(0)
    await world.advance(1)
    expect(world.count('calls.refused')).toBe(1)
    expect(world.circuit()?.context.refused).toBe(1_000)
    world.call()
    await world.advance(250)
    expect(world.count('calls.refused')).toBe(2)
    expect(world.stored.get(wordCode)?.refused).toBe(1_001)
  })

  test('are reported with the transition that ends their period, including the refusals of the last moment', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    await world.advance(119_900)
    world.call()
    world.call()
    await world.advance(100)
    await world.once('success')
    expect(world.moves.map(({ from, to, refused }) => [from, to, refused])).toEqual([
      ['CLOSED', 'OPEN', 0],
      ['OPEN', 'HALF_OPEN', 2],
      ['HALF_OPEN', 'CLOSED', 0],
    ])
    expect(world.count('calls.refused')).toBe(1)
  })

  test('are reported only once when the page is hidden (AUD-2)', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    world.call()
    world.calls.circuits.reportAllRefusals()
    await world.advance(1_000)
    world.calls.circuits.reportAllRefusals()
    expect(world.count('calls.refused')).toBe(1)
    expect(world.refusals).toMatchObject([{ from: 'OPEN', cause: 'page-hidden', refused: 1 }])
    expect(world.stored.get(wordCode)?.refused).toBe(0)
  })

  test('and ignored results are reported when the session ends, and only once (AUD-2)', async () => {
    const world = new DeviceWorld()
    await world.fail(4)
    await world.once('status 404')
    const other = { wordCode: 'PORTARIA-02', condominiumId: 'c1' }
    await world.fail(5, other)
    world.call(other)
    expect(world.close().map(refusalsEntry)).toMatchObject([
      { wordCode, kind: 'refusals', from: 'CLOSED', cause: 'session-ended', refused: 0, ignored: 1 },
      { ...other, kind: 'refusals', from: 'OPEN', cause: 'session-ended', refused: 1 },
    ])
    const hidden = new DeviceWorld()
    await hidden.fail(4)
    await hidden.once('status 404')
    hidden.calls.circuits.reportAllRefusals()
    expect(hidden.refusals.map(refusalsEntry)).toMatchObject([{ cause: 'page-hidden', refused: 0, ignored: 1 }])
    expect(hidden.stored.get(wordCode)).toMatchObject({ failureCount: 4, ignored: 0 })
    expect(hidden.close()).toEqual([])
  })

  test('are reported when the device is deleted', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    world.call()
    world.calls.circuits.drop(wordCode)
    await world.advance(1_000)
    expect(world.moves.at(-1)).toMatchObject({ from: 'OPEN', to: 'CLOSED', cause: 'delete', refused: 1 })
    expect(world.count('calls.refused')).toBe(1)
  })
})

describe('a deleted device', () => {
  test("has no circuit in the page or in the tab's storage", async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    world.calls.circuits.drop(wordCode)
    expect(world.breakers).toEqual([])
    expect([...world.stored]).toEqual([])
  })

  test.each([0, 1])(
    'gets no breaker from calls that started before the deletion, after %i failures',
    async (failures) => {
      const world = new DeviceWorld()
      await world.fail(failures)
      const call = world.call()
      world.calls.circuits.drop(wordCode)
      call.answer('timeout')
      await settle()
      expect(world.breakers).toEqual([])
    },
  )
})

describe('calls from before a device was deleted', () => {
  const other = { wordCode: 'GARAGEM-02', condominiumId: 'c1' }
  const fiveMinutesMs = 5 * 60_000

  test.each([
    ['are ignored for five minutes', fiveMinutesMs, []],
    ['count again after five minutes, because the record of the deletion is dropped', fiveMinutesMs + 1, [wordCode]],
  ])('%s', async (_, ms, breakers) => {
    const world = new DeviceWorld()
    const { circuits } = world.calls
    circuits.drop(wordCode)
    await world.advance(ms)
    circuits.drop(other.wordCode)
    circuits.failed(portaria, 0, 'timeout', { durationMs: 90_000 })
    expect(world.breakers).toEqual(breakers)
  })

  test('count nothing after the device failed again and was deleted again', async () => {
    const world = new DeviceWorld()
    const { circuits } = world.calls
    await world.fail(5)
    circuits.drop(wordCode)
    const circuitEpoch = circuits.admit(wordCode) ?? 0
    circuits.failed(portaria, circuitEpoch, 'timeout', { durationMs: 90_000 })
    expect(world.breakers).toEqual([wordCode])
    circuits.drop(wordCode)
    circuits.failed(portaria, circuitEpoch, 'timeout', { durationMs: 90_000 })
    expect(world.breakers).toEqual([])
  })
})

test('the breaker of a deleted device and the breakers of an ended page are stopped', async () => {
  const world = new DeviceWorld()
  const { circuits } = world.calls
  await world.fail(1)
  const forgotten = circuits.get(wordCode)
  circuits.drop(wordCode)
  await world.fail(1)
  const left = circuits.get(wordCode)
  world.close()
  expect([forgotten, left].map((ref) => ref?.getSnapshot().status)).toEqual(['stopped', 'stopped'])
})

test('every event to a breaker notifies the views of a change', () => {
  const world = new DeviceWorld()
  let notifications = 0
  const nothing = () => {}
  const actions = { remember: nothing, forget: nothing, shareIsolation: nothing, withdrawIsolation: nothing }
  const breaker = breakerMachine.provide({ actions })
  const circuits = new DeviceCircuits(world.supervisor, breaker, [], () => {
    notifications += 1
  })
  const opened = { ...portaria, lastFailureTime: world.clock.now() }
  const steps: Record<string, () => void> = {
    'a view watches': () => circuits.watch(portaria),
    'a failure': () => circuits.failed(portaria, 0, 'timeout', { durationMs: 90_000 }),
    'a success': () => circuits.succeeded(wordCode, 0, { durationMs: 40 }),
    'another failure': () => circuits.failed(opened, 0, 'timeout', { durationMs: 90_000 }),
    'an isolation': () => circuits.isolate(portaria, { until: Number.MAX_VALUE, by: '', reason: '' }),
    'its release': () => circuits.release(wordCode, ''),
    'a reset': () => circuits.reset(portaria, 'mended'),
    'no view watches': () => circuits.unwatch(wordCode),
    'a deletion': () => circuits.drop(wordCode),
  }
  const unreported = Object.entries(steps).flatMap(([step, take]) => {
    const before = notifications
    take()
    return notifications > before ? [] : [step]
  })
  expect(unreported).toEqual(['a deletion'])
})

describe('a view that watches a device', () => {
  test('keeps its breaker until the last view stops watching', async () => {
    const world = new DeviceWorld()
    const { circuits } = world.calls
    circuits.watch(portaria)
    circuits.watch(portaria)
    await world.fail(1)
    await world.once('success')
    circuits.unwatch(wordCode)
    expect(world.circuit()?.value).toBe('CLOSED')
    circuits.unwatch(wordCode)
    expect(world.breakers).toEqual([])
  })

  test('and stops watching twice does not affect the next view', async () => {
    const world = new DeviceWorld()
    const { circuits } = world.calls
    await world.fail(1)
    circuits.unwatch(wordCode)
    circuits.watch(portaria)
    await world.once('success')
    expect(world.breakers).toEqual([wordCode])
  })
})

test('a thousand devices that failed and recovered leave no breaker and nothing in the tab (CB-8)', async () => {
  const world = new DeviceWorld()
  const targets = Array.from({ length: 1_000 }, (_, number) => ({ wordCode: `D-${number}`, condominiumId: 'c1' }))
  for (const target of targets) await world.fail(5, target)
  expect(world.breakers).toHaveLength(1_000)
  await world.advance(120_000)
  for (const target of targets) await world.once('success', target)
  expect(world.breakers).toEqual([])
  expect([...world.stored]).toEqual([])
  expect(world.supervisor.getSnapshot().children).toEqual({})
})
