import { assign, type EventObject, sendTo, setup, stateIn } from 'xstate'
import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import type { AuditEntry } from '../../services/audit/audit-entry.ts'
import type { AuditOutbox, Delivery } from '../../services/audit/audit-outbox.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** Pauses after failed deliveries, in milliseconds: each failure in a row doubles the pause, up to the longest. */
export const auditPauses = { firstMs: 5_000, longestMs: 5 * 60_000 } as const

interface AuditContext {
  userId: string
  outbox: AuditOutbox | null
  /** Entries that are not committed yet. */
  noted: readonly AuditEntry[]
  /** Failed deliveries in a row. */
  failures: number
  /** Ids of records that the server did not accept and that are held back, so that later records need not wait. */
  heldBack: readonly string[]
  /** The device with the history on screen, and its records, newest first. */
  wordCode: string
  history: readonly AuditRecord[]
}

interface Noted {
  type: 'audit.noted'
  entry: AuditEntry
}

export type AuditEvent =
  | Noted
  /** A page opened the history of this device. */
  | { type: 'audit.historyWanted'; wordCode: string }
  | { type: 'connectivity.online' }
  | { type: 'socket.restored' }
  | { type: 'records.committed'; entries: readonly AuditEntry[] }
  | { type: 'storage.lost' }

const tookDelivery = {
  type: 'takeDelivery',
  params: ({ event }: { event: { output: Delivery } }) => ({ delivery: event.output }),
} as const

const undelivered = ['countFailure', failed('Registro de auditoria não entregue.')] as const

