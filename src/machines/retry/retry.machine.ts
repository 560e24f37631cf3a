import { assign, setup } from 'xstate'
import { type RetryPolicy, retryDelayMs } from '../../../contract/devices/retry-policies.ts'
import { now } from '../parts/clock.ts'

/** The result of an attempt. */
export type AttemptResult<Value = unknown> =
  | { ok: true; value: Value }
  | { ok: false; error: unknown; mayRetry: boolean; retryAfterMs: number | null }

/** The call to retry, and the callbacks for its result. */
export interface RetryJob {
  /** Makes one attempt and passes its result to `onResult`; never throws. */
  attempt(onResult: (result: AttemptResult) => void): void
  resolve(value: unknown): void
  reject(error: unknown): void
  /** A random number from 0 up to, but not including, 1; spreads the attempts of many callers over time. */
  random(): number
  /** Called before a wait; `nextAttemptAt` in milliseconds since the epoch. */
  onWait?(wait: { attempts: number; of: number; nextAttemptAt: number }): void
  onAttempt?(attempt: { attempts: number; of: number }): void
}

interface RetryContext {
  policy: RetryPolicy
  job: RetryJob
  attempts: number
  error: unknown
  retryAfterMs: number | null
  delayMs: number
}

export type RetryEvent =
  | { type: 'attempt.succeeded'; value: unknown }
  | { type: 'attempt.failed'; error: unknown; mayRetry: boolean; retryAfterMs: number | null }
  /** The caller no longer needs the result. */
  | { type: 'retry.cancel'; reason: unknown }

type Failure = Pick<RetryContext, 'error' | 'retryAfterMs'>

/** Retries a call after its first failure: until success, the last attempt, or a cancel by the caller (RET). */
export const retryMachine = setup({
  types: {} as {
    context: RetryContext
    events: RetryEvent
    input: { policy: RetryPolicy; job: RetryJob } & Failure
  },
  actions: {
    makeAttempt: ({ context: { job, attempts, policy }, self }) => {
      job.onAttempt?.({ attempts, of: policy.attempts })
      job.attempt((result) => {
        if (self.getSnapshot().status !== 'active') return
        self.send(
          result.ok
            ? { type: 'attempt.succeeded', value: result.value }
            : {
                type: 'attempt.failed',
                error: result.error,
                mayRetry: result.mayRetry,
                retryAfterMs: result.retryAfterMs,
              },
        )
      })
    },
    resolve: ({ context: { job } }, { value }: { value: unknown }) => job.resolve(value),
    reject: ({ context: { job } }, { error }: { error: unknown }) => job.reject(error),
    announceWait: ({ context: { job, attempts, policy, delayMs }, self }) =>
      job.onWait?.({ attempts, of: policy.attempts, nextAttemptAt: now(self) + delayMs }),

    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    noteFailure: assign((_, { error, retryAfterMs }: Failure) => ({ error, retryAfterMs })),
    chooseDelay: assign({
      delayMs: ({ context: { policy, attempts, retryAfterMs, job } }) =>
        retryDelayMs(policy, attempts, job.random(), retryAfterMs),
    }),
  },
  guards: {
    mayTryAgain: ({ context }, { mayRetry }: { mayRetry: boolean }) =>
      mayRetry && context.attempts < context.policy.attempts,
  },
  delays: { beforeNextAttempt: ({ context }) => context.delayMs },
}).createMachine({
  id: 'retry',
  meta: { requirements: ['RET-1', 'RET-2'] },
  context: ({ input }) => ({ ...input, attempts: 1, delayMs: 0 }),
  initial: 'waiting',
  on: {
    'retry.cancel': {
      target: '.cancelled',
      actions: { type: 'reject', params: ({ event }) => ({ error: event.reason }) },
    },
  },
  states: {
    waiting: {
      description: 'The last attempt failed: the next one follows after a growing delay.',
      entry: ['chooseDelay', 'announceWait'],
      after: { beforeNextAttempt: 'attempting' },
    },
    attempting: {
      entry: ['countAttempt', 'makeAttempt'],
      on: {
        'attempt.succeeded': {
          target: 'succeeded',
          actions: { type: 'resolve', params: ({ event }) => event },
        },
        'attempt.failed': [
          {
            guard: { type: 'mayTryAgain', params: ({ event }) => event },
            target: 'waiting',
            actions: { type: 'noteFailure', params: ({ event }) => event },
          },
          {
            target: 'failed',
            actions: { type: 'reject', params: ({ event }) => event },
          },
        ],
      },
    },
    succeeded: { type: 'final' },
    failed: { description: 'The final error has been thrown (spec §8).', type: 'final' },
    cancelled: { description: "The call was rejected with the caller's own reason.", type: 'final' },
  },
})
