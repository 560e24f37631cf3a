import {
  type AnyTransitionDefinition,
  createActor,
  createMachine,
  type EventObject,
  type InspectionEvent,
} from 'xstate'
import { breakerRules, circuitStateOf } from '../../contract/devices/breaker-rules.ts'
import { guardText, nodesOf } from '../../src/inspector/charts/chart-parts.ts'
import {
  type BreakerCause,
  type BreakerContext,
  type BreakerEvent,
  type BreakerReport,
  breakerMachine,
  type RefusalsReport,
} from '../../src/machines/breaker/breaker.machine.ts'
import { epoch } from '../../tests/models/parts/production-actor.ts'

const { threshold, openTimeoutMs } = breakerRules
const circuitEpoch = 7
const durationMs = 400
const nothing = () => {}
const logic = breakerMachine.provide({
  actions: { remember: nothing, forget: nothing, shareIsolation: nothing, withdrawIsolation: nothing },
})
const isolation = { until: epoch + openTimeoutMs, by: 'Ana', reason: '…' }

/** The states of the chart; HALF_OPEN has two. */
export const breakerStates = ['CLOSED', 'OPEN', 'HALF_OPEN.trying', 'HALF_OPEN.free', 'FORCED_OPEN'] as const
export type BreakerStateName = (typeof breakerStates)[number]

/** All events of a breaker, with both outcomes of every guard. */
export const events = {
  askedEarly: { type: 'call.asked', at: epoch + 1 },
  askedInTime: { type: 'call.asked', at: epoch + openTimeoutMs },
  succeeds: { type: 'call.succeeded', circuitEpoch, at: epoch + 1, durationMs },
  succeedsLate: { type: 'call.succeeded', circuitEpoch: circuitEpoch - 1, at: epoch + 1, durationMs },
  fails: { type: 'call.failed', circuitEpoch, at: epoch + 1, durationMs, error: 'timeout' },
  failsLate: { type: 'call.failed', circuitEpoch: circuitEpoch - 1, at: epoch + 1, durationMs, error: 'timeout' },
  provesNothing: { type: 'call.uncounted', circuitEpoch },
  provesNothingLate: { type: 'call.uncounted', circuitEpoch: circuitEpoch - 1 },
  refusals: { type: 'calls.refused', count: 3 },
  hidden: { type: 'page.hidden', at: epoch + 1 },
  reset: { type: 'breaker.reset', at: epoch + 1, reason: '…' },
  isolated: { type: 'breaker.isolated', at: epoch + 1, isolation },
  isolatedElsewhere: { type: 'isolation.begunElsewhere', at: epoch + 1, isolation },
  released: { type: 'breaker.released', at: epoch + 1, reason: '…' },
  releasedElsewhere: { type: 'isolation.endedElsewhere', at: epoch + 1 },
  expiresEarly: { type: 'isolation.expired', at: epoch + 1 },
  expires: { type: 'isolation.expired', at: epoch + openTimeoutMs },
  deleted: { type: 'device.deleted', at: epoch + 1 },
} as const satisfies Record<string, BreakerEvent>

export type CircuitEventName = keyof typeof events

const eventNotes: Readonly<Partial<Record<CircuitEventName, string>>> = {
  askedEarly: '< 2:00',
  askedInTime: '≥ 2:00',
  expiresEarly: '< 2:00',
  expires: '≥ 2:00',
  succeedsLate: '(CB-7)',
  failsLate: '(CB-7)',
  provesNothingLate: '(CB-7)',
}

/** Name of an event in the documents. */
export function eventLabel(name: CircuitEventName): string {
  return `\`${events[name].type}\` ${eventNotes[name] ?? ''}`.trimEnd()
}

/** Result of one event in one state. */
export interface Cell {
  state: string
  failureCount: number
  countBefore: number
  cause: BreakerCause | null
  /** Changes besides state and count. */
  moved: readonly ('lastFailureTime' | 'trial' | 'refused' | 'ignored' | 'recorded')[]
}

/** Breakers in states that make each guard true in one and false in another. */
export interface DrawnCircuit {
  state: BreakerStateName
  failureCount: number
}