/** Stores the audit records in the browser and delivers them to the server until it has all of them (AUD-2). */
export const auditMachine = setup({
  types: {} as {
    context: AuditContext
    events: AuditEvent
    input: { userId: string }
    tags: 'volatile' | 'undelivered'
  },
  actors: {
    /** Opens the browser's storage; rejects if it is refused or does not answer. */
    openOutbox: promiseNotProvided<AuditOutbox>('audit.openOutbox'),
    /** Opens an outbox in the page's memory instead. */
    openMemory: promiseNotProvided<AuditOutbox>('audit.openMemory'),
    /** Sends `storage.lost` once if the browser's storage hangs, fails or was cleared. */
    storage: callbackNotProvided<EventObject, { outbox: AuditOutbox | null }>('audit.storage'),
    /** Keeps only this user's delivered records in the browser, and none after the sign-out (SES-8). */
    traces: callbackNotProvided<EventObject, { outbox: AuditOutbox | null; userId: string }>('audit.traces'),
    /** Commits the initial entries, and each further entry immediately and independently. Sends `records.committed`. */
    commits: callbackNotProvided<Noted, { outbox: AuditOutbox | null; userId: string; entries: readonly AuditEntry[] }>(
      'audit.commits',
    ),
    /** Delivers a batch of records that are not held back; if none is left, `done` is 0 and `heldBack` is empty. */
    deliver: promiseNotProvided<Delivery, { outbox: AuditOutbox | null; userId: string; heldBack: readonly string[] }>(
      'audit.deliver',
    ),
    readHistory: promiseNotProvided<
      readonly AuditRecord[],
      { outbox: AuditOutbox | null; userId: string; wordCode: string }
    >('audit.readHistory'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('audit.logFailure'),
    takeOutbox: assign((_, { outbox }: { outbox: AuditOutbox }) => ({ outbox, heldBack: [] })),
    note: assign(({ context }, { entry }: { entry: AuditEntry }) => ({ noted: [...context.noted, entry] })),
    handOver: sendTo('commits', (_, noted: Noted) => noted),
    dropCommitted: assign(({ context }, { entries }: { entries: readonly AuditEntry[] }) => ({
      noted: context.noted.filter((entry) => !entries.includes(entry)),
    })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    takeDelivery: assign(({ context }, { delivery: { done, heldBack: more } }: { delivery: Delivery }) => {
      const heldBack = [...context.heldBack, ...more]
      return { heldBack, failures: done > 0 || heldBack.length === 0 ? 0 : context.failures }
    }),
    letGoOn: assign({ heldBack: [] }),
    want: assign((_, { wordCode }: { wordCode: string }) => ({ wordCode, history: [] })),
    takeHistory: assign((_, { history }: { history: readonly AuditRecord[] }) => ({ history })),
  },
  guards: {
    isWanted: ({ context }) => context.wordCode !== '',
    mayHaveMore: (_, { delivery: { done, heldBack } }: { delivery: Delivery }) => done > 0 || heldBack.length > 0,
    holdsBack: ({ context }) => context.heldBack.length > 0,
    wasOvertaken: stateIn('#overtaken'),
    wasRestored: stateIn('#restored'),
  },
  delays: {
    deliveryPause: ({ context }) => Math.min(auditPauses.firstMs * 2 ** (context.failures - 1), auditPauses.longestMs),
  },
}).createMachine({
  id: 'audit',
  meta: { requirements: ['DEV-6', 'AUD-2', 'EVI-8'] },
  context: ({ input }) => ({
    ...input,
    outbox: null,
    noted: [],
    failures: 0,
    heldBack: [],
    wordCode: '',
    history: [],
  }),
  on: {
    'audit.noted': { actions: { type: 'note', params: ({ event }) => event } },
  },
  initial: 'opening',
  states: {
    opening: {
      on: { 'audit.historyWanted': { actions: { type: 'want', params: ({ event }) => event } } },
      invoke: {
        src: 'openOutbox',
        onDone: { target: 'open', actions: { type: 'takeOutbox', params: ({ event }) => ({ outbox: event.output }) } },
        onError: { target: 'improvising', actions: failed('Armazenamento recusado pelo navegador.') },
      },
    },
    improvising: {
      description: "Without the browser's storage, records are kept in and delivered from the page's memory.",
      tags: 'volatile',
      on: { 'audit.historyWanted': { actions: { type: 'want', params: ({ event }) => event } } },
      invoke: {
        src: 'openMemory',
        onDone: {
          target: 'open.storage.volatile',
          actions: { type: 'takeOutbox', params: ({ event }) => ({ outbox: event.output }) },
        },
        onError: { target: 'closed', actions: failed('Registro de auditoria não aberto.') },
      },
    },
    closed: {
      description: 'Without an outbox nothing is stored: the panel shows this.',
      tags: 'volatile',
    },
    open: {
      invoke: {
        src: 'traces',
        input: ({ context: { outbox, userId } }) => ({ outbox, userId }),
        onError: { actions: failed('Registros entregues não removidos.') },
      },
      type: 'parallel',
      states: {
        storage: {
          description: 'Whether committed records survive the end of the page.',
          initial: 'kept',
          states: {
            kept: {
              description: 'If the storage is lost, uncommitted entries are kept in and delivered from the page.',
              invoke: {
                src: 'storage',
                input: ({ context: { outbox } }) => ({ outbox }),
                onError: { actions: failed('Armazenamento não observado.') },
              },
              on: { 'storage.lost': '#audit.improvising' },
            },
            volatile: {
              description: 'Records exist only as long as the page; the user is informed once.',
              tags: 'volatile',
            },
          },
        },
        committing: {
          description: "Commits each entry to the browser's storage immediately: a killed page loses little.",
          initial: 'working',
          states: {
            working: {
              invoke: {
                id: 'commits',
                src: 'commits',
                input: ({ context: { outbox, userId, noted } }) => ({ outbox, userId, entries: noted }),
                onError: { target: 'broken', actions: failed('Registro de auditoria não gravado.') },
              },
              on: {
                'audit.noted': {
                  actions: [
                    { type: 'note', params: ({ event }) => event },
                    { type: 'handOver', params: ({ event }) => event },
                  ],
                },
                'records.committed': { actions: { type: 'dropCommitted', params: ({ event }) => event } },
              },
            },
            broken: { description: 'New entries stay in the page and are lost with it.', tags: 'volatile' },
          },
        },
        delivery: {
          description: "Delivers the user's records to the server with the user's token, one batch at a time.",
          initial: 'delivering',
          states: {
            idle: { on: { 'records.committed': 'delivering' } },
            delivering: {
              invoke: {
                src: 'deliver',
                input: ({ context: { outbox, userId, heldBack } }) => ({ outbox, userId, heldBack }),
                onDone: [
                  { guard: 'wasRestored', target: 'delivering', reenter: true, actions: [tookDelivery, 'letGoOn'] },
                  {
                    guard: { type: 'mayHaveMore', params: ({ event }) => ({ delivery: event.output }) },
                    target: 'delivering',
                    reenter: true,
                    actions: tookDelivery,
                  },
                  { guard: 'wasOvertaken', target: 'delivering', reenter: true, actions: tookDelivery },
                  { guard: 'holdsBack', target: 'holdingBack', actions: 'countFailure' },
                  { target: 'idle', actions: tookDelivery },
                ],
                onError: [
                  { guard: 'wasRestored', target: 'delivering', reenter: true, actions: undelivered },
                  { target: 'pausing', actions: undelivered },
                ],
              },
              type: 'parallel',
              states: {
                records: {
                  description: 'Whether further records were committed, which this delivery may not contain.',
                  initial: 'current',
                  states: {
                    current: { on: { 'records.committed': 'overtaken' } },
                    overtaken: { id: 'overtaken' },
                  },
                },
                contact: {
                  description: 'Whether the server came back during this delivery: the next one then begins at once.',
                  initial: 'unchanged',
                  states: {
                    unchanged: { on: { 'connectivity.online': 'restored', 'socket.restored': 'restored' } },
                    restored: { id: 'restored' },
                  },
                },
              },
            },
            pausing: {
              description: 'The server accepted no record; each failure doubles the pause, a reconnection ends it.',
              tags: 'undelivered',
              after: { deliveryPause: 'delivering' },
              on: { 'connectivity.online': 'delivering', 'socket.restored': 'delivering' },
            },
            holdingBack: {
              description: 'Records refused for their condominium or size are tried again later; others do not wait.',
              tags: 'undelivered',
              after: { deliveryPause: { target: 'delivering', actions: 'letGoOn' } },
              on: {
                'records.committed': 'delivering',
                'connectivity.online': { target: 'delivering', actions: 'letGoOn' },
                'socket.restored': { target: 'delivering', actions: 'letGoOn' },
              },
            },
          },
        },
        history: {
          description: 'The records of the device on screen, read again after each commit.',
          initial: 'choosing',
          on: {
            'audit.historyWanted': { target: '.reading', actions: { type: 'want', params: ({ event }) => event } },
          },
          states: {
            choosing: { always: { guard: 'isWanted', target: 'reading' } },
            reading: {
              invoke: {
                src: 'readHistory',
                input: ({ context: { outbox, userId, wordCode } }) => ({ outbox, userId, wordCode }),
                onDone: {
                  target: 'shown',
                  actions: { type: 'takeHistory', params: ({ event }) => ({ history: event.output }) },
                },
                onError: { target: 'shown', actions: failed('Histórico do dispositivo não lido.') },
              },
              on: { 'records.committed': { target: 'reading', reenter: true } },
            },
            shown: { on: { 'records.committed': 'reading' } },
          },
        },
      },
    },
  },
})
