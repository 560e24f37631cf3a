import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { epoch } from '../parts/production-actor.ts'

type State = 'CLOSED' | 'OPEN' | 'HALF_OPEN' | 'FORCED_OPEN'

/** A circuit with the fields of CB-1 and those the audit needs. Times in milliseconds since the epoch. */
export interface BreakerModelContext extends ModelContext {
  at: number
  failureCount: number
  lastFailureTime: number | null
  trialStartedAt: number | null
  refused: number
  lastError: string | null
  isolation: { until: number; by: string; reason: string } | null
  /** When the circuit entered its state, how often it opened in a row, and what was counted since the transition. */
  since: number | null
  openings: number
  durations: number[]
  slow: number
  ignored: number
  /** Epoch of the calls that count: those of the current period or trial (CB-5, CB-7). */
  period: number
}

/** Whether a result belongs to a call of the current period or of an earlier one. */
type Of = 'current' | 'earlier'

export type BreakerModelEvent =
  | { type: 'call.asks' }
  | { type: 'call.succeeds'; of: Of }
  | { type: 'call.fails'; of: Of }
  | { type: 'call.isUncounted'; of: Of }
  | { type: 'calls.areRefused'; count: number }
  | { type: 'page.isHidden' }
  | { type: 'person.resets' }
  | { type: 'person.isolates' }
  | { type: 'person.releases' }
  | { type: 'otherTab.isolates' }
  | { type: 'otherTab.releases' }
  | { type: 'isolation.mayBeOver' }
  | { type: 'device.isDeleted' }
  /** Negative if the clock is set back. */
  | { type: 'clock.moves'; ms: number }

export const errors: Record<Of, string> = { current: 'timeout', earlier: 'status 503' }
export const breakerTarget = { wordCode: 'PORTARIA-01', condominiumId: 'c1' }
export const resetReason = 'Cabo trocado'
export const isolationMs = 60 * 60_000
/** The shortest slow call, and one millisecond less. */
export const failureMs = 5_000
export const successMs = 4_999
/** EVI-2: key that identifies the call on the server. */
export const callKey = 'chave'
const isolationReason = 'Manutenção do portão'

const minutes = 60_000

const { did, update } = modelActions<BreakerModelContext, BreakerModelEvent>()
const of = (event: BreakerModelEvent): Of => ('of' in event ? event.of : 'current')

function circuit(context: BreakerModelContext, state: State) {
  return { state, ...circuitOf(context) }
}

/** The circuit without its state and epoch. */
export function circuitOf({ now: _, did: _did, at: _at, period: _period, ...circuitFields }: BreakerModelContext) {
  return circuitFields
}

export function isolationAt(at: number) {
  return { until: at + isolationMs, by: 'Ana', reason: isolationReason }
}

/** CB-9: stored for a reload. */
const keeps = (state: State) =>
  update((context) => ({ did: [...context.did, entry('does', 'remember', circuit(context, state))] }))
const forgets = did(entry('does', 'forget'))
/** AUD-2: reports a transition, or a person's reset. */
const reports = (from: State, to: State, cause: string) =>
  update((context, event) => {
    const { at, period: circuitEpoch, did } = context
    const reason = reasons[event.type] ?? ''
    const key = 'of' in event && event.type !== 'call.isUncounted' ? callKey : ''
    const moved = { ...breakerTarget, circuitEpoch, ...circuitOf(context), from, to, cause, at, reason, key }
    const counted = { since: at, refused: 0, durations: [], slow: 0, ignored: 0 }
    return { ...counted, did: [...did, entry('reports', 'breaker.moved', moved)] }
  })
