import { describe, expect, test } from 'vitest'
import { moveEntry } from '../../../src/machines/devices/audit-entries.ts'
import { CircuitOpenError } from '../../../src/machines/devices/calls/device-errors.ts'
import { epoch, settle } from '../../models/parts/production-actor.ts'
import { DeviceWorld, onlyOnce, portaria } from './device-world.ts'

const { wordCode } = portaria
const hour = 3_600_000
const isolation = { until: epoch + hour, by: 'Ana', reason: 'Manutenção do portão' }

function isolatedWorld() {
  const world = new DeviceWorld()
  world.calls.circuits.isolate(portaria, isolation)
  return world
}

describe('an isolated device', () => {
  test('is not called, even without failures, and the refusal contains the end of the isolation', async () => {
    const world = isolatedWorld()
    await world.advance(hour - 1)
    const call = world.call()
    await settle()
    expect(call.attempts).toBe(0)
    expect(call.error).toBeInstanceOf(CircuitOpenError)
    expect(call.error).toMatchObject({ attempts: 0, retryAt: epoch + hour, isIsolated: true })
  })

  test('is tried at the end of the isolation, and is closed after an answer', async () => {
    const world = isolatedWorld()
    world.call()
    await world.advance(hour)
    expect(world.circuit()?.value).toEqual({ HALF_OPEN: 'free' })
    await world.once('success')
    expect(world.moves).toMatchObject([
      { from: 'CLOSED', to: 'FORCED_OPEN', cause: 'manual', reason: isolation.reason, at: epoch, isolation },
      { from: 'FORCED_OPEN', to: 'HALF_OPEN', cause: 'elapsed', reason: '', at: epoch + hour, refused: 1, isolation },
      { from: 'HALF_OPEN', to: 'CLOSED', cause: 'trial-succeeded', isolation: null },
    ])
    expect([world.breakers, [...world.stored], [...world.shared]]).toEqual([[], [], []])
  })

  test('records its end even if no call follows (AUD-2)', async () => {
    const world = isolatedWorld()
    await world.advance(hour)
    expect(world.moves.slice(1)).toMatchObject([
      { from: 'FORCED_OPEN', to: 'HALF_OPEN', cause: 'elapsed', at: epoch + hour, isolation },
    ])
    expect([...world.shared]).toEqual([])
  })

  test('gives its end the same record in each window (AUD-2)', async () => {
    const worlds = [new DeviceWorld(), new DeviceWorld()]
    const ends = worlds.map(async (world, index) => {
      world.calls.circuits.isolate(portaria, { ...isolation, endId: 'fim' })
      if (index === 0) await world.advance(hour)
      else {
        world.clock.sleep(hour)
        await world.once('success')
      }
      return world.moves.map(moveEntry).map(({ id, cause }) => [id, cause])
    })
    expect(await ends[0]).toEqual([
      [undefined, 'manual'],
      ['fim', 'elapsed'],
    ])
    expect((await ends[1])?.slice(0, 2)).toEqual(await ends[0])
  })

  test('is not ended in the session of a person who may not see it, and is ended for the next person (AUD-2)', async () => {
    const world = isolatedWorld()
    world.visible = []
    await world.advance(2 * hour)
    expect([world.moves.length, world.shared.size]).toEqual([1, 1])
    world.visible = [portaria.condominiumId]
    world.takeIsolations([{ ...portaria, isolation }])
    expect(world.moves.at(-1)).toMatchObject({ from: 'FORCED_OPEN', to: 'HALF_OPEN', cause: 'elapsed' })
    expect([...world.shared]).toEqual([])
  })

  test('gets no second record of its end if another tab has recorded the end', async () => {
    const world = isolatedWorld()
    world.storedIsolations = []
    await world.advance(hour)
    expect(world.circuit()?.value).toEqual({ HALF_OPEN: 'free' })
    expect(world.moves).toHaveLength(1)
  })

  test('that is released is tried, and waits two minutes after a failure', async () => {
    const world = isolatedWorld()
    world.calls.circuits.release(wordCode, 'Portão pronto')
    expect(world.calls.circuits.retryAt(wordCode)).toBeNull()
    await world.once('timeout')
    expect(world.moves.slice(1)).toMatchObject([
      { from: 'FORCED_OPEN', to: 'HALF_OPEN', cause: 'manual', reason: 'Portão pronto' },
      { from: 'HALF_OPEN', to: 'OPEN', cause: 'trial-failed', failureCount: 1 },
    ])
    expect(world.calls.circuits.retryAt(wordCode)).toBe(epoch + 120_000)
  })

  test('is not changed by a call that was running, and the call is not retried', async () => {
    const world = new DeviceWorld()
    await world.fail(4)
    const call = world.call()
    world.calls.circuits.isolate(portaria, isolation)
    call.answer('timeout')
    await settle()
    expect(call.error).toMatchObject({
      name: 'DeviceTimeoutError',
      attempts: 1,
      retryAt: epoch + hour,
      isIsolated: true,
    })
    expect(world.circuit()?.context).toMatchObject({ failureCount: 4, isolation })
  })

  test('is neither reset nor forgotten', () => {
    const world = isolatedWorld()
    world.calls.circuits.reset(portaria, 'Cabo trocado')
    world.calls.circuits.watch(portaria)
    world.calls.circuits.unwatch(wordCode)
    expect(world.circuit()?.value).toBe('FORCED_OPEN')
    expect(world.moves).toHaveLength(1)
  })

  test('has no circuit after its deletion', () => {
    const world = isolatedWorld()
    world.calls.circuits.drop(wordCode)
    expect([world.breakers, [...world.stored], [...world.shared]]).toEqual([[], [], []])
  })

  test('stays isolated longer if the clock is set back, and not if the clock is set back by 48 h', async () => {
    const world = isolatedWorld()
    world.clock.sleep(-hour)
    await world.advance(2 * hour - 1)
    expect(world.call().attempts).toBe(0)
    world.clock.sleep(-48 * hour)
    expect(world.call().attempts).toBe(1)
  })

  test('can be isolated for longer, with another record', async () => {
    const world = isolatedWorld()
    world.calls.circuits.isolate(portaria, { ...isolation, until: epoch + 2 * hour })
    await world.advance(hour)
    expect(world.calls.circuits.retryAt(wordCode)).toBe(epoch + 2 * hour)
    expect(world.moves[1]).toMatchObject({ from: 'FORCED_OPEN', to: 'FORCED_OPEN', cause: 'manual' })
    expect(world.shared.get(wordCode)?.until).toBe(epoch + 2 * hour)
  })
})

