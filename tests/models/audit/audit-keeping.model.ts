import { setup, stateIn } from 'xstate'
import type { AuditEntry } from '../../../src/services/audit/audit-entry.ts'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface AuditKeepingModelContext extends ModelContext {
  /** Reasons of the records that are not stored in the browser yet. */
  noted: readonly string[]
  /** Consecutive failed deliveries. */
  failures: number
  /** Records that the server refused and that wait. */
  heldBack: readonly string[]
  deliveryDueAt: number | null
}

export type AuditKeepingModelEvent =
  | { type: 'outbox.opens' }
  | { type: 'outbox.isRefused' }
  | { type: 'memory.opens' }
  | { type: 'memory.isBroken' }
  | { type: 'circuit.moves' }
  /** The first or the last of the noted records: commits run at the same time and end in any order. */
  | { type: 'storage.commits'; which: 'first' | 'last' }
  | { type: 'storage.isLost' }
  | { type: 'storage.isUnobserved' }
  | { type: 'commits.fail' }
  /** `heldBack`: records of the batch that the server refused. */
  | { type: 'server.takes'; count: number; heldBack: string }
  | { type: 'server.fails' }
  | { type: 'network.returns' }
  | { type: 'socket.isRestored' }
  | { type: 'next.isDue' }
  | { type: 'traces.fail' }

type Context = AuditKeepingModelContext
const { did, logs, update } = modelActions<Context, AuditKeepingModelEvent>()
/** Three services start with the outbox; records noted earlier are committed first. */
const opens = (isVolatile: boolean) =>
  update((context) => ({
    heldBack: [],
    did: [
      ...context.did,
      entry('asks', 'traces', 'u1'),
      ...(isVolatile ? [] : [entry('asks', 'storage')]),
      entry('asks', 'commits', ['u1', ...context.noted]),
    ],
  }))
const asksDelivery = update(({ did, heldBack }) => ({
  did: [...did, entry('asks', 'deliver', ['u1', ...heldBack])],
  deliveryDueAt: null,
}))
const improvises = did(entry('asks', 'openMemory'))
const notes = update(({ noted }) => ({ noted: [...noted, nameOfNext(noted)] }))
const handsOver = update(({ did, noted }) => ({
  did: [...did, handedOver(noted.at(-1) ?? '')],
}))
const fails = update(({ now, failures }) => ({
  failures: failures + 1,
  deliveryDueAt: now + deliveryPauseMs(failures + 1),
}))

/** Entry that the circuit sends for this reason. */
export function entryOf(reason: string): AuditEntry {
  const where = { wordCode: 'A', condominiumId: 'c1' }
  return { ...where, at: '2026-03-02T09:00:00.000Z', kind: 'reset', cause: 'manual', reason }
}

/** Journal entry of a record sent to `commits`. */
export function handedOver(reason: string): string {
  return `${entry('sends', 'commits')} audit.noted ${JSON.stringify({ entry: entryOf(reason) })}`
}

function nameOfNext(noted: readonly string[]): string {
  return noted.includes('one') ? 'two' : 'one'
}

/** Starts at five seconds, doubles with each failure, at most five minutes. */
export function deliveryPauseMs(failures: number): number {
  return Math.min(5_000 * 2 ** (failures - 1), 300_000)
}

const isUndelivered = [logs('Registro de auditoria não entregue.'), fails]
const waits = update(({ deliveryDueAt, now }) => ({ now: deliveryDueAt ?? now }))
const letsGoOn = update(() => ({ heldBack: [] }))

