import { describe, expect, test } from 'vitest'
import {
  CircuitOpenError,
  type DeviceCallError,
  DeviceFailureError,
  DeviceNotAskedError,
  DeviceRejectedError,
  DeviceSessionError,
  DeviceTimeoutError,
  DeviceUnreachableError,
} from '../../../src/machines/devices/calls/device-errors.ts'
import { epoch, settle } from '../../models/parts/production-actor.ts'
import { type AnswerName, askingToWait } from './device-answers.ts'
import { DeviceWorld, errorFields, portaria } from './device-world.ts'

const { wordCode } = portaria

const failures: [AnswerName, new (...args: never[]) => DeviceCallError, string, object][] = [
  ['noResponse', DeviceUnreachableError, 'noResponse null', {}],
  ['timeout', DeviceTimeoutError, 'timeout null', {}],
  ['status 408', DeviceFailureError, 'status 408', { status: 408 }],
  ['status 429', DeviceFailureError, 'status 429', { status: 429 }],
  ['status 500', DeviceFailureError, 'status 500', { status: 500 }],
  ['status 503', DeviceFailureError, 'status 503', { status: 503 }],
]

test.each(failures)(
  '%s is tried four times, counts four times, and rejects with its own error class',
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
    expect(errorFields(call.error)).toEqual({ name: type.name, message, wordCode, attempts: 4, retryAt: null })
    expect(world.circuit()?.context.failureCount).toBe(4)
  },
)

/** SCA-4. */
describe('a server that is too busy to call the device', () => {
  test.each<[AnswerName, boolean]>([
    ['not asked', false],
    ['not heard', true],
  ])('is asked four times, and nothing counts: %s', async (answer, wasSent) => {
    const world = new DeviceWorld()
    await world.fail(4)
    const call = world.call()
    for (const waitMs of [1_000, 1_500, 2_250]) {
      call.answer(answer)
      await world.advance(waitMs)
    }
    call.answer(answer)
    await settle()
    expect(call.error).toBeInstanceOf(DeviceNotAskedError)
    expect(call.error).toMatchObject({ wasSent })
    expect(errorFields(call.error)).toMatchObject({ message: 'ocupado', wordCode, attempts: 4, retryAt: null })
    expect(world.circuit()?.value).toBe('CLOSED')
    expect(world.circuit()?.context.failureCount).toBe(4)
    expect(world.calls.resultsOf(wordCode).at(-1)).toMatchObject({ outcome: 'notAsked', detail: answer })
  })

  test('is asked again after the time in its Retry-After', async () => {
    const world = new DeviceWorld()
    const call = world.call()
    call.answer({ kind: 'notAsked', wasSent: false, message: 'ocupado', retryAfterMs: 5_000 })
    await world.advance(4_999)
    expect(call.attempts).toBe(1)
    await world.advance(1)
    expect(call.attempts).toBe(2)
    call.answer('success')
    await settle()
    expect(call.outcome).toEqual({ value: 'data' })
  })

  test('ends the trial, and causes no further transition', async () => {
    const world = new DeviceWorld()
    await world.fail(5)
    await world.advance(120_000)
    const before = world.moves.length
    await world.once('not asked')
    expect(world.circuit()?.value).toEqual({ HALF_OPEN: 'free' })
    expect(world.moves.slice(before).map(({ cause }) => cause)).toEqual(['elapsed'])
    expect((await world.once('success')).outcome).toEqual({ value: 'data' })
  })
})

const refusals: [AnswerName, new (...args: never[]) => DeviceCallError, string, object][] = [
  ['status 403', DeviceRejectedError, 'recusado 403', { status: 403, fields: {} }],
  ['status 404', DeviceRejectedError, 'recusado 404', { status: 404 }],
  ['status 422', DeviceRejectedError, 'recusado 422', { status: 422, fields: { ip: 'Endereço inválido.' } }],
  ['unauthorized', DeviceSessionError, 'Sua sessão não é mais válida. Entre novamente.', {}],
]

test.each(refusals)('%s is reported immediately and counts nothing', async (answer, type, message, rest) => {
  const world = new DeviceWorld()
  await world.fail(4)
  const call = world.call()
  call.answer(answer)
  await settle()
  expect(call.error).toBeInstanceOf(type)
  expect(call.error).toMatchObject(rest)
  expect(errorFields(call.error)).toEqual({ name: type.name, message, wordCode, attempts: 1, retryAt: null })
  expect(world.circuit()?.value).toBe('CLOSED')
  expect(world.circuit()?.context.failureCount).toBe(4)
})

/** CB-3. */
test('an open circuit refuses with its own error, which contains the wordCode and the retry time', async () => {
  const world = new DeviceWorld()
  await world.fail(5)
  await world.advance(119_999)
  const call = world.call()
  await settle()
  expect(call.attempts).toBe(0)
  expect(call.error).toBeInstanceOf(CircuitOpenError)
  expect(errorFields(call.error)).toEqual({
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

test('during a trial other calls are refused until the trial is overdue', async () => {
  const world = new DeviceWorld()
  await world.fail(5)
  await world.advance(120_000)
  world.call()
  await world.advance(29_999)
  expect(errorFields((await world.once('success')).error)).toMatchObject({ attempts: 0, retryAt: epoch + 150_000 })
  await world.advance(1)
  expect((await world.once('success')).outcome).toEqual({ value: 'data' })
})

/** DEV-2. */
test('the failure that opens the circuit ends the call, and its error contains the retry time', async () => {
  const world = new DeviceWorld()
  await world.fail(3)
  const call = world.call()
  call.answer('timeout')
  await world.advance(1_000)
  call.answer('status 503')
  await settle()
  expect(errorFields(call.error)).toEqual({
    name: 'DeviceFailureError',
    message: 'status 503',
    wordCode,
    attempts: 2,
    retryAt: epoch + 121_000,
  })
  await world.advance(60_000)
  expect(call.attempts).toBe(2)
})

test('a circuit that other calls open refuses the next attempt, and the refusal ends the call', async () => {
  const world = new DeviceWorld()
  const call = world.call()
  call.answer('timeout')
  await world.fail(4)
  await world.advance(1_000)
  expect(errorFields(call.error)).toMatchObject({ name: 'CircuitOpenError', attempts: 1, retryAt: epoch + 120_000 })
  expect(call.attempts).toBe(1)
})

test('a success ends the retries and clears the failures', async () => {
  const world = new DeviceWorld()
  const call = world.call()
  call.answer('timeout')
  await world.advance(1_000)
  call.answer('success')
  await settle()
  expect(call.outcome).toEqual({ value: 'data' })
  expect(world.breakers).toEqual([])
})

test('a Retry-After of the server extends the wait to at most 15 s', async () => {
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
