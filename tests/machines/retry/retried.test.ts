import { expect, test } from 'vitest'
import { createActor, createMachine } from 'xstate'
import { quickRetry } from '../../../contract/devices/retry-policies.ts'
import { failedFor, type RetriedCall, retried } from '../../../src/machines/retry/retried.ts'
import { type AttemptResult, retryMachine } from '../../../src/machines/retry/retry.machine.ts'
import { epoch, settle } from '../../models/parts/production-actor.ts'
import { StepClock } from '../../models/parts/step-clock.ts'

/** Starts a call with QUICK_RETRY whose attempts have these results in order. */
function startRetried(...results: AttemptResult<string>[]) {
  return startRetriedWith({}, ...results)
}

/** Like `startRetried`, with more options of the caller. */
function startRetriedWith(more: Partial<RetriedCall<string>>, ...results: AttemptResult<string>[]) {
  const clock = new StepClock(epoch)
  const aborting = new AbortController()
  let actors = -1
  const sent: string[] = []
  const parent = createActor(createMachine({}), {
    clock,
    inspect: (event) => {
      if (event.type === '@xstate.actor') actors += 1
      if (event.type === '@xstate.event')
        sent.push(`${'id' in event.actorRef ? event.actorRef.id : ''} ${event.event.type}`)
    },
  }).start()
  const call = {
    attempts: 0,
    outcome: null as { value: string } | { error: unknown } | null,
    abort: (reason: unknown) => aborting.abort(reason),
    /** Events sent to actors. */
    sent,
    /** Number of actors, without the parent. */
    actors: () => actors,
    advance: async (ms: number) => {
      await settle()
      await clock.advance(ms, settle)
    },
  }
  const attempt = async (): Promise<AttemptResult<string>> => {
    const result = results[call.attempts]
    call.attempts += 1
    return result ?? new Promise(() => {})
  }
  retried({ parent, logic: retryMachine, policy: quickRetry, signal: aborting.signal, attempt, ...more }).then(
    (value) => {
      call.outcome = { value }
    },
    (error: unknown) => {
      call.outcome = { error }
    },
  )
  return call
}

const success: AttemptResult<string> = { ok: true, value: 'data' }
const failure = failedFor('first')

test('a successful first attempt creates no actor', async () => {
  const call = startRetried(success)
  await call.advance(0)
  expect(call.outcome).toEqual({ value: 'data' })
  expect(call.actors()).toBe(0)
})

test('a final first failure creates no actor', async () => {
  const call = startRetried({ ...failure, mayRetry: false })
  await call.advance(10_000)
  expect(call.outcome).toEqual({ error: 'first' })
  expect(call.actors()).toBe(0)
})

test('the second attempt starts 500 ms after the first one failed', async () => {
  const call = startRetried(failure, success)
  await call.advance(499)
  expect(call.attempts).toBe(1)
  await call.advance(1)
  expect(call.outcome).toEqual({ value: 'data' })
  expect(call.actors()).toBe(1)
})

test('the call fails with the error of the last attempt', async () => {
  const call = startRetried(failure, failedFor('second'), success)
  await call.advance(10_000)
  expect(call.outcome).toEqual({ error: 'second' })
  expect(call.attempts).toBe(2)
})

test('a cancelled call ends immediately with the reason of its signal, while waiting or in an attempt (RET-2)', async () => {
  for (const waitedMs of [100, 500]) {
    const call = startRetried(failure)
    await call.advance(waitedMs)
    call.abort('enough')
    await call.advance(10_000)
    expect(call.outcome).toEqual({ error: 'enough' })
    expect(call.attempts).toBe(waitedMs === 500 ? 2 : 1)
  }
})

test('a retried call rejects with the error that an attempt throws, and makes no further attempt', async () => {
  const thrown = new Error('thrown')
  const attempts = [async () => failedFor(new Error('first')), () => Promise.reject<AttemptResult<string>>(thrown)]
  const call = startRetriedWith({ attempt: () => attempts.shift()?.() ?? new Promise(() => {}) })
  await call.advance(10_000)
  expect(call.outcome).toEqual({ error: thrown })
})

test('a call that was cancelled during its first attempt is not retried', async () => {
  const call = startRetried(failure, success)
  call.abort('enough')
  await call.advance(10_000)
  expect(call.outcome).toEqual({ error: 'enough' })
  expect(call.attempts).toBe(1)
})

test('the caller is notified of each wait and attempt, and can set the id and the jitter', async () => {
  const received: unknown[] = []
  const call = startRetriedWith(
    {
      id: 'retry:7',
      policy: { ...quickRetry, jitterMs: 100 },
      random: () => 0.5,
      onWait: ({ nextAttemptAt, ...wait }) => received.push({ ...wait, waitMs: nextAttemptAt - epoch }),
      onAttempt: (attempt) => received.push(attempt),
    },
    failure,
    success,
  )
  await call.advance(549)
  expect(call.attempts).toBe(1)
  await call.advance(1)
  expect(received).toEqual([
    { attempts: 1, of: 2, waitMs: 550 },
    { attempts: 2, of: 2 },
  ])
  expect(call.sent).toContain('retry:7 attempt.succeeded')
})

test('cancelling a finished call has no effect', async () => {
  const call = startRetried(failure, success)
  await call.advance(500)
  const before = call.sent.length
  call.abort('too late')
  expect(call.outcome).toEqual({ value: 'data' })
  expect(call.sent.slice(before)).toEqual([])
})
