import { type AnyActorRef, createActor } from 'xstate'
import type { RetryPolicy } from '../../../contract/devices/retry-policies.ts'
import type { AttemptResult, RetryJob, retryMachine } from './retry.machine.ts'

export interface RetriedCall<Value> extends Pick<RetryJob, 'onWait' | 'onAttempt'> {
  /** Parent of the retry actor, which gives it the clock and makes it visible in the inspector. */
  parent: AnyActorRef
  logic: typeof retryMachine
  policy: RetryPolicy
  /** Makes one attempt. If the attempt rejects, no further attempt is made. */
  attempt: () => Promise<AttemptResult<Value>>
  /** Cancels the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  id?: string
  /** A random number from 0 up to, but not including, 1. */
  random?: () => number
}

/** A failed attempt. */
export type FailedAttempt = AttemptResult<never> & { ok: false }

/** Makes a call and retries it by the policy; the retry's chart starts only after a failed attempt (RET-2). */
export async function retried<Value>(call: RetriedCall<Value>): Promise<Value> {
  const first = await call.attempt()
  if (first.ok) return first.value
  call.signal?.throwIfAborted()
  if (!first.mayRetry) throw first.error
  return enterRetry(first, call).value
}

/** Retries a call after a first failed attempt; rejects with the error of its last attempt. */
export function enterRetry<Value>(
  { error, retryAfterMs }: FailedAttempt,
  { parent, logic, policy, attempt, signal, id, random = Math.random, onWait, onAttempt }: RetriedCall<Value>,
): { value: Promise<Value>; cancel: (reason: unknown) => void } {
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  let last: AttemptResult<Value> | undefined
  const again = async (): Promise<AttemptResult<Value>> => {
    const result = await attempt().catch(final)
    last = result
    return result
  }
  const ref = createActor(logic, {
    ...(id !== undefined && { id }),
    parent,
    input: {
      policy,
      error,
      retryAfterMs,
      job: {
        attempt: (onResult) => void again().then(onResult),
        resolve: () => last?.ok && resolve(last.value),
        reject,
        random,
        ...(onWait && { onWait }),
        ...(onAttempt && { onAttempt }),
      },
    },
  })
  const cancel = (reason: unknown) => ref.send({ type: 'retry.cancel', reason })
  const abort = () => cancel(signal?.reason)
  signal?.addEventListener('abort', abort)
  ref.subscribe({ complete: () => signal?.removeEventListener('abort', abort) })
  ref.start()
  return { value: promise, cancel }
}

/** The result of an attempt that threw an error. */
export function failedFor(error: unknown): FailedAttempt {
  return { ok: false, error, mayRetry: true, retryAfterMs: null }
}

/** The result of an attempt after which no other may follow. */
export function final(error: unknown): FailedAttempt {
  return { ...failedFor(error), mayRetry: false }
}