export const states: readonly DrawnCircuit[] = [
  { state: 'CLOSED', failureCount: 0 },
  { state: 'CLOSED', failureCount: threshold - 1 },
  { state: 'OPEN', failureCount: threshold },
  { state: 'HALF_OPEN.trying', failureCount: threshold },
  { state: 'HALF_OPEN.free', failureCount: threshold },
  { state: 'FORCED_OPEN', failureCount: 0 },
]

/** Sends an event to the real breaker in a given state. */
export function cellOf(
  { state, failureCount }: DrawnCircuit,
  event: CircuitEventName,
  inspect: (event: InspectionEvent) => void = () => {},
): Cell {
  const moves: (BreakerReport | RefusalsReport)[] = []
  const parent = createActor(
    createMachine({
      on: { '*': { actions: ({ event }) => moves.push(event as EventObject as BreakerReport | RefusalsReport) } },
    }),
    { inspect },
  ).start()
  const context: BreakerContext = {
    wordCode: 'PORTARIA-01',
    condominiumId: 'c1',
    lastFailureTime: failureCount === 0 ? null : epoch,
    trialStartedAt: state === 'HALF_OPEN.trying' ? epoch : null,
    // Outside CLOSED, a circuit usually has refused at least one call.
    refused: state === 'CLOSED' ? 0 : 1,
    isolation: state === 'FORCED_OPEN' ? isolation : null,
    since: epoch,
    openings: 0,
    durations: [],
    slow: 0,
    // A closed circuit with counted failures usually has also ignored a result.
    ignored: state === 'CLOSED' && failureCount > 0 ? 1 : 0,
    lastError: failureCount === 0 ? null : 'timeout',
    circuitEpoch,
    failureCount,
  }
  const inner = state.split('.')[1]
  const value = inner === undefined ? state : { HALF_OPEN: inner }
  const breaker = createActor(logic, {
    parent,
    input: context,
    snapshot: logic.resolveState({ value: value as 'CLOSED', context }),
  }).start()
  breaker.send(events[event])
  const after = breaker.getSnapshot()
  const moved: Cell['moved'][number][] = []
  if (state === 'OPEN' && after.value === 'OPEN' && after.context.lastFailureTime !== context.lastFailureTime)
    moved.push('lastFailureTime')
  if (after.context.circuitEpoch !== context.circuitEpoch && circuitStateOf(after) === 'HALF_OPEN') moved.push('trial')
  if (after.context.refused > context.refused) moved.push('refused')
  if (after.context.ignored > context.ignored) moved.push('ignored')
  if (moves[0]?.type === 'breaker.refused') moved.push('recorded')
  return {
    state: typeof after.value === 'string' ? after.value : `HALF_OPEN.${after.value.HALF_OPEN}`,
    failureCount: after.context.failureCount,
    countBefore: context.failureCount,
    cause: moves[0]?.type === 'breaker.moved' ? moves[0].cause : null,
    moved,
  }
}

/** A transition of the chart, and its recorded cause; null if the state does not change. */
export interface TransitionFact {
  name: string
  from: string
  event: string
  guard: string | null
  to: string | null
  cause: BreakerCause | null
}

/** Lists every transition of the chart's definition, in order; the cause is the one in the breaker's report. */
export function breakerTransitions(): TransitionFact[] {
  const causes = new Map<AnyTransitionDefinition, BreakerCause | null>()
  for (const state of states)
    for (const event of namesOf(events)) {
      const taken: AnyTransitionDefinition[] = []
      const { cause } = cellOf(state, event, (inspected) => {
        if (inspected.type === '@xstate.microstep') taken.push(...inspected._transitions)
      })
      for (const transition of taken) causes.set(transition, causes.get(transition) ?? cause)
    }
  return nodesOf(logic.root).flatMap((node) =>
    [...node.transitions.values()].flatMap((candidates) =>
      candidates.map((transition: AnyTransitionDefinition, index: number): TransitionFact => {
        const { eventType: event, guard, target } = transition
        const from = node.path.join('.') || '*'
        const name = `${from} on ${event}${candidates.length > 1 ? ` #${index + 1}` : ''}`
        const cause = causes.get(transition)
        if (cause === undefined) throw new Error(`no transition takes ${name}`)
        return {
          name,
          from,
          event,
          guard: guard === undefined ? null : guardText(guard),
          to: target?.[0]?.path.join('.') ?? null,
          cause,
        }
      }),
    ),
  )
}

export function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(record).filter((name): name is Name => name in record)
}
