import { assign, type EventObject, raise, setup, stateIn } from 'xstate'
import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import type { AuditEntry } from '../../services/audit/audit-entry.ts'
import type { AuditOutbox } from '../../services/audit/audit-outbox.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** How long after a failure it is tried again, in milliseconds; deliveries double it up to the longest. */
export const auditPauses = { firstMs: 5_000, longestMs: 5 * 60_000 } as const

interface AuditContext {
  userId: string
  outbox: AuditOutbox | null
  /** Noted, and not committed yet. */
  noted: readonly AuditEntry[]
  /** How many of them are being committed. */
  writing: number
  /** Deliveries that failed in a row. */
  failures: number
  /** The device whose history somebody looks at, and its records, newest first. */
  wordCode: string
  history: readonly AuditRecord[]
}

export type AuditEvent =
  | { type: 'audit.noted'; entry: AuditEntry }
  /** A page shows this device's history. */
  | { type: 'audit.historyWanted'; wordCode: string }
  | { type: 'connectivity.online' }
  | { type: 'socket.restored' }
  | { type: 'records.committed' }

/** Keeps the audit records in the browser, then hands them to the server until it has them all (AUD-2). */
export const auditMachine = setup({
  types: {} as {
    context: AuditContext
    events: AuditEvent
    input: { userId: string }
    tags: 'volatile' | 'undelivered'
  },
  actors: {
    openOutbox: promiseNotProvided<AuditOutbox>('audit.openOutbox'),
    /** Of what the server has, keeps this person's alone in the browser, and nothing once he has gone (SES-8). */
    traces: callbackNotProvided<EventObject, { outbox: AuditOutbox | null; userId: string }>('audit.traces'),
    /** Resolves once the entries are committed. */
    commit: promiseNotProvided<unknown, { outbox: AuditOutbox | null; userId: string; entries: readonly AuditEntry[] }>(
      'audit.commit',
    ),
    /** Hands a batch to the server; resolves with how many records it disposed of, 0 where none are left. */
    deliver: promiseNotProvided<number, { outbox: AuditOutbox | null; userId: string }>('audit.deliver'),
    readHistory: promiseNotProvided<
      readonly AuditRecord[],
      { outbox: AuditOutbox | null; userId: string; wordCode: string }
    >('audit.readHistory'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('audit.logFailure'),
    takeOutbox: assign((_, { outbox }: { outbox: AuditOutbox }) => ({ outbox })),
    note: assign(({ context }, { entry }: { entry: AuditEntry }) => ({ noted: [...context.noted, entry] })),
    beginWriting: assign({ writing: ({ context }) => context.noted.length }),
    endWriting: assign({ noted: ({ context }) => context.noted.slice(context.writing), writing: 0 }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    forgetFailures: assign({ failures: 0 }),
    sayCommitted: raise({ type: 'records.committed' }),
    want: assign((_, { wordCode }: { wordCode: string }) => ({ wordCode, history: [] })),
    takeHistory: assign((_, { history }: { history: readonly AuditRecord[] }) => ({ history })),
  },
  guards: {
    isVolatile: ({ context }) => context.outbox?.isVolatile ?? false,
    isWanted: ({ context }) => context.wordCode !== '',
    hasNoted: ({ context }) => context.noted.length > 0,
    mayHaveMore: (_, { delivered }: { delivered: number }) => delivered > 0,
    wasOvertaken: stateIn('#overtaken'),
  },
  delays: {
    commitPause: auditPauses.firstMs,
    deliveryPause: ({ context }) => Math.min(auditPauses.firstMs * 2 ** (context.failures - 1), auditPauses.longestMs),
  },
}).createMachine({
  id: 'audit',
  meta: { requirements: ['DEV-6', 'AUD-2'] },
  context: ({ input }) => ({
    ...input,
    outbox: null,
    noted: [],
    writing: 0,
    failures: 0,
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
        onError: { target: 'closed', actions: failed('Registro de auditoria não aberto.') },
      },
    },
    closed: {
      description: 'Without an outbox nothing is kept: the panel says so.',
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
          description: 'Whether what is committed outlives the page.',
          initial: 'choosing',
          states: {
            choosing: { always: [{ guard: 'isVolatile', target: 'volatile' }, { target: 'kept' }] },
            kept: {},
            volatile: {
              description: 'The browser refuses storage: records live as long as the page, and the user is told once.',
              tags: 'volatile',
            },
          },
        },
        committing: {
          description: 'From the page into the browser, so that a reload loses nothing.',
          initial: 'idle',
          states: {
            idle: { always: { guard: 'hasNoted', target: 'writing' } },
            writing: {
              entry: 'beginWriting',
              invoke: {
                src: 'commit',
                input: ({ context: { outbox, userId, noted } }) => ({ outbox, userId, entries: noted }),
                onDone: { target: 'idle', actions: ['endWriting', 'sayCommitted'] },
                onError: { target: 'pausing', actions: failed('Registro de auditoria não gravado.') },
              },
            },
            pausing: {
              description: 'What could not be written waits in the page.',
              tags: 'volatile',
              after: { commitPause: 'writing' },
            },
          },
        },
        delivery: {
          description: 'From the browser to the server, a batch at a time, under the token of whom the records are of.',
          initial: 'delivering',
          states: {
            idle: { on: { 'records.committed': 'delivering' } },
            delivering: {
              invoke: {
                src: 'deliver',
                input: ({ context: { outbox, userId } }) => ({ outbox, userId }),
                onDone: [
                  {
                    guard: { type: 'mayHaveMore', params: ({ event }) => ({ delivered: event.output }) },
                    target: 'delivering',
                    reenter: true,
                    actions: 'forgetFailures',
                  },
                  { guard: 'wasOvertaken', target: 'delivering', reenter: true, actions: 'forgetFailures' },
                  { target: 'idle', actions: 'forgetFailures' },
                ],
                onError: {
                  target: 'pausing',
                  actions: ['countFailure', failed('Registro de auditoria não entregue.')],
                },
              },
              initial: 'current',
              states: {
                current: { on: { 'records.committed': 'overtaken' } },
                overtaken: { id: 'overtaken', description: 'More was committed than this delivery may have seen.' },
              },
            },
            pausing: {
              description:
                'The server did not take them; each failure doubles the pause, and a connection that is back ends it.',
              tags: 'undelivered',
              after: { deliveryPause: 'delivering' },
              on: { 'connectivity.online': 'delivering', 'socket.restored': 'delivering' },
            },
          },
        },
        history: {
          description: 'The records of the device that somebody looks at, read again after each commit.',
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
