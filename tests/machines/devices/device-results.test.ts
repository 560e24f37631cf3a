import { expect, test } from 'vitest'
import { epoch, settle } from '../../models/parts/production-actor.ts'
import { DeviceWorld, portaria } from './device-world.ts'

const { wordCode } = portaria

function outcomes(world: DeviceWorld, of = wordCode) {
  return world.calls.resultsOf(of).map(({ outcome, detail }) => [outcome, detail])
}

test('each attempt is stored with its time, its duration and a result code', async () => {
  const world = new DeviceWorld()
  const call = world.call()
  await world.advance(350)
  call.answer('status 503')
  await world.advance(1_000)
  call.answer('status 404')
  await settle()
  expect(world.calls.resultsOf(wordCode)).toEqual([
    { at: epoch, outcome: 'failed', durationMs: 350, detail: 'status 503' },
    { at: epoch + 1_350, outcome: 'rejected', durationMs: 0, detail: 'status 404' },
  ])
})

test('a success is stored if the device has earlier results', async () => {
  const world = new DeviceWorld()
  await world.once('success')
  expect(outcomes(world)).toEqual([])
  await world.once('timeout')
  await world.once('success')
  expect(outcomes(world)).toEqual([
    ['failed', 'timeout'],
    ['answered', ''],
  ])
})

test('a failure that does not count is stored', async () => {
  const world = new DeviceWorld()
  world.isOnline = false
  await world.once('noResponse')
  expect(outcomes(world)).toEqual([['failed', 'no response']])
})

test('refused and cancelled calls are not stored', async () => {
  const world = new DeviceWorld()
  await world.fail(5)
  await world.once('success')
  await world.advance(120_000)
  world.call().abandon('not wanted')
  await settle()
  expect(outcomes(world)).toHaveLength(5)
})

test('reading the results twice returns the same list until another attempt ends', async () => {
  const world = new DeviceWorld()
  await world.once('timeout')
  const before = world.calls.resultsOf(wordCode)
  expect(world.calls.resultsOf(wordCode)).toBe(before)
  expect(world.calls.resultsOf('unknown')).toBe(world.calls.resultsOf('other'))
})

test('the newest 40 results of a device are kept, and the results of the 100 devices called last', async () => {
  const world = new DeviceWorld()
  for (let attempt = 0; attempt < 45; attempt++) await world.once(attempt < 5 ? 'status 404' : 'status 422')
  expect(outcomes(world)).toEqual(Array.from({ length: 40 }, () => ['rejected', 'status 422']))
  for (let number = 0; number < 99; number++)
    await world.once('timeout', { wordCode: `D-${number}`, condominiumId: 'c1' })
  await world.once('status 404')
  await world.once('timeout', { wordCode: 'D-99', condominiumId: 'c1' })
  expect(outcomes(world)).toHaveLength(40)
  expect(outcomes(world, 'D-0')).toEqual([])
  expect(outcomes(world, 'D-1')).toHaveLength(1)
})
