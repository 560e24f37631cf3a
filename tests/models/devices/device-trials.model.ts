import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { minute, second } from '../session/session-fixtures.ts'

/** A device's circuit, as far as its next trial needs it; times in milliseconds since the start. */
type Circuit =
  | { is: 'closed' | 'free' }
  | { is: 'open'; failedAt: number }
  /** The call of a person is the trial. */
  | { is: 'tried'; since: number }

export interface TrialsModelContext extends ModelContext {
  isSeen: boolean
  isOnline: boolean
  /** Whether the device service answers. */
  isServed: boolean
  /** Whether the panel's automatic checks still run. */
  canCheck: boolean
  circuit: Circuit
  /** Whether a trial of the panel is running. */
  isAsked: boolean
  /** When the panel last started a trial, in any tab. */
  askedAt: number
  /** When the panel last checked for due trials. */
  checkedAt: number
}

export type TrialsModelEvent =
  | { type: 'page.shows' }
  | { type: 'page.hides' }
  | { type: 'network.isLost' }
  | { type: 'network.returns' }
  | { type: 'network.isNoticed' }
  | { type: 'service.isLost' }
  | { type: 'service.recovers' }
  | { type: 'circuit.opens' }
  | { type: 'person.tries' }
  | { type: 'person.getsAnswer' }
  | { type: 'person.cancels' }
  | { type: 'person.resets' }
  | { type: 'trial.isAnswered' }
  | { type: 'trial.fails' }
  | { type: 'trial.isUncounted' }
  | { type: 'otherTab.misses' }
  | { type: 'checks.crash' }
  | { type: 'next.isDue' }
  | { type: 'time.passes'; ms: number }

type Context = TrialsModelContext

export const trialTarget = { wordCode: 'PORTARIA-01', condominiumId: 'c1' }

/** When the circuit lets a trial through (CB-3, CB-5). */
export function letsThroughAt({ circuit }: Context): number {
  if (circuit.is === 'open') return circuit.failedAt + 2 * minute
  if (circuit.is === 'tried') return circuit.since + minute / 2
  return circuit.is === 'free' ? 0 : Number.POSITIVE_INFINITY
}

/** When the panel may start a trial: at most one in two minutes (LIVE-3). */
export function dueAt(context: Context): number {
  return Math.max(letsThroughAt(context), context.askedAt + 2 * minute)
}

/** When the panel notices a restored network, if a trial is due. */
export const noticedAt = ({ checkedAt }: Context) => checkedAt + 5 * second

/** Starts a due trial if the page is visible. */
function checked(context: Context): Context {
  const { now, did, isSeen, isOnline, isServed, canCheck, isAsked } = context
  if (!isSeen || !canCheck) return context
  if (isAsked || !isOnline || !isServed || dueAt(context) > now) return { ...context, checkedAt: now }
  const asks = entry('sends', 'checks', undefined)
  return {
    ...context,
    checkedAt: now,
    isAsked: true,
    askedAt: now,
    did: [...did, `${asks} trials.make ${JSON.stringify({ targets: [trialTarget] })}`],
  }
}

function did(context: Context, ...entries: string[]): Context {
  return { ...context, did: [...context.did, ...entries] }
}

/** A trial of the panel ends; if the circuit was closed during the trial, it stays closed. */
const ended = (circuit: (context: Context) => Circuit) => (context: Context) =>
  checked({ ...context, isAsked: false, circuit: context.circuit.is === 'closed' ? context.circuit : circuit(context) })

const { update } = modelActions<Context, TrialsModelEvent>()
const step = (change: (context: Context, event: TrialsModelEvent) => Context) => ({ actions: update(change) })

/** LIVE-3: an open circuit gets its trial, at most one in two minutes, while the page is visible. */
export const trialsModel = setup({
  types: {} as { context: Context; events: TrialsModelEvent },
}).createMachine({
  id: 'trials model',
  context: {
    now: 0,
    did: [entry('asks', 'checks', 'u1')],
    isSeen: false,
    isOnline: true,
    isServed: true,
    canCheck: true,
    circuit: { is: 'closed' },
    isAsked: false,
    askedAt: Number.NEGATIVE_INFINITY,
    checkedAt: 0,
  },
  on: {
    'page.shows': step((context) => checked({ ...context, isSeen: true })),
    'page.hides': step((context) => ({ ...context, isSeen: false })),
    'network.isLost': step((context) => ({ ...context, isOnline: false })),
    'network.returns': step((context) => ({ ...context, isOnline: true })),
    'network.isNoticed': step((context) => checked({ ...context, now: noticedAt(context) })),
    'service.isLost': step((context) => ({ ...context, isServed: false })),
    'service.recovers': step((context) => checked({ ...context, isServed: true })),
    'circuit.opens': step((context) => checked({ ...context, circuit: { is: 'open', failedAt: context.now } })),
    'person.tries': step((context) => checked({ ...context, circuit: { is: 'tried', since: context.now } })),
    'person.getsAnswer': step((context) => checked({ ...context, circuit: { is: 'closed' } })),
    'person.cancels': step((context) => checked({ ...context, circuit: { is: 'free' } })),
    'person.resets': step((context) => checked({ ...context, circuit: { is: 'closed' } })),
    'trial.isAnswered': step((context) =>
      ended(() => ({ is: 'closed' }))(did(context, entry('reports', 'device.changed', { device: trialTarget }))),
    ),
    'trial.fails': step(ended(({ now }) => ({ is: 'open', failedAt: now }))),
    'trial.isUncounted': step(ended(() => ({ is: 'free' }))),
    'otherTab.misses': step((context) => ({ ...context, askedAt: context.now })),
    'checks.crash': step((context) => ({
      ...did(context, entry('does', 'logFailure', 'Os testes automáticos dos dispositivos pararam.')),
      canCheck: false,
    })),
    'next.isDue': step((context) => checked({ ...context, now: dueAt(context) })),
    'time.passes': step((context, event) =>
      event.type === 'time.passes' ? { ...context, now: context.now + event.ms } : context,
    ),
  },
})
