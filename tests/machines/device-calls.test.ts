import { describe, expect, test } from 'vitest'
import {
  CircuitOpenError,
  type DeviceCallError,
  DeviceFailureError,
  DeviceRejectedError,
  DeviceSessionError,
  DeviceTimeoutError,
  DeviceUnreachableError,
} from '../../src/machines/device-errors.ts'
import { epoch, settle } from '../models/production-actor.ts'
import { type AnswerName, askingToWait } from './device-answers.ts'
import { DeviceWorld, portaria } from './device-world.ts'

const { wordCode } = portaria

/** What an error tells, beside its class. */
function told(error: unknown) {
  const { name, message, wordCode, attempts, retryAt } = error as DeviceCallError
  return { name, message, wordCode, attempts, retryAt }
}

describe('how a call fails', () => {
  const failures: [AnswerName, new (...args: never[]) => DeviceCallError, string, object][] = [
    ['noResponse', DeviceUnreachableError, 'noResponse null', {}],
    ['timeout', DeviceTimeoutError, 'timeout null', {}],
    ['status 408', DeviceFailureError, 'status 408', { status: 408 }],
    ['status 429', DeviceFailureError, 'status 429', { status: 429 }],
    ['status 500', DeviceFailureError, 'status 500', { status: 500 }],
    ['status 503', DeviceFailureError, 'status 503', { status: 503 }],
  ]

  test.each(failures)(
    '%s is tried four times, counts four times, and is told as it is',
    async (answer, type, message, rest) => {
      const world = new DeviceWorld()
      const call = world.call()
      for (const waitMs of [1_000, 1_500, 2_250]) {
        call.answer(answer)
        await world.advance(waitMs)
      }
      call.answer(answer)
      await settle()
      expect(call.error).toBeInstanceOf(type)
      expect(call.error).toMatchObject(rest)
      expect(told(call.error)).toEqual({ name: type.name, message, wordCode, attempts: 4, retryAt: null })
      expect(world.circuit()?.context.failureCount).toBe(4)
    },
  )

  const refusals: [AnswerName, new (...args: never[]) => DeviceCallError, string, object][] = [
    ['status 403', DeviceRejectedError, 'recusado 403', { status: 403, fields: {} }],
    ['status 404', DeviceRejectedError, 'recusado 404', { status: 404 }],
    ['status 422', DeviceRejectedError, 'recusado 422', { status: 422, fields: { ip: 'Endereço inválido.' } }],
    ['unauthorized', DeviceSessionError, 'Sua sessão não é mais válida. Entre novamente.', {}],
  ]

  test.each(refusals)('%s is told at once and counts nothing', async (answer, type, message, rest) => {
    const world = new DeviceWorld()
    await world.fail(4)
    const call = world.call()
    call.answer(answer)
    await settle()
    expect(call.error).toBeInstanceOf(type)
    expect(call.error).toMatchObject(rest)
    expect(told(call.error)).toEqual({ name: type.name, message, wordCode, attempts: 1, retryAt: null })
    expect(world.circuit()?.value).toBe('CLOSED')
    expect(world.circuit()?.context.failureCount).toBe(4)
  })

  test('an open circuit refuses with its own error, which says for whom and until when', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    await world.advance(119_999)
    const call = world.call()
    await settle()
    expect(call.attempts).toBe(0)
    expect(call.error).toBeInstanceOf(CircuitOpenError)
    expect(told(call.error)).toEqual({
      name: 'CircuitOpenError',
      message: `O circuit breaker está OPEN para o dispositivo ${wordCode}`,
      wordCode,
      attempts: 0,
      retryAt: epoch + 120_000,
    })
    await world.advance(1)
    expect((await world.once('success')).outcome).toEqual({ value: 'data' })
    expect(world.circuit()).toBeUndefined()
  })

  test('while a trial is under way others are refused until it is overdue', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    await world.advance(120_000)
    world.call()
    await world.advance(29_999)
    expect(told((await world.once('success')).error)).toMatchObject({ attempts: 0, retryAt: epoch + 150_000 })
    await world.advance(1)
    expect((await world.once('success')).outcome).toEqual({ value: 'data' })
  })

  test('the failure that opens the circuit is the last one, and says when it is tried again', async () => {
    const world = new DeviceWorld()
    await world.fail(3)
    const call = world.call()
    call.answer('timeout')
    await world.advance(1_000)
    call.answer('status 503')
    await settle()
    expect(told(call.error)).toEqual({
      name: 'DeviceFailureError',
      message: 'status 503',
      wordCode,
      attempts: 2,
      retryAt: epoch + 121_000,
    })
    await world.advance(60_000)
    expect(call.attempts).toBe(2)
  })

  test('a circuit that others open meanwhile refuses the next attempt, and that ends the call', async () => {
    const world = new DeviceWorld()
    const call = world.call()
    call.answer('timeout')
    await world.fail(4)
    await world.advance(1_000)
    expect(told(call.error)).toMatchObject({ name: 'CircuitOpenError', attempts: 1, retryAt: epoch + 120_000 })
    expect(call.attempts).toBe(1)
  })

  test('a success in between ends the retries and forgets the failures', async () => {
    const world = new DeviceWorld()
    const call = world.call()
    call.answer('timeout')
    await world.advance(1_000)
    call.answer('success')
    await settle()
    expect(call.outcome).toEqual({ value: 'data' })
    expect(world.breakers).toEqual([])
  })

  test('the server may ask to be left alone for longer, up to 15 s', async () => {
    const world = new DeviceWorld()
    const waits: number[] = []
    const call = world.call(portaria, { onWait: ({ nextAttemptAt }) => waits.push(nextAttemptAt - epoch) })
    call.answer(askingToWait(7_000))
    await world.advance(7_000)
    call.answer(askingToWait(3_600_000))
    await world.advance(14_999)
    expect(call.attempts).toBe(2)
    await world.advance(1)
    expect(call.attempts).toBe(3)
    expect(waits).toEqual([7_000, 22_000])
  })
})

