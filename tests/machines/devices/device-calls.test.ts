import { describe, expect, test } from 'vitest'
import { quickRetry } from '../../../contract/devices/retry-policies.ts'
import { DeviceUnsentError } from '../../../src/machines/devices/calls/device-errors.ts'
import { settle } from '../../models/parts/production-actor.ts'
import { DeviceWorld, errorFields, portaria } from './device-world.ts'

const { wordCode } = portaria

describe('a call that does not count for the circuit (DEV-3)', () => {
  test('if its caller cancels it: rejects with the reason, counts nothing and leaves no actor', async () => {
    const world = new DeviceWorld()
    const call = world.call()
    call.abandon('not wanted')
    await settle()
    expect(call.error).toBe('not wanted')
    expect(world.breakers).toEqual([])
    expect(world.sent.filter((type) => type.startsWith('call.'))).toEqual([])
  })

  test('if it was cancelled before its start: sends nothing', async () => {
    const world = new DeviceWorld()
    const call = world.call(portaria, { signal: AbortSignal.abort('too late') })
    await settle()
    expect(call.error).toBe('too late')
    expect(call.attempts).toBe(0)
  })

  test('if it is cancelled between two attempts: rejects with the first reason and sends nothing more', async () => {
    const world = new DeviceWorld()
    const aborting = new AbortController()
    const call = world.call(portaria, { signal: aborting.signal })
    call.answer('timeout')
    await settle()
    aborting.abort('enough')
    aborting.abort('more than enough')
    await world.advance(60_000)
    expect(call.error).toBe('enough')
    expect(call.attempts).toBe(1)
    expect(world.circuit()?.context.failureCount).toBe(1)
  })

  test('if it is cancelled during a later attempt: leaves this attempt uncounted', async () => {
    const world = new DeviceWorld()
    const aborting = new AbortController()
    const call = world.call(portaria, { signal: aborting.signal })
    call.answer('timeout')
    await world.advance(1_000)
    aborting.abort('enough')
    call.abandon(aborting.signal.reason)
    await world.advance(60_000)
    expect(call.error).toBe('enough')
    expect(call.attempts).toBe(2)
    expect(world.circuit()?.context.failureCount).toBe(1)
  })

  test.each(['timeout', 'success'] as const)(
    'if its answer, %s, arrives just after the cancellation: rejects with the reason',
    async (answer) => {
      const world = new DeviceWorld()
      await world.fail(1)
      const aborting = new AbortController()
      const call = world.call(portaria, { signal: aborting.signal })
      aborting.abort('enough')
      call.answer(answer)
      await world.advance(60_000)
      expect(call.error).toBe('enough')
      expect(call.attempts).toBe(1)
      expect(world.circuit()?.context.failureCount).toBe(1)
    },
  )

  test('ends its trial, so that the next call becomes the trial', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    await world.advance(120_000)
    world.call().abandon('not wanted')
    await settle()
    expect(world.circuit()?.value).toEqual({ HALF_OPEN: 'free' })
    expect((await world.once('success')).outcome).toEqual({ value: 'data' })
  })

  test('if it fails while the browser is offline: creates no breaker', async () => {
    const world = new DeviceWorld()
    world.isOnline = false
    await world.fail(9)
    expect(world.breakers).toEqual([])
  })

  test('if it started offline and fails online: creates no breaker', async () => {
    const world = new DeviceWorld()
    world.isOnline = false
    const call = world.call()
    world.isOnline = true
    call.answer('noResponse')
    await settle()
    expect(world.breakers).toEqual([])
  })
})

describe('a call without a network (STATE-8)', () => {
  test('fails at once as not sent, and counts nothing', async () => {
    const world = new DeviceWorld()
    const call = world.call()
    call.answer('unsent')
    await settle()
    expect(call.error).toBeInstanceOf(DeviceUnsentError)
    expect(world.breakers).toEqual([])
  })

  test('frees the trial of an open circuit', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    await world.advance(120_000)
    await world.once('unsent')
    expect(world.circuit()?.value).toEqual({ HALF_OPEN: 'free' })
  })

  test('keeps the failure of an earlier attempt, which may have arrived', async () => {
    const world = new DeviceWorld()
    const call = world.call()
    call.answer('noResponse')
    await world.advance(1_000)
    call.answer('unsent')
    await settle()
    expect(errorFields(call.error)).toMatchObject({ name: 'DeviceUnreachableError', attempts: 1 })
  })

  test.each([
    ['status 500', true],
    ['not heard', true],
    ['not asked', false],
  ] as const)('a busy server after %s: the command may have arrived is %s', async (earlier, wasSent) => {
    const world = new DeviceWorld()
    const call = world.call(portaria, { policy: quickRetry })
    call.answer(earlier)
    await world.advance(1_000)
    call.answer('not asked')
    await settle()
    expect(call.error).toMatchObject({ name: 'DeviceNotAskedError', wasSent })
  })
})