/** AUD-2, EVI-8: each record is stored immediately, and delivered until the server has it; none is lost. */
export const auditKeepingModel = setup({
  types: {} as { context: Context; events: AuditKeepingModelEvent },
  actions: {
    takes: update(({ failures, heldBack: before }, event) => {
      if (event.type !== 'server.takes') return {}
      const heldBack = event.heldBack === '' ? before : [...before, event.heldBack]
      return { heldBack, failures: event.count > 0 || heldBack.length === 0 ? 0 : failures }
    }),
  },
  guards: {
    tookSome: ({ event }) => event.type === 'server.takes' && (event.count > 0 || event.heldBack !== ''),
    holdsBack: ({ context }) => context.heldBack.length > 0,
  },
}).createMachine({
  id: 'audit keeping model',
  context: { now: 0, did: [entry('asks', 'openOutbox')], noted: [], failures: 0, heldBack: [], deliveryDueAt: null },
  initial: 'opening',
  on: { 'circuit.moves': { actions: notes } },
  states: {
    opening: {
      on: {
        'outbox.opens': { target: 'open', actions: opens(false) },
        'outbox.isRefused': {
          target: 'improvising',
          actions: [logs('Armazenamento recusado pelo navegador.'), improvises],
        },
      },
    },
    improvising: {
      tags: 'volatile',
      on: {
        'memory.opens': { target: 'open.storage.volatile', actions: opens(true) },
        'memory.isBroken': { target: 'closed', actions: logs('Registro de auditoria não aberto.') },
      },
    },
    closed: { tags: 'volatile' },
    open: {
      type: 'parallel',
      states: {
        storage: {
          initial: 'kept',
          states: {
            kept: {
              on: {
                'storage.isLost': { target: '#audit keeping model.improvising', actions: improvises },
                'storage.isUnobserved': { target: 'unwatched', actions: logs('Armazenamento não observado.') },
              },
            },
            unwatched: {},
            volatile: { tags: 'volatile' },
          },
        },
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
          initial: 'working',
          states: {
            working: {
              on: {
                'circuit.moves': { actions: [notes, handsOver] },
                'storage.commits': {
                  actions: update(({ noted }, event) => ({
                    noted:
                      event.type === 'storage.commits' && event.which === 'first' ? noted.slice(1) : noted.slice(0, -1),
                  })),
                },
                'commits.fail': { target: 'broken', actions: logs('Registro de auditoria não gravado.') },
              },
            },
            broken: { tags: 'volatile', on: { 'circuit.moves': { actions: notes } } },
          },
        },
        delivery: {
          initial: 'delivering',
          states: {
            idle: { id: 'delivered', on: { 'storage.commits': 'delivering' } },
            delivering: {
              id: 'delivering',
              entry: asksDelivery,
              type: 'parallel',
              on: {
                'server.fails': [
                  { guard: stateIn('#cameBack'), target: '#delivering', reenter: true, actions: isUndelivered },
                  { target: 'pausing', actions: isUndelivered },
                ],
                'server.takes': [
                  { guard: stateIn('#cameBack'), target: '#delivering', reenter: true, actions: ['takes', letsGoOn] },
                  { guard: 'tookSome', target: '#delivering', reenter: true, actions: 'takes' },
                  { guard: stateIn('#overtaken'), target: '#delivering', reenter: true, actions: 'takes' },
                  { guard: 'holdsBack', target: '#holdingBack', actions: fails },
                  { target: '#delivered', actions: 'takes' },
                ],
              },
              states: {
                records: {
                  initial: 'current',
                  states: {
                    current: { on: { 'storage.commits': 'overtaken' } },
                    overtaken: { id: 'overtaken' },
                  },
                },
                server: {
                  initial: 'asBefore',
                  states: {
                    asBefore: { on: { 'network.returns': 'cameBack', 'socket.isRestored': 'cameBack' } },
                    cameBack: { id: 'cameBack' },
                  },
                },
              },
            },
            pausing: {
              tags: 'undelivered',
              on: {
                'next.isDue': { target: 'delivering', actions: waits },
                'network.returns': 'delivering',
                'socket.isRestored': 'delivering',
              },
            },
            holdingBack: {
              id: 'holdingBack',
              tags: 'undelivered',
              on: {
                'next.isDue': { target: 'delivering', actions: [waits, letsGoOn] },
                'network.returns': { target: 'delivering', actions: letsGoOn },
                'socket.isRestored': { target: 'delivering', actions: letsGoOn },
                'storage.commits': 'delivering',
              },
            },
          },
        },
      },
    },
  },
})
