import { type AnyActorRef, createActor } from 'xstate'
import type { AttemptResult, RetryJob, retryMachine } from './retry.machine.ts'
import type { RetryPolicy } from './retry-policies.ts'

export interface RetriedCall<Value> extends Pick<RetryJob, 'onWait' | 'onAttempt'> {
  /** Whose child the retry is, so that it runs on its clock and is seen in the inspector. */
  parent: AnyActorRef
  logic: typeof retryMachine
  policy: RetryPolicy
  /** One attempt; never rejects. */
  attempt: () => Promise<AttemptResult<Value>>
  /** Cancels the call: it rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  id?: string
  /** In [0, 1). */
  random?: () => number
}

/** An attempt that failed, and may be made again. */
export type FailedAttempt = AttemptResult<never> & { ok: false }

/** Calls, and calls again by the policy; the retry's chart is entered once the first attempt has failed (RET-2). */
export async function retried<Value>(call: RetriedCall<Value>): Promise<Value> {
  const first = await call.attempt()
  if (first.ok) return first.value
  call.signal?.throwIfAborted()
  if (!first.mayRetry) throw first.error
  return enterRetry(first, call).value
}

/** Goes on with a call whose first attempt has failed; rejects with the error of its last attempt. */
export function enterRetry<Value>(
  { error, retryAfterMs }: FailedAttempt,
  { parent, logic, policy, attempt, signal, id, random = Math.random, onWait, onAttempt }: RetriedCall<Value>,
): { value: Promise<Value>; cancel: (reason: unknown) => void } {
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  let last: AttemptResult<Value> | undefined
  const again = async () => {
    last = await attempt()
    return last
  }
  const ref = createActor(logic, {
    ...(id !== undefined && { id }),
    parent,
    input: {
      policy,
      error,
      retryAfterMs,
      job: {
        attempt: (tell) => void again().then(tell),
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

/** The result of an attempt that threw. */
export function failedFor(error: unknown): FailedAttempt {
  return { ok: false, error, mayRetry: true, retryAfterMs: null }
}
