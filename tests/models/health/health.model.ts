import { setup } from 'xstate'
import { found } from '../../machines/health/health-actor.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'
import { minute, second } from '../session/session-fixtures.ts'

export const errands = ['check', 'ping', 'cleanup'] as const

export type Errand = (typeof errands)[number]

/** State of a periodic task, and when it runs next. */
interface Turn {
  state: 'resting' | 'settling' | 'asking' | 'failed'
  dueAt: number
}

export interface HealthModelContext extends ModelContext {
  isSeen: boolean
  condominiumId: string | null
  /** The newest report of a device's state since the current check was asked: an event, or a change of its state. */
  meanwhile: 'nothing' | 'event' | 'change'
  turns: Readonly<Record<Errand, Turn>>
  /** When the last check was answered. */
  checkedAt: number | null
  /** Number of calls that the panel counted for itself. */
  metrics: number | null
  /** When each device answered a ping. */
  pings: Readonly<Record<string, number>>
}

export type HealthModelEvent =
  | { type: 'page.shows' }
  | { type: 'page.hides' }
  | { type: 'person.refreshes' }
  | { type: 'person.cleans' }
  | { type: 'person.selects'; id: string | null }
  | { type: 'gate.reports'; kind: 'device-down' | 'device-up' | 'intercom' }
  | { type: 'person.switches'; recounts: boolean }
  | { type: 'person.deletes' }
  | { type: 'server.isWell' }
  | { type: 'server.isUnreachable' }
  | { type: 'service.isLost' }
  | { type: 'service.recovers' }
  | { type: 'connection.returns' }
  | { type: 'device.answers'; wordCode: string }
  | { type: 'devices.areAsked' }
  | { type: 'pings.crash' }
  | { type: 'server.cleans'; metrics: number }
  | { type: 'server.doesNotClean' }
  | { type: 'next.isDue' }
  | { type: 'time.passes'; ms: number }

type Context = HealthModelContext

export const everyMs = { check: 2 * minute, ping: 10 * minute, cleanup: 15 * minute }
const idleMs = 10 * minute

/** When the next task is due; Infinity if the page is hidden or all tasks are running. */
export function nextDueAt({ isSeen, turns }: Context): number {
  const waiting = errands.filter((errand) => isSeen && turns[errand].state !== 'asking')
  return Math.min(Number.POSITIVE_INFINITY, ...waiting.map((errand) => turns[errand].dueAt))
}

function withTurn(context: Context, errand: Errand, turn: Turn): Context {
  return { ...context, turns: { ...context.turns, [errand]: turn } }
}

function asked(context: Context, errand: Errand): Context {
  const { condominiumId, did } = context
  const next = withTurn(context, errand, { state: 'asking', dueAt: 0 })
  if (errand === 'check')
    return { ...next, meanwhile: 'nothing', did: [...did, entry('asks', 'check', { condominiumId })] }
  if (errand === 'ping') return { ...next, did: [...did, entry('asks', 'pingDevices', { condominiumId })] }
  return cleaned(next, true)
}

/** EVI-9: a cleanup at the request of a person is the person's act. */
function cleaned(context: Context, isAutomatic: boolean): Context {
  const { did, now, pings } = context
  const fresh = Object.entries(pings).filter(([, at]) => now - at <= idleMs)
  const next = withTurn(context, 'cleanup', { state: 'asking', dueAt: 0 })
  return { ...next, pings: Object.fromEntries(fresh), did: [...did, entry('asks', 'cleanup', { isAutomatic })] }
}

/** Starts all due tasks if the page is visible. */
function resumed(context: Context): Context {
  return errands.reduce((current, errand) => {
    const { state, dueAt } = current.turns[errand]
    return current.isSeen && state === 'resting' && dueAt <= current.now ? asked(current, errand) : current
  }, context)
}

function asRestingNow(context: Context, errand: Errand): Context {
  return withTurn(context, errand, { state: 'resting', dueAt: 0 })
}

/** STATE-3: the numbers of devices are asked for again at once. */
function recounted(context: Context): Context {
  const { state } = context.turns.check
  if (state === 'asking') return { ...context, meanwhile: 'change' }
  if (state !== 'resting') return context
  return context.isSeen ? asked(context, 'check') : asRestingNow(context, 'check')
}

function over(context: Context, errand: Errand, state: 'resting' | 'failed'): Context {
  return withTurn(context, errand, { state, dueAt: context.now + everyMs[errand] })
}

function logged(context: Context, message: string, ...entries: string[]): Context {
  return { ...context, did: [...context.did, entry('does', 'logFailure', message), ...entries] }
}

function hasMoved({ meanwhile }: Context): boolean {
  return meanwhile === 'change'
}

const { update } = modelActions<Context, HealthModelEvent>()
const step = (change: (context: Context, event: HealthModelEvent) => Context) => ({ actions: update(change) })

