import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export type PolicyName = 'NETWORK_OPERATION' | 'QUICK_RETRY'

/** RET-1: milliseconds to wait after attempts 1, 2 and 3, before jitter. */
const rules: Record<PolicyName, { attempts: number; waits: readonly number[]; maxMs: number; jitterMs: number }> = {
  NETWORK_OPERATION: { attempts: 4, waits: [1_000, 1_500, 2_250], maxMs: 15_000, jitterMs: 1_000 },
  QUICK_RETRY: { attempts: 2, waits: [500], maxMs: 1_000, jitterMs: 0 },
}

/** Why an attempt failed; only temporary failures are retried (DEV-2, DEV-3). */
export type Failure = 'passing' | 'refused' | 'final'

export interface RetryModelContext extends ModelContext {
  policy: PolicyName
  /** A random number from 0 up to, but not including, 1. */
  random: number
  attempts: number
  /** Retry-After of the last failure, in milliseconds. */
  retryAfterMs: number | null
}

export type RetryModelEvent =
  | { type: 'wait.isOver' }
  | { type: 'attempt.succeeds' }
  | { type: 'attempt.fails'; failure: Failure; retryAfterMs: number | null }
  | { type: 'caller.cancels' }

const { update } = modelActions<RetryModelContext, RetryModelEvent>()

/** Wait before the next attempt, in milliseconds (RET-1, RET-2). */
export function waitMs({ policy, random, attempts, retryAfterMs }: RetryModelContext): number {
  const { waits, maxMs, jitterMs } = rules[policy]
  const ownMs = Math.min(maxMs, waits[attempts - 1] ?? 0) + Math.round(jitterMs * random)
  return Math.max(ownMs, Math.min(retryAfterMs ?? 0, maxMs))
}

export function attemptsOf(policy: PolicyName): number {
  return rules[policy].attempts
}

const does = (name: string, payload: (context: RetryModelContext, event: RetryModelEvent) => unknown) =>
  update((context, event) => ({ did: [...context.did, entry('does', name, payload(context, event))] }))
const hands = (name: 'resolve' | 'reject', value: string) => does(name, () => value)
const ends = update(({ did }) => ({
  did: [...did, entry('reports', 'xstate.done.actor.subject', { actorId: 'subject' })],
}))

/** RET: the retry starts after the first attempt has failed. */
export const retryModel = setup({
  types: {} as {
    context: RetryModelContext
    events: RetryModelEvent
    input: Pick<RetryModelContext, 'policy' | 'random' | 'retryAfterMs'>
  },
  guards: {
    isWorthAnother: ({ context: { policy, attempts }, event }) =>
      event.type === 'attempt.fails' && event.failure === 'passing' && attempts < attemptsOf(policy),
  },
}).createMachine({
  id: 'retry model',
  context: ({ input }) => ({ ...input, now: 0, did: [], attempts: 1 }),
  initial: 'waiting',
  states: {
    waiting: {
      entry: does('wait', (context) => {
        const { attempts, policy, now } = context
        return { attempts, of: attemptsOf(policy), nextAttemptAt: now + waitMs(context) }
      }),
      on: {
        'wait.isOver': { target: 'attempting', actions: update((context) => ({ now: context.now + waitMs(context) })) },
        'caller.cancels': { target: 'cancelled', actions: hands('reject', 'cancelled') },
      },
    },
    attempting: {
      entry: [
        update(({ attempts }) => ({ attempts: attempts + 1 })),
        does('attempt', ({ attempts, policy }) => ({ attempts, of: attemptsOf(policy) })),
      ],
      on: {
        'attempt.succeeds': { target: 'succeeded', actions: hands('resolve', 'data') },
        'attempt.fails': [
          {
            guard: 'isWorthAnother',
            target: 'waiting',
            actions: update((_, event) => ('retryAfterMs' in event ? { retryAfterMs: event.retryAfterMs } : {})),
          },
          {
            target: 'failed',
            actions: does('reject', ({ attempts }, event) =>
              'failure' in event ? `${event.failure} ${attempts}` : '',
            ),
          },
        ],
        'caller.cancels': { target: 'cancelled', actions: hands('reject', 'cancelled') },
      },
    },
    succeeded: { entry: ends },
    failed: { entry: ends },
    cancelled: { entry: ends },
  },
})
