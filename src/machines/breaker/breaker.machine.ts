import { assign, sendParent, setup } from 'xstate'
import {
  breakerRules,
  type CircuitState,
  isIsolationOver,
  isOpenTimeoutOver,
  isSlow,
  isTrialOverdue,
} from '../../../contract/devices/breaker-rules.ts'
import type { StoredBreaker } from '../../services/breaker/breaker-memory.ts'
import type { Isolation } from '../../services/breaker/isolation-memory.ts'
import { effectNotProvided } from '../parts/not-provided.ts'
import { nothingKnown } from './nothing-known.ts'

export interface BreakerContext extends Omit<StoredBreaker, 'state'> {
  /** Only results of calls allowed in this epoch count. Each trial, closing and isolation starts a new epoch. */
  circuitEpoch: number
}

/** The result of a call. `circuitEpoch`: the epoch of its start; `at`: its end, in milliseconds since the epoch. */
interface CallEnd {
  circuitEpoch: number
  at: number
  durationMs: number
  /** The `Idempotency-Key` of the call, if it has one. */
  key?: string | undefined
}

export type BreakerEvent =
  /** Asks to start a call; `at` in milliseconds since the epoch. A state that does not accept the event refuses it. */
  | { type: 'call.asked'; at: number }
  | ({ type: 'call.succeeded' } & CallEnd)
  /** `error` is a code without names or tokens, for the audit. */
  | ({ type: 'call.failed'; error: string } & CallEnd)
  /** The call ended without proving anything about the device: 4xx, cancelled, browser offline (DEV-3). */
  | { type: 'call.uncounted'; circuitEpoch: number }
  | { type: 'calls.refused'; count: number }
  /** The page is hidden and may be closed: the breaker reports what it has counted so far (AUD-2). */
  | { type: 'page.hidden'; at: number }
  /** A person resets the circuit (CB-6). */
  | { type: 'breaker.reset'; at: number; reason: string }
  /** A person isolates the device, or changes the end of the isolation. */
  | { type: 'breaker.isolated'; at: number; isolation: Isolation }
  /** A person ends the isolation. */
  | { type: 'breaker.released'; at: number; reason: string }
  /** The isolation was started in another tab, or before this page load: it is already recorded. */
  | { type: 'isolation.begunElsewhere'; at: number; isolation: Isolation }
  | { type: 'isolation.endedElsewhere'; at: number }
  /** The end of the isolation may have been reached. */
  | { type: 'isolation.expired'; at: number }
  /** The device was deleted: its failures are forgotten. */
  | { type: 'device.deleted'; at: number }

export type BreakerCause = 'threshold' | 'elapsed' | 'trial-succeeded' | 'trial-failed' | 'manual' | 'delete'

/** Event for the supervisor: a transition of the breaker, with the context at that time. */
export interface BreakerReport extends BreakerContext {
  type: 'breaker.moved'
  from: CircuitState
  to: CircuitState
  cause: BreakerCause
  at: number
  reason: string
  /** The `Idempotency-Key` of the call that caused the transition, or ''. */
  key: string
}

/** Event for the supervisor: the refused calls and the ignored results of the state `from`, without a transition. */
export interface RefusalsReport extends BreakerContext {
  type: 'breaker.refused'
  from: CircuitState
  cause: 'page-hidden' | 'session-ended'
  at: number
}

const failureCounted = [
  { type: 'countFailure', params: ({ event }: { event: { at: number; error: string } }) => event },
  { type: 'noteDuration', params: ({ event }: { event: { durationMs: number } }) => event },
  { type: 'noteSlow', params: ({ event }: { event: { durationMs: number } }) => event },
] as const

/**
 * The circuit of one device: counts failures, refuses calls while open, tries again, closes (spec §4, CB). The chart
 * decides which call starts: a call starts if the current state accepts `call.asked`. Refused calls arrive in groups,
 * as `calls.refused`.
 */