describe('a call that says nothing of the device', () => {
  test('is one that its caller cancels: it rejects with the reason, counts nothing and leaves no actor', async () => {
    const world = new DeviceWorld()
    const call = world.call()
    call.abandon('not wanted')
    await settle()
    expect(call.error).toBe('not wanted')
    expect(world.breakers).toEqual([])
    expect(world.sent.filter((type) => type.startsWith('call.'))).toEqual([])
  })

  test('is one that was cancelled before it began: nothing is sent', async () => {
    const world = new DeviceWorld()
    const call = world.call(portaria, { signal: AbortSignal.abort('too late') })
    await settle()
    expect(call.error).toBe('too late')
    expect(call.attempts).toBe(0)
  })

  test('may be cancelled while it waits for its next attempt, once and for all', async () => {
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

  test('may be cancelled during a later attempt, which then counts nothing', async () => {
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
    'is one whose answer, %s, comes just after its caller has cancelled it',
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

  test('frees the place of the trial, so that the next one is let through', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    await world.advance(120_000)
    world.call().abandon('not wanted')
    await settle()
    expect(world.circuit()?.value).toEqual({ HALF_OPEN: 'free' })
    expect((await world.once('success')).outcome).toEqual({ value: 'data' })
  })

  test('is one that fails while the browser is offline', async () => {
    const world = new DeviceWorld()
    world.isOnline = false
    await world.fail(9)
    expect(world.breakers).toEqual([])
  })

  test('is one that was made while the browser was offline, though it is back when the call fails', async () => {
    const world = new DeviceWorld()
    world.isOnline = false
    const call = world.call()
    world.isOnline = true
    call.answer('noResponse')
    await settle()
    expect(world.breakers).toEqual([])
  })
})

test('a call to a healthy device makes no actor and sends no event', async () => {
  const world = new DeviceWorld()
  const before = world.sent.length
  await world.once('success')
  expect(world.sent.length).toBe(before)
})

test('no call is made before the calls are opened', async () => {
  const world = new DeviceWorld()
  world.close()
  const call = world.call()
  await settle()
  expect(call.error).toEqual(new Error('not provided: devices.circuits'))
})

describe('when the calls are closed', () => {
  test('who waits for a next attempt is told that it is over, and nothing is sent any more', async () => {
    const world = new DeviceWorld()
    const call = world.call()
    call.answer('timeout')
    await settle()
    world.close()
    await world.advance(60_000)
    expect(call.error).toMatchObject({ name: 'AbortError' })
    expect(call.attempts).toBe(1)
  })

  test('who waits for an answer gets it, and it counts nothing', async () => {
    const world = new DeviceWorld()
    const [answered, failed, abandoned] = [world.call(), world.call(), world.call()]
    world.close()
    const sentBefore = world.sent.length
    answered.answer('success')
    failed.answer('timeout')
    abandoned.abandon('gone')
    await world.advance(60_000)
    expect(answered.outcome).toEqual({ value: 'data' })
    expect(told(failed.error)).toMatchObject({ name: 'DeviceTimeoutError', attempts: 1, retryAt: null })
    expect(abandoned.error).toBe('gone')
    expect(world.sent.length).toBe(sentBefore)
    expect([...world.stored]).toEqual([])
  })

  test('refusals that were not told yet are kept for the next page', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    await world.once('success')
    await world.once('success')
    world.close()
    expect(world.stored.get(wordCode)?.refused).toBe(2)
  })
})

describe('changes', () => {
  test('are told once until they are taken', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    expect(world.changesTold).toBe(1)
    world.calls.takeChanges()
    expect(world.changesTold).toBe(1)
    await world.fail(1)
    expect(world.changesTold).toBe(1)
    await world.advance(250)
    expect(world.changesTold).toBe(2)
  })
})
