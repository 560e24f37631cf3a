import { assign, setup } from 'xstate'
import type { StoredRecord } from '../../../contract/wire/answers/audit.ts'
import type { AuditFilter } from '../../../contract/wire/requests/audit.ts'
import { type CallFailure, callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

export interface AuditPage {
  records: StoredRecord[]
  /** Cursor of the next page; null on the last. */
  nextCursor: string | null
  /** Why the server does not sign the records any more; null if it does. */
  problem: string | null
}

/** A dossier is a page with its JSON, for the chosen period or else the last 24 hours (EVI-4). */
export type AuditFileFormat = 'csv' | 'json' | 'dossier'

interface AuditLogContext {
  choice: AuditFilter
  records: readonly StoredRecord[]
  /** Cursor of the next page; null without one. */
  cursor: string | null
  problem: string | null
  format: AuditFileFormat
  /** Why the export failed. */
  fileFailure: CallFailure | null
}

export type AuditLogEvent =
  | { type: 'auditLog.choose'; choice: AuditFilter }
  | { type: 'auditLog.more' }
  | { type: 'auditLog.reload' }
  | { type: 'server.restored' }
  /** A person asks for a file with all records that match the filter. */
  | { type: 'auditLog.export'; format: AuditFileFormat }

/** The server's audit records: filtered, page by page, and as a file (AUD-3). */
export const auditLogMachine = setup({
  types: {} as {
    context: AuditLogContext
    events: AuditLogEvent
    tags: 'busy' | 'error' | 'exporting' | 'exportFailed' | 'exported'
  },
  actors: {
    loadPage: promiseNotProvided<AuditPage, { choice: AuditFilter; cursor: string | null }>('auditLog.loadPage'),
    /** Loads all records that match the filter and saves them as a file for the user. */
    exportFile: promiseNotProvided<unknown, { choice: AuditFilter; format: AuditFileFormat }>('auditLog.exportFile'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('auditLog.logFailure'),
    choose: assign((_, { choice }: { choice: AuditFilter }) => ({ choice, records: [], cursor: null })),
    takePage: assign(({ context }, { page }: { page: AuditPage }) => ({
      records: [...context.records, ...page.records],
      cursor: page.nextCursor,
      problem: page.problem,
    })),
    noteFormat: assign((_, { format }: { format: AuditFileFormat }) => ({ format, fileFailure: null })),
    noteFileFailure: assign((_, { error }: { error: unknown }) => ({ fileFailure: callFailureOf(error) })),
  },
  guards: { hasMore: ({ context }) => context.cursor !== null },
}).createMachine({
  id: 'auditLog',
  meta: { requirements: ['AUD-3'] },
  context: { choice: {}, records: [], cursor: null, problem: null, format: 'csv', fileFailure: null },
  type: 'parallel',
  states: {
    list: {
      description: 'The matching records, page by page.',
      initial: 'unasked',
      on: {
        'auditLog.choose': { target: '.loading', actions: { type: 'choose', params: ({ event }) => event } },
      },
      states: {
        unasked: {},
        loading: {
          tags: 'busy',
          invoke: {
            src: 'loadPage',
            input: ({ context: { choice, cursor } }) => ({ choice, cursor }),
            onDone: {
              target: 'loaded',
              actions: { type: 'takePage', params: ({ event }) => ({ page: event.output }) },
            },
            onError: { target: 'failed', actions: failed('Auditoria não carregada.') },
          },
        },
        loaded: {
          on: {
            'auditLog.more': { guard: 'hasMore', target: 'loading' },
          },
        },
        failed: { tags: 'error', on: { 'auditLog.reload': 'loading', 'server.restored': 'loading' } },
      },
    },
    file: {
      description: 'Exports the matching records as a file, independently of the list.',
      initial: 'idle',
      states: {
        idle: {
          on: {
            'auditLog.export': { target: 'exporting', actions: { type: 'noteFormat', params: ({ event }) => event } },
          },
        },
        exporting: {
          tags: 'exporting',
          invoke: {
            src: 'exportFile',
            input: ({ context: { choice, format } }) => ({ choice, format }),
            onDone: 'exported',
            onError: {
              target: 'failed',
              actions: [{ type: 'noteFileFailure', params: ({ event }) => event }, failed('Auditoria não exportada.')],
            },
          },
        },
        exported: {
          tags: 'exported',
          on: {
            'auditLog.choose': 'idle',
            'auditLog.export': { target: 'exporting', actions: { type: 'noteFormat', params: ({ event }) => event } },
          },
        },
        failed: {
          tags: 'exportFailed',
          on: {
            'auditLog.choose': 'idle',
            'auditLog.export': { target: 'exporting', actions: { type: 'noteFormat', params: ({ event }) => event } },
          },
        },
      },
    },
  },
})