/**
 * HEA-2, LIVE-6: three periodic tasks, two of which also run when another condominium is selected; they pause while the
 * page is hidden, and a task that fell due then runs once afterwards.
 */
export const healthModel = setup({
  types: {} as { context: Context; events: HealthModelEvent },
}).createMachine({
  id: 'health model',
  context: {
    now: 0,
    did: [entry('asks', 'ownCalls')],
    isSeen: false,
    condominiumId: 'c1',
    meanwhile: 'nothing',
    turns: {
      check: { state: 'resting', dueAt: 0 },
      ping: { state: 'resting', dueAt: 0 },
      cleanup: { state: 'resting', dueAt: everyMs.cleanup },
    },
    checkedAt: null,
    metrics: null,
    pings: {},
  },
  on: {
    'page.shows': step((context) => {
      const again = errands.filter((errand) => context.turns[errand].state === 'failed')
      return resumed(again.reduce(asked, { ...context, isSeen: true }))
    }),
    'page.hides': step((context) => {
      const hidden = { ...context, isSeen: false }
      const isSettling = context.turns.check.state === 'settling'
      return isSettling ? withTurn(hidden, 'check', { state: 'resting', dueAt: 0 }) : hidden
    }),
    'person.refreshes': step((context) =>
      (['check', 'ping'] as const).reduce(
        (current, errand) => (current.turns[errand].state === 'asking' ? current : asked(current, errand)),
        context,
      ),
    ),
    'person.cleans': step((context) => (context.turns.cleanup.state === 'asking' ? context : cleaned(context, false))),
    'person.selects': step((context, event) => {
      if (event.type !== 'person.selects' || event.id === context.condominiumId) return context
      const chosen = { ...context, condominiumId: event.id, pings: {} }
      return resumed((['check', 'ping'] as const).reduce(asRestingNow, chosen))
    }),
    'gate.reports': step((context, event) => {
      const isNews = event.type === 'gate.reports' && event.kind !== 'intercom'
      const { state } = context.turns.check
      if (state === 'asking') return { ...context, meanwhile: isNews || hasMoved(context) ? 'change' : 'event' }
      if (!isNews) return context
      if (state !== 'resting') return context
      if (!context.isSeen) return asRestingNow(context, 'check')
      return withTurn(context, 'check', { state: 'settling', dueAt: context.now + 3 * second })
    }),
    'person.switches': step((context, event) =>
      event.type === 'person.switches' && event.recounts ? recounted(context) : context,
    ),
    'person.deletes': step(recounted),
    'server.isWell': step((context) => {
      const reach = context.meanwhile === 'nothing' ? found.stats.perDevice : []
      const did = [...context.did, entry('reports', 'health.checked', { reach })]
      const answered = { ...context, checkedAt: context.now, did }
      if (!hasMoved(context)) return over(answered, 'check', 'resting')
      if (!context.isSeen) return asRestingNow(answered, 'check')
      return withTurn(answered, 'check', { state: 'settling', dueAt: context.now + 3 * second })
    }),
    'server.isUnreachable': step((context) =>
      over(
        logged(context, 'Saúde do serviço não consultada.', entry('reports', 'health.unreachable')),
        'check',
        'failed',
      ),
    ),
    'service.isLost': step((context) =>
      over({ ...context, did: [...context.did, entry('reports', 'health.unreachable')] }, 'check', 'failed'),
    ),
    'service.recovers': step((context) =>
      context.isSeen && ['failed', 'resting'].includes(context.turns.check.state) ? asked(context, 'check') : context,
    ),
    'connection.returns': step((context) =>
      context.isSeen && context.turns.check.state === 'resting' ? asked(context, 'check') : context,
    ),
    'device.answers': step((context, event) =>
      event.type === 'device.answers'
        ? { ...context, pings: { ...context.pings, [event.wordCode]: context.now } }
        : context,
    ),
    'devices.areAsked': step((context) => over(context, 'ping', 'resting')),
    'pings.crash': step((context) => over(logged(context, 'Dispositivos não consultados.'), 'ping', 'resting')),
    'server.cleans': step((context, event) => {
      if (event.type !== 'server.cleans') return context
      return over({ ...context, metrics: event.metrics }, 'cleanup', 'resting')
    }),
    'server.doesNotClean': step((context) =>
      over(logged(context, 'Limpeza não realizada no servidor.'), 'cleanup', 'failed'),
    ),
    'next.isDue': step((context) => {
      const now = nextDueAt(context)
      const due = errands.filter((each) => context.turns[each].state !== 'asking' && context.turns[each].dueAt === now)
      return due.reduce(asked, { ...context, now })
    }),
    'time.passes': step((context, event) =>
      event.type === 'time.passes' ? { ...context, now: context.now + event.ms } : context,
    ),
  },
})
