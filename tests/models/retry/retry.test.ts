import { networkOperation, quickRetry } from '../../../contract/devices/retry-policies.ts'
import { type AttemptResult, type RetryJob, retryMachine } from '../../../src/machines/retry/retry.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { entry } from '../parts/journal.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { epoch, runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  attemptsOf,
  type PolicyName,
  type RetryModelContext,
  type RetryModelEvent,
  retryModel,
  waitMs,
} from './retry.model.ts'

const coverage = new Coverage(retryMachine)

const policies = { NETWORK_OPERATION: networkOperation, QUICK_RETRY: quickRetry }

interface Start {
  policy: PolicyName
  random: number
  retryAfterMs: number | null
}

function startRetry({ policy, random, retryAfterMs }: Start) {
  const standIns = new StandIns()
  const write = (name: string, payload: unknown) => standIns.journal.push(entry('does', name, payload))
  let answer: (result: AttemptResult) => void = () => {}
  const job: RetryJob = {
    attempt: (listener) => {
      answer = listener
    },
    resolve: (value) => write('resolve', value),
    reject: (error) => write('reject', error),
    random: () => random,
    onWait: ({ nextAttemptAt, ...wait }) => write('wait', { ...wait, nextAttemptAt: nextAttemptAt - epoch }),
    onAttempt: (attempt) => write('attempt', attempt),
  }
  const input = { policy: policies[policy], job, error: 'passing 1', retryAfterMs }
  const retry = runUnderRecorder(coverage.watch(retryMachine.provide({})), {
    standIns,
    input,
    inspect: coverage.inspect,
  })
  return { ...retry, answer: (result: AttemptResult) => answer(result) }
}

/**
 * Retry-After in milliseconds: absent, shorter than the policy's own wait, longer, and longer than its maximum (RET-2).
 */
const retryAfters = [null, 100, 5_000, 60_000]
const jitters = { 'without jitter': 0, 'with half the jitter': 0.5, 'with nearly all jitter': 0.9999 }

for (const policy of ['NETWORK_OPERATION', 'QUICK_RETRY'] as const) {
  for (const [jitter, random] of Object.entries(jitters)) {
    for (const retryAfterMs of retryAfters) {
      testRetry(`${policy} ${jitter}, asked to wait ${retryAfterMs ?? 'no'} ms at first`, {
        policy,
        random,
        retryAfterMs,
      })
    }
  }
}

function testRetry(name: string, input: Start): void {
  testPaths<RetryModelContext, RetryModelEvent, ReturnType<typeof startRetry>>(name, {
    model: retryModel,
    input,
    events: [
      { type: 'wait.isOver' },
      { type: 'attempt.succeeds' },
      ...retryAfters.map((retryAfterMs) => ({ type: 'attempt.fails', failure: 'passing', retryAfterMs }) as const),
      { type: 'attempt.fails', failure: 'refused', retryAfterMs: null },
      { type: 'attempt.fails', failure: 'final', retryAfterMs: null },
      { type: 'caller.cancels' },
    ],
    possible: ({ type }, { value }) => value === 'attempting' || (value === 'waiting' && !type.startsWith('attempt.')),
    key: ({ value, context }) => `${nameOf(value)} ${context.attempts} ${context.retryAfterMs}`,
    start: () => startRetry(input),
    perform: {
      'attempt.succeeds': ({ answer }) => answer({ ok: true, value: 'data' }),
      'attempt.fails': ({ answer, snapshot }, { failure, retryAfterMs }) => {
        const error = `${failure} ${snapshot().context.attempts}`
        answer({ ok: false, error, mayRetry: failure === 'passing', retryAfterMs })
      },
      'caller.cancels': ({ send }) => send({ type: 'retry.cancel', reason: 'cancelled' }),
    },
    expected: ({ value, context }) => ({
      state: value,
      attempts: context.attempts,
      of: attemptsOf(input.policy),
      ...(value === 'waiting' && { delayMs: waitMs(context), retryAfterMs: context.retryAfterMs }),
      hasEnded: value !== 'waiting' && value !== 'attempting',
    }),
    actual: ({ snapshot }) => {
      const { value, status, context } = snapshot()
      const { attempts, policy, delayMs, retryAfterMs } = context
      return {
        state: value,
        attempts,
        of: policy.attempts,
        ...(value === 'waiting' && { delayMs, retryAfterMs }),
        hasEnded: status === 'done',
      }
    },
    untakenInModel:
      input.policy === 'QUICK_RETRY' ? { 'attempting on attempt.fails #1': 'the second attempt is the last' } : {},
  })
}

testCoverage(coverage)
