import { describe, expect, test } from 'vitest'
import { quickRetry } from '../../../contract/devices/retry-policies.ts'
import { epoch, settle } from '../../models/parts/production-actor.ts'
import { DeviceWorld, onlyOnce, portaria } from './device-world.ts'

const { wordCode } = portaria

/** Opens a circuit and waits for two minutes, so that a trial is due. */
async function openedWorld(): Promise<DeviceWorld> {
  const world = new DeviceWorld()
  await world.fail(5)
  await world.advance(120_000)
  return world
}

/** All tests below cover LIVE-4. */
describe('a call that the end of the page interrupts', () => {
  test.each(['noResponse', 'timeout', 'status 503', 'success', 'status 404'] as const)(
    'counts nothing and has no result, even if its answer is %s',
    async (answer) => {
      const world = new DeviceWorld()
      await world.fail(4)
      const kept = world.stored.get(wordCode)
      const results = world.calls.resultsOf(wordCode).length
      const call = world.call(portaria, { policy: onlyOnce })
      world.calls.pageTurns()
      call.answer(answer)
      await settle()
      expect(call.outcome).not.toBeNull()
      expect(world.circuit()?.context.failureCount).toBe(4)
      expect(world.stored.get(wordCode)).toEqual(kept)
      expect(world.calls.resultsOf(wordCode)).toHaveLength(results)
    },
  )

  test('counts nothing if it is cancelled at the end of the page', async () => {
    const world = await openedWorld()
    const call = world.call()
    world.calls.pageTurns()
    call.abandon('gone')
    await settle()
    expect(call.error).toBe('gone')
    expect(world.circuit()?.value).toEqual({ HALF_OPEN: 'free' })
  })

  test('ends its trial immediately without a transition, and the next page makes the next trial', async () => {
    const world = await openedWorld()
    world.call(portaria, { policy: onlyOnce })
    world.calls.pageTurns()
    expect(world.circuit()?.value).toEqual({ HALF_OPEN: 'free' })
    expect(world.stored.get(wordCode)).toMatchObject({ state: 'HALF_OPEN', failureCount: 5, trialStartedAt: null })
    expect(world.moves.map(({ cause }) => cause)).toEqual(['threshold', 'elapsed'])

    const reloaded = new DeviceWorld([...world.stored.values()])
    expect(reloaded.circuit()?.value).toEqual({ HALF_OPEN: 'free' })
    expect((await reloaded.once('success')).outcome).toEqual({ value: 'data' })
    expect(reloaded.moves.map(({ cause }) => cause)).toEqual(['trial-succeeded'])
  })

  test('does not affect circuits without a trial', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    const kept = world.stored.get(wordCode)
    const sentBefore = world.sent.length
    world.calls.pageTurns()
    expect(world.stored.get(wordCode)).toBe(kept)
    expect(world.sent.length).toBe(sentBefore)
  })

  test('to a healthy device creates no actor and sends no event', async () => {
    const world = new DeviceWorld()
    const before = world.sent.length
    const call = world.call()
    world.calls.pageTurns()
    call.answer('success')
    await settle()
    expect(call.outcome).toEqual({ value: 'data' })
    expect(world.sent.length).toBe(before)
  })
})

describe("a page that returns from the browser's back/forward cache", () => {
  test('counts new calls, and ignores calls that started before', async () => {
    const world = new DeviceWorld()
    await world.fail(3)
    const before = world.call(portaria, { policy: onlyOnce })
    world.calls.pageTurns()
    const between = world.call(portaria, { policy: onlyOnce })
    world.calls.pageTurns()
    before.answer('noResponse')
    between.answer('noResponse')
    await settle()
    expect(world.circuit()?.context.failureCount).toBe(3)
    await world.fail(1)
    expect(world.circuit()?.context.failureCount).toBe(4)
  })

  test('keeps a new trial if the trial from before ends', async () => {
    const world = await openedWorld()
    const before = world.call(portaria, { policy: onlyOnce })
    world.calls.pageTurns()
    world.calls.pageTurns()
    const trial = world.call(portaria, { policy: onlyOnce })
    before.answer('noResponse')
    await settle()
    expect(world.circuit()?.value).toEqual({ HALF_OPEN: 'trying' })
    trial.answer('success')
    await settle()
    expect(world.breakers).toEqual([])
  })

  test('continues the earlier retries, which then count', async () => {
    const world = new DeviceWorld()
    const call = world.call(portaria, { policy: quickRetry })
    world.calls.pageTurns()
    call.answer('noResponse')
    await settle()
    world.calls.pageTurns()
    await world.advance(quickRetry.baseMs)
    call.answer('timeout')
    await settle()
    expect(call.attempts).toBe(2)
    expect(world.circuit()?.context.failureCount).toBe(1)
  })
})

