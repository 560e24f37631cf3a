import { expect, test } from 'vitest'
import { nothingKnown } from '../../../src/machines/breaker/nothing-known.ts'
import { CircuitOpenError } from '../../../src/machines/devices/calls/device-errors.ts'
import type { StoredBreaker } from '../../../src/services/breaker/breaker-memory.ts'
import { epoch, settle } from '../../models/parts/production-actor.ts'
import { DeviceWorld, portaria } from './device-world.ts'

const hour = 3_600_000

function stored(circuit: Partial<StoredBreaker>): StoredBreaker {
  return { ...portaria, ...nothingKnown, state: 'CLOSED', ...circuit }
}

const open = stored({ state: 'OPEN', failureCount: 5, lastFailureTime: epoch - 50_000, lastError: 'timeout' })
const halfOpen = stored({ ...open, state: 'HALF_OPEN', lastFailureTime: epoch - 130_000 })

/** Milliseconds until a call is let through; no call is made before. */
async function msUntilLetThrough(record: StoredBreaker): Promise<number> {
  const world = new DeviceWorld([record])
  const { circuits } = world.calls
  const startedAt = world.clock.now()
  for (let retryAt = circuits.retryAt(portaria.wordCode); retryAt !== null; ) {
    await world.advance(retryAt - world.clock.now())
    retryAt = circuits.retryAt(portaria.wordCode)
  }
  const call = await world.once('success')
  expect(call.outcome).toEqual({ value: 'data' })
  return world.clock.now() - startedAt
}

/** All tests below cover CB-9. */
test('three failures from before the reload count: two more open the circuit', async () => {
  const world = new DeviceWorld([stored({ failureCount: 3, lastFailureTime: epoch - hour })])
  await world.fail(1)
  expect(world.circuit()?.value).toBe('CLOSED')
  await world.fail(1)
  expect(world.circuit()?.value).toBe('OPEN')
})

test('three failures from before the reload are cleared by a success', async () => {
  const world = new DeviceWorld([stored({ failureCount: 3, lastFailureTime: epoch - hour })])
  await world.once('success')
  expect(world.breakers).toEqual([])
  expect([...world.stored]).toEqual([])
})

test('an open circuit refuses for the rest of its two minutes', async () => {
  expect(await msUntilLetThrough(open)).toBe(70_000)
})

test('an open circuit continues to count its refusals', async () => {
  const world = new DeviceWorld([stored({ ...open, refused: 7 })])
  await world.once('success')
  await world.advance(70_000)
  await world.once('success')
  expect(world.moves[0]).toMatchObject({ from: 'OPEN', to: 'HALF_OPEN', refused: 8, lastError: 'timeout' })
})

test('a trial that the reload interrupted stays the trial for the rest of its 30 s', async () => {
  expect(await msUntilLetThrough(stored({ ...halfOpen, trialStartedAt: epoch - 10_000 }))).toBe(20_000)
})

const isolation = { until: epoch + hour, by: 'Ana', reason: 'Manutenção' }

test('an isolated device is refused for the rest of its isolation', async () => {
  expect(await msUntilLetThrough(stored({ state: 'FORCED_OPEN', isolation }))).toBe(hour)
})

test('if an isolation ended while the page was closed, the next call is a trial', async () => {
  const world = new DeviceWorld([stored({ state: 'FORCED_OPEN', isolation: { ...isolation, until: epoch - hour } })])
  await world.once('timeout')
  expect(world.moves).toMatchObject([
    { from: 'FORCED_OPEN', to: 'HALF_OPEN', cause: 'elapsed', isolation: { until: epoch - hour } },
    { from: 'HALF_OPEN', to: 'OPEN', cause: 'trial-failed', failureCount: 1 },
  ])
})

test.each([
  ['no trial', halfOpen, 'free'],
  ['a trial', { ...halfOpen, trialStartedAt: epoch - 10_000 }, 'trying'],
])('a half-open circuit with %s is restored in that state', (_, record, state) => {
  expect(new DeviceWorld([record]).circuit()?.value).toEqual({ HALF_OPEN: state })
})

test('a half-open circuit without a trial lets only the next call through', async () => {
  const world = new DeviceWorld([halfOpen])
  const trial = world.call()
  const other = world.call()
  await settle()
  expect(other.error).toBeInstanceOf(CircuitOpenError)
  trial.answer('timeout')
  await settle()
  expect(world.circuit()?.value).toBe('OPEN')
  expect(world.circuit()?.context).toMatchObject({ failureCount: 6, lastFailureTime: epoch })
})

test.each([
  ['an open circuit', { ...open, lastFailureTime: epoch + 5 * hour }],
  ['a trial', { ...halfOpen, trialStartedAt: epoch + 5 * hour }],
])('a clock that was set back by hours does not prolong %s by hours', async (_, record) => {
  expect(await msUntilLetThrough(stored(record))).toBe(0)
})

test.each([
  ['an open circuit', { ...open, lastFailureTime: epoch + 20_000 }, 140_000],
  ['a trial', { ...halfOpen, trialStartedAt: epoch + 20_000 }, 50_000],
])('a clock that was set back a little prolongs %s by the same time', async (_, record, ms) => {
  expect(await msUntilLetThrough(stored(record))).toBe(ms)
})

test('a clock that is set back while the page is open does not keep a circuit open for hours', async () => {
  const world = new DeviceWorld()
  await world.fail(5)
  world.clock.sleep(-5 * hour)
  expect((await world.once('success')).outcome).toEqual({ value: 'data' })
})
