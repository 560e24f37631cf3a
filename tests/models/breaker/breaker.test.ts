import { describe, expect, test } from 'vitest'
import { circuitStateOf, retryAtOf } from '../../../contract/devices/breaker-rules.ts'
import { type BreakerEvent, breakerMachine } from '../../../src/machines/breaker/breaker.machine.ts'
import { Coverage } from '../parts/coverage.ts'
import { type ModelSnapshot, nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { epoch, runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type BreakerModelContext,
  type BreakerModelEvent,
  breakerModel,
  breakerTarget,
  callKey,
  circuitOf,
  errors,
  failureMs,
  isolationAt,
  isolationMs,
  resetReason,
  successMs,
} from './breaker.model.ts'

const coverage = new Coverage(breakerMachine)

const openMs = 120_000
const trialMs = 30_000
/** Wait of each model state, in milliseconds. */
const spans: Record<string, number> = { open: openMs, trying: trialMs, isolated: isolationMs }

/** Chart state of each model state, the spec's name, and its tags. */
const seenAs: Record<string, { state: string; circuit: string; tags: string[] }> = {
  closed: { state: 'CLOSED', circuit: 'CLOSED', tags: [] },
  open: { state: 'OPEN', circuit: 'OPEN', tags: ['unavailable'] },
  trying: { state: 'HALF_OPEN.trying', circuit: 'HALF_OPEN', tags: ['testing'] },
  free: { state: 'HALF_OPEN.free', circuit: 'HALF_OPEN', tags: [] },
  isolated: { state: 'FORCED_OPEN', circuit: 'FORCED_OPEN', tags: ['isolated', 'unavailable'] },
}

/** A breaker has neither clock nor timer: each event carries its time. */
function startBreaker() {
  const standIns = new StandIns()
  const machine = breakerMachine.provide({
    actions: {
      remember: standIns.effect('remember', ({ context }, { state }) => {
        const { wordCode: _, condominiumId: _id, circuitEpoch: _epoch, ...circuitFields } = context
        return { state, ...circuitFields }
      }),
      forget: standIns.effect('forget'),
      shareIsolation: standIns.effect('shareIsolation'),
      withdrawIsolation: standIns.effect('withdrawIsolation'),
    },
  })
  const input = { ...breakerTarget, circuitEpoch: 0 }
  const breaker = runUnderRecorder(coverage.watch(machine), { standIns, input, inspect: coverage.inspect })
  let at = epoch
  return {
    ...breaker,
    moveClock: (ms: number) => {
      at += ms
    },
    sendAt: (event: (at: number) => BreakerEvent) => breaker.send(event(at)),
    epochOf: (call: 'current' | 'earlier') => breaker.snapshot().context.circuitEpoch - (call === 'current' ? 0 : 1),
  }
}

type Snapshot = ModelSnapshot<BreakerModelContext>

/** Milliseconds between the clock and the start of the state's wait; null if the state has no wait. */
function waitedFor({ value, context: { at, lastFailureTime, trialStartedAt, isolation } }: Snapshot): number | null {
  if (value === 'isolated') return at - ((isolation?.until ?? at) - isolationMs)
  if (value === 'open') return at - (lastFailureTime ?? at)
  return value === 'trying' ? at - (trialStartedAt ?? at) : null
}

/** Position of the clock relative to the end of the wait, as precisely as the rules distinguish it. */
function moment(snapshot: Snapshot): string {
  const waitedMs = waitedFor(snapshot)
  if (waitedMs === null) return 'any time'
  const leftMs = (spans[nameOf(snapshot.value)] ?? 0) - Math.abs(waitedMs)
  return `${Math.sign(waitedMs)} ${leftMs > 1 ? 'early' : leftMs}`
}

/** MBT-1. */
testPaths<BreakerModelContext, BreakerModelEvent, ReturnType<typeof startBreaker>>("a device's circuit", {
  model: breakerModel,
  events: [
    { type: 'call.asks' },
    { type: 'call.succeeds', of: 'current' },
    { type: 'call.succeeds', of: 'earlier' },
    { type: 'call.fails', of: 'current' },
    { type: 'call.fails', of: 'earlier' },
    { type: 'call.isUncounted', of: 'current' },
    { type: 'call.isUncounted', of: 'earlier' },
    { type: 'calls.areRefused', count: 3 },
    { type: 'page.isHidden' },
    { type: 'person.resets' },
    { type: 'person.isolates' },
    { type: 'person.releases' },
    { type: 'otherTab.isolates' },
    { type: 'otherTab.releases' },
    { type: 'isolation.mayBeOver' },
    { type: 'device.isDeleted' },
    ...[isolationMs - 1, openMs - 1, trialMs - 1, 1, -1, 1 - trialMs, 1 - openMs].map(
      (ms) => ({ type: 'clock.moves', ms }) as const,
    ),
  ],
  possible: (event, snapshot) => {
    if (event.type !== 'clock.moves') return true
    const waitedMs = waitedFor(snapshot)
    if (waitedMs === null) return false
    return Math.abs(waitedMs + event.ms) <= (spans[nameOf(snapshot.value)] ?? 0)
  },
  key: (snapshot) => {
    const { failureCount, refused } = snapshot.context
    return [nameOf(snapshot.value), Math.min(failureCount, 6), Math.min(refused, 1), moment(snapshot)].join(' ')
  },
  extraPaths: {
    'a hidden page reports ignored results of a closed circuit with failures, and of a circuit without refusals': [
      ...Array.from({ length: 4 }, () => ({ type: 'call.fails', of: 'current' }) as const),
      { type: 'call.isUncounted', of: 'current' },
      { type: 'page.isHidden' },
      { type: 'call.fails', of: 'current' },
      { type: 'call.succeeds', of: 'current' },
      { type: 'page.isHidden' },
    ],
    'a failure after the clock was set back does not make the time of the last failure earlier': [
      ...Array.from({ length: 5 }, () => ({ type: 'call.fails', of: 'current' }) as const),
      { type: 'clock.moves', ms: -1 },
      { type: 'call.fails', of: 'current' },
    ],
  },
  start: startBreaker,
  perform: {
    'call.asks': ({ sendAt }) => sendAt((at) => ({ type: 'call.asked', at })),
    'call.succeeds': ({ sendAt, epochOf }, { of }) =>
      sendAt((at) => ({ type: 'call.succeeded', circuitEpoch: epochOf(of), at, durationMs: successMs, key: callKey })),
    'call.fails': ({ sendAt, epochOf }, { of }) =>
      sendAt((at) => ({
        type: 'call.failed',
        circuitEpoch: epochOf(of),
        at,
        durationMs: failureMs,
        key: callKey,
        error: errors[of],
      })),
    'call.isUncounted': ({ sendAt, epochOf }, { of }) =>
      sendAt(() => ({ type: 'call.uncounted', circuitEpoch: epochOf(of) })),
    'calls.areRefused': ({ sendAt }, { count }) => sendAt(() => ({ type: 'calls.refused', count })),
    'page.isHidden': ({ sendAt }) => sendAt((at) => ({ type: 'page.hidden', at })),
    'person.resets': ({ sendAt }) => sendAt((at) => ({ type: 'breaker.reset', at, reason: resetReason })),
    'person.isolates': ({ sendAt }) => sendAt((at) => ({ type: 'breaker.isolated', at, isolation: isolationAt(at) })),
    'person.releases': ({ sendAt }) => sendAt((at) => ({ type: 'breaker.released', at, reason: resetReason })),
    'otherTab.isolates': ({ sendAt }) =>
      sendAt((at) => ({ type: 'isolation.begunElsewhere', at, isolation: isolationAt(at) })),
    'isolation.mayBeOver': ({ sendAt }) => sendAt((at) => ({ type: 'isolation.expired', at })),
    'otherTab.releases': ({ sendAt }) => sendAt((at) => ({ type: 'isolation.endedElsewhere', at })),
    'device.isDeleted': ({ sendAt }) => sendAt((at) => ({ type: 'device.deleted', at })),
    'clock.moves': ({ moveClock }, { ms }) => moveClock(ms),
  },
  tags: ({ value }) => seenAs[nameOf(value)]?.tags ?? [],
  expected: ({ value, context }) => {
    const { lastFailureTime, trialStartedAt, isolation, period: circuitEpoch } = context
    const opensAt = value === 'open' ? (lastFailureTime ?? 0) + openMs : null
    const freeAt = value === 'trying' ? (trialStartedAt ?? 0) + trialMs : null
    return {
      ...seenAs[nameOf(value)],
      retryAt: isolation?.until ?? opensAt ?? freeAt,
      context: { ...breakerTarget, circuitEpoch, ...circuitOf(context) },
    }
  },
  actual: ({ snapshot }) => ({
    state: nameOf(snapshot().value),
    circuit: circuitStateOf(snapshot()),
    retryAt: retryAtOf({ ...snapshot().context, state: circuitStateOf(snapshot()) }),
    context: snapshot().context,
  }),
})

describe('after a reset, a result of a call from before the reset (CB-7)', () => {
  function startWithFourFailures() {
    const { sendAt, snapshot } = startBreaker()
    const end = (circuitEpoch: number) => ({ circuitEpoch, at: epoch, durationMs: 1 })
    sendAt((at) => ({ type: 'breaker.reset', at, reason: resetReason }))
    for (let failure = 1; failure <= 4; failure++) sendAt(() => ({ type: 'call.failed', error: 'timeout', ...end(1) }))
    return { sendAt, snapshot, before: end(0) }
  }

  test('does not open the circuit as a fifth failure', () => {
    const { sendAt, snapshot, before } = startWithFourFailures()
    sendAt(() => ({ type: 'call.failed', error: 'timeout', ...before }))
    expect([snapshot().value, snapshot().context.failureCount]).toEqual(['CLOSED', 4])
  })

  test('does not clear the failures as a success', () => {
    const { sendAt, snapshot, before } = startWithFourFailures()
    sendAt(() => ({ type: 'call.succeeded', ...before }))
    expect([snapshot().value, snapshot().context.failureCount]).toEqual(['CLOSED', 4])
  })
})

testCoverage(coverage)