const reasons: Partial<Record<BreakerModelEvent['type'], string>> = {
  'person.resets': resetReason,
  'person.releases': resetReason,
  'person.isolates': isolationReason,
}
const closes = update(({ period }) => ({
  failureCount: 0,
  lastFailureTime: null,
  trialStartedAt: null,
  refused: 0,
  lastError: null,
  openings: 0,
  isolation: null,
  period: period + 1,
}))
const beginsTrial = update(({ period, at }) => ({ period: period + 1, trialStartedAt: at }))
const countsRefusals = update(({ refused }, event) => ({
  refused: refused + (event.type === 'calls.areRefused' ? event.count : 0),
}))
/** AUD-2: the breaker reports its counts when the page is hidden, because the page may be closed. */
const hides = (from: State, guard: 'hasCounts' | 'hasCountsAndFailures' = 'hasCounts') => ({
  'page.isHidden': {
    guard,
    actions: [
      update((context) => {
        const { at, period: circuitEpoch, did } = context
        const refused = { ...breakerTarget, circuitEpoch, ...circuitOf(context), from, at, cause: 'page-hidden' }
        return { refused: 0, ignored: 0, did: [...did, entry('reports', 'breaker.refused', refused)] }
      }),
      keeps(from),
    ],
  },
})
const countsFailure = update(({ failureCount, durations, slow, at }, event) => ({
  durations: [...durations, failureMs],
  slow: slow + 1,
  failureCount: failureCount + 1,
  lastFailureTime: at,
  lastError: errors[of(event)],
}))
const countsOpening = update(({ openings }) => ({ openings: openings + 1 }))
const timesSuccess = update(({ durations }) => ({ durations: [...durations, successMs] }))
const ignores = update(({ ignored }) => ({ ignored: ignored + 1 }))
/** Another tab isolated or released the device: no report, but `since` is set. */
const notesMove = update(({ at }) => ({ since: at }))
const isolates = update(({ at, period }) => ({ isolation: isolationAt(at), trialStartedAt: null, period: period + 1 }))
const releases = update(() => ({ isolation: null }))
/** Stored for the other tabs of the browser. */
const shares = did(entry('does', 'shareIsolation'))
const withdraws = did(entry('does', 'withdrawIsolation'))
/** A person may isolate a device in any state; a tab that receives the isolation of another tab reports nothing. */
const isolation = (from: State) => ({
  'person.isolates': {
    target: 'isolated',
    actions: [isolates, reports(from, 'FORCED_OPEN', 'manual'), shares, keeps('FORCED_OPEN')],
  },
  'otherTab.isolates': { target: 'isolated', actions: [isolates, notesMove, keeps('FORCED_OPEN')] },
})
const endsTrial = update(() => ({ trialStartedAt: null }))