export const breakerMachine = setup({
  types: {} as {
    context: BreakerContext
    events: BreakerEvent
    input: { wordCode: string; condominiumId: string; circuitEpoch: number }
    tags: 'unavailable' | 'testing' | 'isolated'
  },
  actions: {
    /** Stores the circuit for the next page load in this tab (CB-9). */
    remember: effectNotProvided<{ state: CircuitState }>('breaker.remember'),
    /** Removes the stored circuit. */
    forget: effectNotProvided('breaker.forget'),
    /** Stores the isolation for other tabs and later sessions of this browser. */
    shareIsolation: effectNotProvided('breaker.shareIsolation'),
    withdrawIsolation: effectNotProvided('breaker.withdrawIsolation'),

    countFailure: assign(({ context }, { at, error }: { at: number; error: string }) => ({
      failureCount: context.failureCount + 1,
      lastFailureTime: at,
      lastError: error,
    })),
    /** Collects the durations of the calls that lead to the next transition. */
    noteDuration: assign(({ context }, { durationMs }: { durationMs: number }) => ({
      durations: [...context.durations, Math.round(durationMs)],
    })),
    noteSlow: assign(({ context }, { durationMs }: { durationMs: number }) => ({
      slow: context.slow + (isSlow(durationMs) ? 1 : 0),
    })),
    /** Counts results that neither count nor cause a transition. */
    countIgnored: assign(({ context }) => ({ ignored: context.ignored + 1 })),
    countOpening: assign(({ context }) => ({ openings: context.openings + 1 })),
    delayTrial: assign(({ context }, { at, error }: { at: number; error: string }) => ({
      lastFailureTime: Math.max(at, context.lastFailureTime ?? at),
      lastError: error,
    })),
    countRefusals: assign(({ context }, { count }: { count: number }) => ({ refused: context.refused + count })),
    beginTrial: assign(({ context }, { at }: { at: number }) => ({
      circuitEpoch: context.circuitEpoch + 1,
      trialStartedAt: at,
    })),
    endTrial: assign({ trialStartedAt: null }),
    clearFailures: assign({ failureCount: 0, lastFailureTime: null, lastError: null, durations: [] }),
    close: assign(({ context }) => ({
      failureCount: 0,
      lastFailureTime: null,
      lastError: null,
      trialStartedAt: null,
      refused: 0,
      openings: 0,
      isolation: null,
      circuitEpoch: context.circuitEpoch + 1,
    })),
    /** Starts a new epoch: results of earlier calls are ignored. */
    isolate: assign(({ context }, { isolation }: { isolation: Isolation }) => ({
      isolation,
      trialStartedAt: null,
      circuitEpoch: context.circuitEpoch + 1,
    })),
    release: assign({ isolation: null }),
    report: sendParent(
      ({ context }, move: Pick<BreakerReport, 'from' | 'to' | 'cause' | 'at' | 'reason' | 'key'>): BreakerReport => ({
        type: 'breaker.moved',
        ...context,
        ...move,
      }),
    ),
    reportCounts: sendParent(
      ({ context }, { from, at }: Pick<RefusalsReport, 'from' | 'at'>): RefusalsReport => ({
        type: 'breaker.refused',
        ...context,
        ...{ from, at, cause: 'page-hidden' },
      }),
    ),
    clearCounts: assign({ refused: 0, ignored: 0 }),
    /** Resets the counts that the report of the transition contained. */
    countAnew: assign((_, { at }: { at: number }) => ({ since: at, refused: 0, durations: [], slow: 0, ignored: 0 })),
    noteMove: assign((_, { at }: { at: number }) => ({ since: at })),
  },
  guards: {
    hasCounts: ({ context }) => context.refused > 0 || context.ignored > 0,
    /** A closed circuit without failures is not stored, and may be forgotten at any time. */
    hasCountsAndFailures: ({ context }) => context.ignored > 0 && context.failureCount > 0,
    /** Whether the call was allowed in the current epoch (CB-7). */
    isCurrent: ({ context }, { circuitEpoch }: { circuitEpoch: number }) => circuitEpoch === context.circuitEpoch,
    endsFailures: ({ context }, { circuitEpoch }: { circuitEpoch: number }) =>
      context.failureCount > 0 && circuitEpoch === context.circuitEpoch,
    isLastStraw: ({ context }, { circuitEpoch }: { circuitEpoch: number }) =>
      circuitEpoch === context.circuitEpoch && context.failureCount + 1 >= breakerRules.threshold,
    isOpenTimeoutOver: ({ context }, { at }: { at: number }) => isOpenTimeoutOver(context.lastFailureTime, at),
    isTrialOverdue: ({ context }, { at }: { at: number }) => isTrialOverdue(context.trialStartedAt, at),
    isIsolationOver: ({ context }, { at }: { at: number }) => isIsolationOver(context.isolation, at),
  },
}).createMachine({
  id: 'breaker',
  meta: { requirements: ['DEV-3', 'CB-1', 'CB-2', 'CB-3', 'CB-4', 'CB-5', 'CB-6', 'CB-7', 'CB-9'] },
  context: ({ input }) => ({ ...input, ...nothingKnown }),
  on: {
    'call.succeeded': {
      description: 'A result of an earlier epoch, or without a trial that waits for it.',
      actions: 'countIgnored',
    },
    'call.failed': { description: 'As for `call.succeeded`.', actions: 'countIgnored' },
    'call.uncounted': { actions: 'countIgnored' },
  },
  initial: 'CLOSED',
  states: {
    CLOSED: {
      description: 'Every call starts. Failures are counted; a success sets the count to zero.',
      on: {
        'call.asked': { description: 'Every call starts.', target: 'CLOSED' },
        'call.failed': [
          {
            guard: { type: 'isLastStraw', params: ({ event }) => event },
            target: 'OPEN',
            actions: [...failureCounted, 'countOpening', ...moved('CLOSED', 'OPEN', 'threshold'), remembered('OPEN')],
          },
          {
            guard: { type: 'isCurrent', params: ({ event }) => event },
            actions: [...failureCounted, remembered('CLOSED')],
          },
        ],
        'call.succeeded': [
          {
            guard: { type: 'endsFailures', params: ({ event }) => event },
            actions: [{ type: 'noteSlow', params: ({ event }) => event }, 'clearFailures', 'forget'],
          },
          {
            guard: { type: 'isCurrent', params: ({ event }) => event },
            actions: { type: 'noteSlow', params: ({ event }) => event },
          },
        ],
        'breaker.reset': { actions: [...moved('CLOSED', 'CLOSED', 'manual'), 'close', 'forget'] },
        'device.deleted': { actions: ['close', 'forget'] },
        ...countsReported('CLOSED', 'hasCountsAndFailures'),
        ...isolated('CLOSED'),
      },
    },
    OPEN: {
      description:
        'Calls are refused until two minutes after the last failure. The first call after the two minutes is the trial.',
      tags: 'unavailable',
      on: {
        'call.asked': {
          guard: { type: 'isOpenTimeoutOver', params: ({ event }) => event },
          target: 'HALF_OPEN',
          actions: [
            ...moved('OPEN', 'HALF_OPEN', 'elapsed'),
            { type: 'beginTrial', params: ({ event }) => event },
            remembered('HALF_OPEN'),
          ],
        },
        'calls.refused': {
          actions: [{ type: 'countRefusals', params: ({ event }) => event }, remembered('OPEN')],
        },
        'call.failed': {
          description:
            'It began before the circuit opened, or in another tab: only the time of the last failure moves (CB-7, LIVE-3).',
          actions: [{ type: 'delayTrial', params: ({ event }) => event }, remembered('OPEN')],
        },
        'breaker.reset': { target: 'CLOSED', actions: [...moved('OPEN', 'CLOSED', 'manual'), 'close', 'forget'] },
        'device.deleted': { target: 'CLOSED', actions: [...moved('OPEN', 'CLOSED', 'delete'), 'close', 'forget'] },
        ...countsReported('OPEN'),
        ...isolated('OPEN'),
      },
    },
    HALF_OPEN: {
      description: 'One trial decides: its success closes the circuit, its failure opens it again.',
      on: {
        'breaker.reset': { target: 'CLOSED', actions: [...moved('HALF_OPEN', 'CLOSED', 'manual'), 'close', 'forget'] },
        'device.deleted': { target: 'CLOSED', actions: [...moved('HALF_OPEN', 'CLOSED', 'delete'), 'close', 'forget'] },
        ...countsReported('HALF_OPEN'),
        ...isolated('HALF_OPEN'),
      },
      initial: 'trying',
      states: {
        trying: {
          description: 'The trial is under way; others are refused until it is overdue.',
          tags: 'testing',
          on: {
            'call.asked': {
              guard: { type: 'isTrialOverdue', params: ({ event }) => event },
              actions: [{ type: 'beginTrial', params: ({ event }) => event }, remembered('HALF_OPEN')],
            },
            'calls.refused': {
              actions: [{ type: 'countRefusals', params: ({ event }) => event }, remembered('HALF_OPEN')],
            },
            'call.succeeded': {
              guard: { type: 'isCurrent', params: ({ event }) => event },
              target: '#breaker.CLOSED',
              actions: [
                { type: 'noteDuration', params: ({ event }) => event },
                { type: 'noteSlow', params: ({ event }) => event },
                ...moved('HALF_OPEN', 'CLOSED', 'trial-succeeded'),
                'close',
                'forget',
              ],
            },
            'call.failed': {
              guard: { type: 'isCurrent', params: ({ event }) => event },
              target: '#breaker.OPEN',
              actions: [
                ...failureCounted,
                'countOpening',
                ...moved('HALF_OPEN', 'OPEN', 'trial-failed'),
                'endTrial',
                remembered('OPEN'),
              ],
            },
            'call.uncounted': {
              guard: { type: 'isCurrent', params: ({ event }) => event },
              target: 'free',
              actions: ['countIgnored', 'endTrial', remembered('HALF_OPEN')],
            },
          },
        },
        free: {
          description: 'No trial is in progress: the next call is the trial.',
          on: {
            'call.asked': {
              target: 'trying',
              actions: [{ type: 'beginTrial', params: ({ event }) => event }, remembered('HALF_OPEN')],
            },
          },
        },
      },
    },
    FORCED_OPEN: {
      description:
        'Isolated by a person: every call is refused until the end; then the next call is a trial. A reset does not end the isolation.',
      tags: ['unavailable', 'isolated'],
      on: {
        'call.asked': {
          guard: { type: 'isIsolationOver', params: ({ event }) => event },
          target: 'HALF_OPEN',
          actions: [
            ...moved('FORCED_OPEN', 'HALF_OPEN', 'elapsed'),
            'release',
            { type: 'beginTrial', params: ({ event }) => event },
            'withdrawIsolation',
            remembered('HALF_OPEN'),
          ],
        },
        'calls.refused': {
          actions: [{ type: 'countRefusals', params: ({ event }) => event }, remembered('FORCED_OPEN')],
        },
        'isolation.expired': {
          guard: { type: 'isIsolationOver', params: ({ event }) => event },
          target: 'HALF_OPEN.free',
          actions: [
            ...moved('FORCED_OPEN', 'HALF_OPEN', 'elapsed'),
            'release',
            'withdrawIsolation',
            remembered('HALF_OPEN'),
          ],
        },
        'breaker.released': {
          target: 'HALF_OPEN.free',
          actions: [
            ...moved('FORCED_OPEN', 'HALF_OPEN', 'manual'),
            'release',
            'withdrawIsolation',
            remembered('HALF_OPEN'),
          ],
        },
        'isolation.endedElsewhere': {
          target: 'HALF_OPEN.free',
          actions: ['release', { type: 'noteMove', params: ({ event }) => event }, remembered('HALF_OPEN')],
        },
        'device.deleted': {
          target: 'CLOSED',
          actions: [...moved('FORCED_OPEN', 'CLOSED', 'delete'), 'close', 'withdrawIsolation', 'forget'],
        },
        ...countsReported('FORCED_OPEN'),
        ...isolated('FORCED_OPEN'),
      },
    },
  },
})