test('a call to a healthy device creates no actor and sends no event', async () => {
  const world = new DeviceWorld()
  const before = world.sent.length
  await world.once('success')
  expect(world.sent.length).toBe(before)
})

test('a call before the device calls are opened fails', async () => {
  const world = new DeviceWorld()
  world.close()
  const call = world.call()
  await settle()
  expect(call.error).toEqual(new Error('not provided: devices.circuits'))
})

test('a policy of two attempts makes a second attempt, and the caller is notified of the wait and the attempt', async () => {
  const world = new DeviceWorld()
  const received: unknown[] = []
  const call = world.call(portaria, {
    policy: quickRetry,
    onWait: ({ attempts }) => received.push(['waits', attempts]),
    onAttempt: ({ attempts }) => received.push(['begins', attempts]),
  })
  call.answer('timeout')
  await world.advance(quickRetry.baseMs)
  expect(call.attempts).toBe(2)
  expect(received).toEqual([
    ['waits', 1],
    ['begins', 2],
  ])
})

test('the actor of a retry names its device (INS-1)', async () => {
  const world = new DeviceWorld()
  world.call().answer('timeout')
  world.call({ ...portaria, wordCode: 'OUTRA-02' }).answer('timeout')
  await settle()
  const retries = [...world.actorNames].filter((name) => name.startsWith('retry'))
  expect(retries).toEqual([`retry:${portaria.wordCode}:1`, 'retry:OUTRA-02:2'])
})

describe('when the device calls are closed', () => {
  test('a finished retry is not cancelled', async () => {
    const world = new DeviceWorld()
    const call = world.call(portaria, { policy: quickRetry })
    call.answer('timeout')
    await world.advance(quickRetry.baseMs)
    call.answer('success')
    await settle()
    world.close()
    expect(call.outcome).toEqual({ value: 'data' })
    expect(world.count('retry.cancel')).toBe(0)
  })

  test('a call that waits for its next attempt rejects with an AbortError, and nothing more is sent', async () => {
    const world = new DeviceWorld()
    const call = world.call()
    call.answer('timeout')
    await settle()
    world.close()
    await world.advance(60_000)
    expect(call.error).toMatchObject({ name: 'AbortError' })
    expect(call.attempts).toBe(1)
  })

  test('a call in an attempt still gets its answer, which counts nothing', async () => {
    const world = new DeviceWorld()
    const [answered, failed, abandoned] = [world.call(), world.call(), world.call()]
    world.close()
    const sentBefore = world.sent.length
    answered.answer('success')
    failed.answer('timeout')
    abandoned.abandon('gone')
    await world.advance(60_000)
    expect(answered.outcome).toEqual({ value: 'data' })
    expect(errorFields(failed.error)).toMatchObject({ name: 'DeviceTimeoutError', attempts: 1, retryAt: null })
    expect(abandoned.error).toBe('gone')
    expect(world.sent.length).toBe(sentBefore)
    expect([...world.stored]).toEqual([])
  })

  test('refusals that were not reported yet are stored for the next page', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    await world.once('success')
    await world.once('success')
    world.close()
    expect(world.stored.get(wordCode)?.refused).toBe(2)
  })
})

describe('change notifications', () => {
  test('are sent for a call that does not change the circuit, too: its result is new', async () => {
    const world = new DeviceWorld()
    await world.once('status 404')
    await world.advance(1_000)
    expect(world.calls.resultsOf(wordCode).map(({ outcome }) => outcome)).toEqual(['rejected'])
    expect(world.notifiedChanges).toBe(1)
  })

  test('are combined and sent 100 ms after the first change', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    await world.advance(99)
    expect(world.notifiedChanges).toBe(0)
    await world.advance(1)
    expect(world.notifiedChanges).toBe(1)
    await world.fail(1)
    await world.advance(349)
    expect(world.notifiedChanges).toBe(1)
    await world.advance(1)
    expect(world.notifiedChanges).toBe(2)
  })

  test('are not sent after the end', async () => {
    const world = new DeviceWorld()
    await world.fail(1)
    world.close()
    await world.advance(1_000)
    expect(world.notifiedChanges).toBe(0)
  })
})