/** CB-2 to CB-7, CB-9. */
export const breakerModel = setup({
  types: {} as { context: BreakerModelContext; events: BreakerModelEvent },
  guards: {
    hasCounts: ({ context }) => context.refused + context.ignored > 0,
    hasCountsAndFailures: ({ context }) => context.ignored > 0 && context.failureCount > 0,
    isCurrent: ({ event }) => of(event) === 'current',
    endsFailures: ({ context, event }) => of(event) === 'current' && context.failureCount > 0,
    isFifth: ({ context, event }) => of(event) === 'current' && context.failureCount === 4,
    isAnother: ({ context, event }) => of(event) === 'current' && context.failureCount < 4,
    mayTry: ({ context: { at, lastFailureTime } }) => Math.abs(at - (lastFailureTime ?? at)) >= 2 * minutes,
    isAtItsEnd: ({ context: { at, isolation } }) => at >= (isolation?.until ?? 0),
    isOverdue: ({ context: { at, trialStartedAt } }) => Math.abs(at - (trialStartedAt ?? at)) >= minutes / 2,
  },
}).createMachine({
  id: 'breaker model',
  context: {
    now: 0,
    did: [],
    at: epoch,
    failureCount: 0,
    lastFailureTime: null,
    trialStartedAt: null,
    refused: 0,
    lastError: null,
    isolation: null,
    since: null,
    openings: 0,
    durations: [],
    slow: 0,
    ignored: 0,
    period: 0,
  },
  on: {
    'call.succeeds': { actions: ignores },
    'call.fails': { actions: ignores },
    'call.isUncounted': { actions: ignores },
    'clock.moves': { actions: update(({ at }, event) => ('ms' in event ? { at: at + event.ms } : {})) },
  },
  initial: 'closed',
  states: {
    closed: {
      on: {
        'call.fails': [
          {
            guard: 'isFifth',
            target: 'open',
            actions: [countsFailure, countsOpening, reports('CLOSED', 'OPEN', 'threshold'), keeps('OPEN')],
          },
          { guard: 'isAnother', actions: [countsFailure, keeps('CLOSED')] },
        ],
        'call.succeeds': [
          {
            guard: 'endsFailures',
            actions: [
              update(() => ({ failureCount: 0, lastFailureTime: null, lastError: null, durations: [] })),
              forgets,
            ],
          },
          { guard: 'isCurrent' },
        ],
        'person.resets': { actions: [reports('CLOSED', 'CLOSED', 'manual'), closes, forgets] },
        'device.isDeleted': { actions: [closes, forgets] },
        ...hides('CLOSED', 'hasCountsAndFailures'),
        ...isolation('CLOSED'),
      },
    },
    open: {
      on: {
        'call.asks': {
          guard: 'mayTry',
          target: 'trying',
          actions: [reports('OPEN', 'HALF_OPEN', 'elapsed'), beginsTrial, keeps('HALF_OPEN')],
        },
        'calls.areRefused': { actions: [countsRefusals, keeps('OPEN')] },
        'call.fails': {
          actions: [
            update(({ at, lastFailureTime }, event) => ({
              lastFailureTime: Math.max(at, lastFailureTime ?? at),
              lastError: errors[of(event)],
            })),
            keeps('OPEN'),
          ],
        },
        'person.resets': { target: 'closed', actions: [reports('OPEN', 'CLOSED', 'manual'), closes, forgets] },
        'device.isDeleted': { target: 'closed', actions: [reports('OPEN', 'CLOSED', 'delete'), closes, forgets] },
        ...hides('OPEN'),
        ...isolation('OPEN'),
      },
    },
    trying: {
      on: {
        'call.asks': { guard: 'isOverdue', actions: [beginsTrial, keeps('HALF_OPEN')] },
        'calls.areRefused': { actions: [countsRefusals, keeps('HALF_OPEN')] },
        'call.succeeds': {
          guard: 'isCurrent',
          target: 'closed',
          actions: [timesSuccess, reports('HALF_OPEN', 'CLOSED', 'trial-succeeded'), closes, forgets],
        },
        'call.fails': {
          guard: 'isCurrent',
          target: 'open',
          actions: [
            countsFailure,
            countsOpening,
            reports('HALF_OPEN', 'OPEN', 'trial-failed'),
            endsTrial,
            keeps('OPEN'),
          ],
        },
        'call.isUncounted': { guard: 'isCurrent', target: 'free', actions: [ignores, endsTrial, keeps('HALF_OPEN')] },
        'person.resets': { target: 'closed', actions: [reports('HALF_OPEN', 'CLOSED', 'manual'), closes, forgets] },
        'device.isDeleted': { target: 'closed', actions: [reports('HALF_OPEN', 'CLOSED', 'delete'), closes, forgets] },
        ...hides('HALF_OPEN'),
        ...isolation('HALF_OPEN'),
      },
    },
    free: {
      on: {
        'call.asks': { target: 'trying', actions: [beginsTrial, keeps('HALF_OPEN')] },
        'person.resets': { target: 'closed', actions: [reports('HALF_OPEN', 'CLOSED', 'manual'), closes, forgets] },
        'device.isDeleted': { target: 'closed', actions: [reports('HALF_OPEN', 'CLOSED', 'delete'), closes, forgets] },
        ...hides('HALF_OPEN'),
        ...isolation('HALF_OPEN'),
      },
    },
    isolated: {
      on: {
        'call.asks': {
          guard: 'isAtItsEnd',
          target: 'trying',
          actions: [
            reports('FORCED_OPEN', 'HALF_OPEN', 'elapsed'),
            releases,
            beginsTrial,
            withdraws,
            keeps('HALF_OPEN'),
          ],
        },
        'calls.areRefused': { actions: [countsRefusals, keeps('FORCED_OPEN')] },
        'person.releases': {
          target: 'free',
          actions: [reports('FORCED_OPEN', 'HALF_OPEN', 'manual'), releases, withdraws, keeps('HALF_OPEN')],
        },
        'isolation.mayBeOver': {
          guard: 'isAtItsEnd',
          target: 'free',
          actions: [reports('FORCED_OPEN', 'HALF_OPEN', 'elapsed'), releases, withdraws, keeps('HALF_OPEN')],
        },
        'otherTab.releases': { target: 'free', actions: [releases, notesMove, keeps('HALF_OPEN')] },
        'device.isDeleted': {
          target: 'closed',
          actions: [reports('FORCED_OPEN', 'CLOSED', 'delete'), closes, withdraws, forgets],
        },
        ...hides('FORCED_OPEN'),
        ...isolation('FORCED_OPEN'),
      },
    },
  },
})