function countsReported(from: CircuitState, guard: 'hasCounts' | 'hasCountsAndFailures' = 'hasCounts') {
  return {
    'page.hidden': {
      guard,
      actions: [
        { type: 'reportCounts', params: ({ event }: { event: { at: number } }) => ({ from, at: event.at }) },
        'clearCounts',
        remembered(from),
      ],
    },
  } as const
}

function isolated(from: CircuitState) {
  const isolate = { type: 'isolate', params: ({ event }: { event: { isolation: Isolation } }) => event } as const
  return {
    'breaker.isolated': {
      target: '#breaker.FORCED_OPEN',
      actions: [isolate, ...moved(from, 'FORCED_OPEN', 'manual'), 'shareIsolation', remembered('FORCED_OPEN')],
    },
    'isolation.begunElsewhere': {
      target: '#breaker.FORCED_OPEN',
      actions: [
        isolate,
        { type: 'noteMove', params: ({ event }: { event: { at: number } }) => event },
        remembered('FORCED_OPEN'),
      ],
    },
  } as const
}

function moved(from: CircuitState, to: CircuitState, cause: BreakerCause) {
  return [
    {
      type: 'report',
      params: ({
        event,
      }: {
        event: { at: number; reason?: string; key?: string | undefined; isolation?: Isolation }
      }) => ({
        from,
        to,
        cause,
        at: event.at,
        reason: event.reason ?? event.isolation?.reason ?? '',
        key: event.key ?? '',
      }),
    },
    { type: 'countAnew', params: ({ event }: { event: { at: number } }) => event },
  ] as const
}

function remembered(state: CircuitState) {
  return { type: 'remember', params: { state } } as const
}
