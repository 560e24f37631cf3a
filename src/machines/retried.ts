import { type AnyActorRef, createActor } from 'xstate'
import type { AttemptResult, retryMachine } from './retry.machine.ts'
import type { RetryPolicy } from './retry-policies.ts'

export interface RetriedCall<Value> {
  /** Whose child the retry is, so that it runs on its clock and is seen in the inspector. */
  parent: AnyActorRef
  logic: typeof retryMachine
  policy: RetryPolicy
  signal: AbortSignal
  attempt: () => Promise<AttemptResult<Value>>
}

/** Calls, and calls again by the policy; the retry's chart is entered once the first attempt has failed (RET-2). */
export async function retried<Value>({ parent, logic, policy, signal, attempt }: RetriedCall<Value>): Promise<Value> {
  const first = await attempt()
  if (first.ok) return first.value
  if (!first.mayRetry || signal.aborted) throw first.error
  const { promise, resolve, reject } = Promise.withResolvers<Value>()
  let last: AttemptResult<Value> = first
  const again = async () => {
    last = await attempt()
    return last
  }
  const ref = createActor(logic, {
    parent,
    input: {
      policy,
      error: first.error,
      retryAfterMs: first.retryAfterMs,
      job: {
        attempt: (tell) => void again().then(tell, (error) => tell({ ...failedFor(error), mayRetry: false })),
        resolve: () => last.ok && resolve(last.value),
        reject,
        random: Math.random,
      },
    },
  }).start()
  const cancel = () => ref.send({ type: 'retry.cancel', reason: signal.reason })
  signal.addEventListener('abort', cancel)
  return promise.finally(() => signal.removeEventListener('abort', cancel))
}

/** The result of an attempt that threw. */
export function failedFor(error: unknown): AttemptResult & { ok: false } {
  return { ok: false, error, mayRetry: true, retryAfterMs: null }
}