describe('a page that begins to unload', () => {
  test.each([0, 1_999, 2_500, 60_000])('does not count a failure %i ms later, but stores its result', async (ms) => {
    const world = new DeviceWorld()
    const call = world.call(portaria, { policy: onlyOnce })
    world.leaving.begin()
    await world.advance(ms)
    call.answer('noResponse')
    await settle()
    expect(world.breakers).toEqual([])
    expect(world.calls.resultsOf(wordCode).map(({ outcome }) => outcome)).toEqual(['failed'])
  })

  test('does not count a call that the browser cuts 2.5 s later, even if a server answered before', async () => {
    const world = new DeviceWorld()
    const call = world.call(portaria, { policy: onlyOnce })
    world.leaving.begin()
    await world.advance(1_000)
    world.calls.serverAnswers()
    await world.advance(1_500)
    expect(world.calls.blamesDevice).toBe(false)
    call.answer('noResponse')
    await settle()
    expect(world.breakers).toEqual([])
  })

  test('counts failures again as soon as a server answers 2 s after the unload and after the last cut call', async () => {
    const world = new DeviceWorld()
    const call = world.call(portaria, { policy: onlyOnce })
    world.leaving.begin()
    await world.advance(5_000)
    call.answer('noResponse')
    await settle()
    world.calls.serverAnswers()
    expect(world.calls.blamesDevice).toBe(false)
    await world.advance(2_000)
    world.calls.serverAnswers()
    expect(world.calls.blamesDevice).toBe(true)
    await world.once('noResponse')
    expect(world.circuit()?.context.failureCount).toBe(1)
  })

  test('that stays without an unload counts as before, for example after a download or a mail link', async () => {
    const world = new DeviceWorld()
    world.leaving.begin()
    await world.advance(2_000)
    await world.fail(1)
    expect(world.circuit()?.context.failureCount).toBe(1)
  })

  test('ends a trial that fails during the unload', async () => {
    const world = await openedWorld()
    const trial = world.call(portaria, { policy: onlyOnce })
    world.leaving.begin()
    trial.answer('noResponse')
    await settle()
    expect(world.circuit()?.value).toEqual({ HALF_OPEN: 'free' })
  })

  test('and stays counts failures again 2 s later, and successes without a break', async () => {
    const world = new DeviceWorld()
    await world.fail(1)
    world.leaving.begin()
    await world.once('success')
    expect(world.breakers).toEqual([])
    await world.advance(2_000)
    await world.fail(1)
    expect(world.circuit()?.context.failureCount).toBe(1)
  })

  test('counts failures again immediately if it has returned, or if the clock was set back', async () => {
    const world = new DeviceWorld()
    world.leaving.begin()
    world.calls.pageTurns()
    await world.fail(1)
    expect(world.circuit()?.context.failureCount).toBe(1)
    world.leaving.begin()
    world.clock.sleep(-60_000)
    await world.fail(1)
    expect(world.circuit()?.context).toMatchObject({ failureCount: 2, lastFailureTime: epoch - 60_000 })
  })
})

test('a trial that the end of the session interrupts is ended, too', async () => {
  const world = await openedWorld()
  world.call()
  world.close()
  expect(world.stored.get(wordCode)).toMatchObject({ state: 'HALF_OPEN', trialStartedAt: null })
})