describe('isolations stored by another tab', () => {
  const kept = { ...portaria, isolation }

  test('take effect here, and are recorded by that tab only', async () => {
    const world = new DeviceWorld()
    const { calls } = world
    world.takeIsolations([kept])
    world.takeIsolations([kept])
    expect(world.circuit()?.context.isolation).toEqual(isolation)
    expect(world.count('isolation.begunElsewhere')).toBe(1)
    world.takeIsolations([{ ...kept, isolation: { ...isolation, until: epoch + 2 * hour } }])
    expect(calls.circuits.retryAt(wordCode)).toBe(epoch + 2 * hour)
    world.takeIsolations([])
    expect(world.circuit()?.value).toEqual({ HALF_OPEN: 'free' })
    expect(world.moves).toEqual([])
    await world.once('success')
    expect(world.breakers).toEqual([])
  })

  test('get a record of their end if their time is over when the page starts (AUD-2)', async () => {
    const world = new DeviceWorld()
    await world.advance(2 * hour)
    world.takeIsolations([kept])
    expect(world.moves).toMatchObject([{ from: 'FORCED_OPEN', to: 'HALF_OPEN', cause: 'elapsed', isolation }])
  })

  test('do not hide a refusal of this tab', async () => {
    const world = new DeviceWorld()
    world.takeIsolations([kept])
    world.call()
    await settle()
    world.takeIsolations([])
    await world.once('success')
    expect(world.moves).toMatchObject([{ from: 'HALF_OPEN', to: 'CLOSED', refused: 1 }])
  })

  test('do not change the circuits if the storage is unreadable', () => {
    const world = isolatedWorld()
    world.takeIsolations(null)
    expect(world.circuit()?.value).toBe('FORCED_OPEN')
  })

  test('do not change a running trial or a device that is not isolated', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    world.takeIsolations([])
    expect(world.circuit()?.value).toBe('OPEN')
    await world.advance(120_000)
    const trial = world.call(portaria, { policy: onlyOnce })
    world.takeIsolations([])
    trial.answer('success')
    await settle()
    expect(world.breakers).toEqual([])
  })
})
