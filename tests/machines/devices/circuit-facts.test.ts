import { expect, test } from 'vitest'
import { moveEntry } from '../../../src/machines/devices/audit-entries.ts'
import { settle } from '../../models/parts/production-actor.ts'
import { DeviceWorld, onlyOnce, portaria } from './device-world.ts'

const { wordCode } = portaria

/** Makes one attempt that takes this long. */
async function take(world: DeviceWorld, ms: number, answer: 'success' | 'timeout' | 'status 404'): Promise<void> {
  const call = world.call(portaria, { policy: onlyOnce })
  await world.advance(ms)
  call.answer(answer)
  await settle()
}

const reported = (world: DeviceWorld) =>
  world.moves.map(moveEntry).map(({ from, to, opening, heldMs, durations, slow, ignored }) => ({
    ...{ move: `${from} ${to}`, opening, heldMs, durations, slow, ignored },
  }))

test('each transition reports its opening number, the duration of the previous state, and the durations of its attempts', async () => {
  const world = new DeviceWorld()
  for (const ms of [100, 200, 300, 400, 5_000]) await take(world, ms, 'timeout')
  await world.advance(120_000)
  await take(world, 8_000, 'timeout')
  await world.advance(121_000)
  await take(world, 40, 'success')
  const nothing = { opening: undefined, durations: undefined, slow: undefined, ignored: undefined }
  expect(reported(world)).toEqual([
    {
      ...{ ...nothing, move: 'CLOSED OPEN', opening: 1, heldMs: undefined },
      ...{ durations: [100, 200, 300, 400, 5_000], slow: 1 },
    },
    { ...nothing, move: 'OPEN HALF_OPEN', opening: 1, heldMs: 120_000 },
    { ...nothing, move: 'HALF_OPEN OPEN', opening: 2, heldMs: 8_000, durations: [8_000], slow: 1 },
    { ...nothing, move: 'OPEN HALF_OPEN', opening: 2, heldMs: 121_000 },
    { ...nothing, move: 'HALF_OPEN CLOSED', opening: 2, heldMs: 40, durations: [40] },
  ])
})

test('a closed circuit counts its openings from one again, and an answered call ends the row of failures', async () => {
  const world = new DeviceWorld()
  world.calls.circuits.watch(portaria)
  await world.fail(5)
  world.calls.circuits.reset(portaria, 'Cabo trocado')
  await take(world, 70, 'timeout')
  await take(world, 70, 'success')
  for (let time = 0; time < 5; time++) await take(world, 10, 'timeout')
  expect(reported(world).at(-1)).toMatchObject({ opening: 1, durations: [10, 10, 10, 10, 10], heldMs: 190 })
})

test('slow calls and uncounted results are reported with the next transition, and cause no transition', async () => {
  const world = new DeviceWorld()
  world.calls.circuits.watch(portaria)
  const early = world.call(portaria, { policy: onlyOnce })
  await take(world, 4_999, 'success')
  await take(world, 5_000, 'success')
  await take(world, 9_000, 'status 404')
  await world.fail(5)
  early.answer('success')
  await settle()
  expect(world.circuit()?.context).toMatchObject({ slow: 0, ignored: 1 })
  world.calls.circuits.reset(portaria, 'Cabo trocado')
  expect(reported(world)).toMatchObject([
    { move: 'CLOSED OPEN', slow: 1, ignored: 1 },
    { move: 'OPEN CLOSED', slow: undefined, ignored: 1 },
  ])
})

test('a healthy device that no view watches has no breaker, and its calls send no event', async () => {
  const world = new DeviceWorld()
  for (let time = 0; time < 3; time++) await take(world, 4_999, 'success')
  expect(world.circuit()).toBeUndefined()
  expect(world.count('call.asked')).toBe(0)
})

test('the breaker of a watched healthy device receives the start and the result of each call', async () => {
  const world = new DeviceWorld()
  world.calls.circuits.watch(portaria)
  for (let time = 0; time < 3; time++) await take(world, 4_999, 'success')
  expect(world.count('call.asked')).toBe(3)
  expect(world.count('call.succeeded')).toBe(3)
  expect(world.circuit()?.value).toBe('CLOSED')
})

test('a clock that was set back does not make the duration of a state negative', async () => {
  const world = new DeviceWorld()
  await world.fail(5)
  world.clock.sleep(-60_000)
  world.calls.circuits.reset(portaria, 'Cabo trocado')
  expect(reported(world).at(-1)?.heldMs).toBe(0)
})

test('the counts survive a reload', async () => {
  const world = new DeviceWorld()
  for (let time = 0; time < 5; time++) await take(world, 6_000, 'timeout')
  const kept = world.stored.get(wordCode)
  const next = new DeviceWorld(kept === undefined ? [] : [kept])
  next.calls.circuits.reset(portaria, 'Cabo trocado')
  expect(reported(next)).toMatchObject([{ move: 'OPEN CLOSED', opening: 1, heldMs: 0 }])
  expect(kept).toMatchObject({ openings: 1, durations: [], slow: 0 })
})

test('a transition carries the key of its call, so that the server can match the call with its own record (EVI-2)', async () => {
  const world = new DeviceWorld()
  await world.fail(4)
  const call = world.call(portaria, { policy: onlyOnce, key: 'chave-1' })
  call.answer('timeout')
  await settle()
  await world.advance(120_000)
  await world.once('success')
  expect(world.moves.map(moveEntry).map(({ to, key }) => [to, key])).toEqual([
    ['OPEN', 'chave-1'],
    ['HALF_OPEN', undefined],
    ['CLOSED', undefined],
  ])
})
