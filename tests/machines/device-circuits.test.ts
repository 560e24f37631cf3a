import { describe, expect, test } from 'vitest'
import { CircuitOpenError } from '../../src/machines/device-errors.ts'
import { settle } from '../models/production-actor.ts'
import { DeviceWorld, portaria } from './device-world.ts'

const { wordCode } = portaria

describe('refusals', () => {
  test('cost a breaker one event per 250 ms, however many there are', async () => {
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

  test('are told with the move that ends the period, those of the last moment included', async () => {
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

  test('are told before the page goes, and then not again', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    world.call()
    world.calls.circuits.tellAllRefusals()
    await world.advance(1_000)
    expect(world.count('calls.refused')).toBe(1)
    expect(world.stored.get(wordCode)?.refused).toBe(1)
  })

  test('are told when the device is deleted', async () => {
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
  test('has no circuit left, here or in the tab', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    world.calls.circuits.drop(wordCode)
    expect(world.breakers).toEqual([])
    expect([...world.stored]).toEqual([])
  })

  test.each([0, 1])('is not known to fail by calls of before, after %i failures', async (failures) => {
    const world = new DeviceWorld()
    await world.fail(failures)
    const call = world.call()
    world.calls.circuits.drop(wordCode)
    call.answer('timeout')
    await settle()
    expect(world.breakers).toEqual([])
  })
})

describe('who looks at a device', () => {
  test('keeps its breaker alive until the last one looks away', async () => {
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

  test('and looks away twice owes nothing to the next one', async () => {
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
