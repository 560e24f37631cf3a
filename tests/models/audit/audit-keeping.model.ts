import { assign, raise, setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface AuditKeepingModelContext extends ModelContext {
  /** Reasons of the records that are noted and not in the browser yet, and how many of them are on their way there. */
  noted: readonly string[]
  writing: number
  /** Deliveries that failed in a row. */
  failures: number
  commitDueAt: number | null
  deliveryDueAt: number | null
}

export type AuditKeepingModelEvent =
  | { type: 'outbox.opens'; isVolatile: boolean }
  | { type: 'outbox.isBroken' }
  | { type: 'circuit.moves' }
  | { type: 'storage.commits' }
  | { type: 'storage.fails' }
  | { type: 'server.takes'; count: number }
  | { type: 'server.fails' }
  | { type: 'network.returns' }
  | { type: 'socket.isRestored' }
  | { type: 'next.isDue' }
  | { type: 'traces.fail' }
  /** The model's own: the browser has them. */
  | { type: 'records.areKept' }

type Context = AuditKeepingModelContext
const update = (change: (context: Context, event: AuditKeepingModelEvent) => Partial<Context>) =>
  assign<Context, AuditKeepingModelEvent, undefined, AuditKeepingModelEvent, never>(({ context, event }) =>
    change(context, event),
  )
const did = (...entries: string[]) => update((context) => ({ did: [...context.did, ...entries] }))
const logs = (message: string) => did(entry('does', 'logFailure', message))
const watchesTraces = did(entry('asks', 'traces', 'u1'))
const asksDelivery = did(entry('asks', 'deliver', 'u1'))
const commitPauseMs = 5_000

/** Five seconds, twice as long each time, five minutes at most. */
export function deliveryPauseMs(failures: number): number {
  return Math.min(5_000 * 2 ** (failures - 1), 300_000)
}

export function nextDueAt({ commitDueAt, deliveryDueAt }: Context): number {
  return Math.min(commitDueAt ?? Number.POSITIVE_INFINITY, deliveryDueAt ?? Number.POSITIVE_INFINITY)
}

const waits = update((context) => ({ now: nextDueAt(context) }))

/** AUD-2: into the browser all together, then to the server until it has them all; nothing noted is given up. */
export const auditKeepingModel = setup({
  types: {} as { context: Context; events: AuditKeepingModelEvent },
  actions: {
    writes: update(({ did, noted }) => ({
      did: [...did, entry('asks', 'commit', ['u1', ...noted])],
      writing: noted.length,
      commitDueAt: null,
    })),
  },
  guards: {
    isVolatile: ({ event }) => event.type === 'outbox.opens' && event.isVolatile,
    hasNoted: ({ context }) => context.noted.length > 0,
    isCommitDue: ({ context }) => context.commitDueAt === nextDueAt(context),
    isDeliveryDue: ({ context }) => context.deliveryDueAt === nextDueAt(context),
    tookSome: ({ event }) => event.type === 'server.takes' && event.count > 0,
  },
}).createMachine({
  id: 'audit keeping model',
  context: {
    now: 0,
    did: [entry('asks', 'openOutbox')],
    noted: [],
    writing: 0,
    failures: 0,
    commitDueAt: null,
    deliveryDueAt: null,
  },
  initial: 'opening',
  on: {
    'circuit.moves': {
      actions: update(({ noted }) => ({ noted: [...noted, noted.length === 0 ? 'one' : 'two'] })),
    },
  },
  states: {
    opening: {
      on: {
        'outbox.opens': [
          { guard: 'isVolatile', target: 'open.storage.volatile', actions: watchesTraces },
          { target: 'open', actions: watchesTraces },
        ],
        'outbox.isBroken': { target: 'closed', actions: logs('Registro de auditoria não aberto.') },
      },
    },
    closed: { tags: 'volatile' },
    open: {
      type: 'parallel',
      states: {
        storage: { initial: 'kept', states: { kept: {}, volatile: { tags: 'volatile' } } },
        traces: {
          initial: 'watched',
          states: {
            watched: {
              on: { 'traces.fail': { target: 'unwatched', actions: logs('Registros entregues não removidos.') } },
            },
            unwatched: {},
          },
        },
        committing: {
          initial: 'idle',
          states: {
            idle: { always: { guard: 'hasNoted', target: 'writing', actions: 'writes' } },
            writing: {
              on: {
                'storage.commits': {
                  target: 'idle',
                  actions: [
                    update(({ noted, writing }) => ({ noted: noted.slice(writing), writing: 0 })),
                    raise({ type: 'records.areKept' }),
                  ],
                },
                'storage.fails': {
                  target: 'pausing',
                  actions: [
                    logs('Registro de auditoria não gravado.'),
                    update(({ now }) => ({ commitDueAt: now + commitPauseMs })),
                  ],
                },
              },
            },
            pausing: {
              tags: 'volatile',
              on: { 'next.isDue': { guard: 'isCommitDue', target: 'writing', actions: [waits, 'writes'] } },
            },
          },
        },
        delivery: {
          initial: 'delivering',
          states: {
            idle: { id: 'delivered', on: { 'records.areKept': 'delivering' } },
            delivering: {
              id: 'delivering',
              entry: [asksDelivery, update(() => ({ deliveryDueAt: null }))],
              initial: 'current',
              on: {
                'server.fails': {
                  target: 'pausing',
                  actions: [
                    logs('Registro de auditoria não entregue.'),
                    update(({ now, failures }) => ({
                      failures: failures + 1,
                      deliveryDueAt: now + deliveryPauseMs(failures + 1),
                    })),
                  ],
                },
              },
              states: {
                current: {
                  on: {
                    'records.areKept': 'overtaken',
                    'server.takes': [
                      {
                        guard: 'tookSome',
                        target: '#delivering',
                        reenter: true,
                        actions: update(() => ({ failures: 0 })),
                      },
                      { target: '#delivered', actions: update(() => ({ failures: 0 })) },
                    ],
                  },
                },
                overtaken: {
                  on: {
                    'server.takes': { target: '#delivering', reenter: true, actions: update(() => ({ failures: 0 })) },
                  },
                },
              },
            },
            pausing: {
              tags: 'undelivered',
              on: {
                'next.isDue': { guard: 'isDeliveryDue', target: 'delivering', actions: waits },
                'network.returns': 'delivering',
                'socket.isRestored': 'delivering',
              },
            },
          },
        },
      },
    },
  },
})
