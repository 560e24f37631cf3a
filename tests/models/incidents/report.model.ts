import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export interface ReportModelContext extends ModelContext {
  /** Fields with a problem. */
  problems: readonly string[]
  refusals: number
  failure: string | null
  draft: string
}

export type ReportModelEvent =
  | { type: 'draft.isRead' }
  | { type: 'draft.isUnreadable' }
  | { type: 'person.types' }
  | { type: 'person.editsText' }
  | { type: 'person.sends'; isComplete: boolean }
  | { type: 'server.writes' }
  | { type: 'server.refuses' }
  | { type: 'server.fails' }

const { did, logs, update } = modelActions<ReportModelContext, ReportModelEvent>()

export const draft = 'Música alta'
export const entered = {
  condominiumId: 'c1',
  topic: 'noise',
  gravity: 'low',
  where: 'Salão',
  text: draft,
  isOver: false,
} as const
export const refusedText = 'Preencha este campo.'
export const failureText = 'Sem resposta do servidor.'

/**
 * BOOK-1: an incomplete occurrence is not sent. A lost or refused occurrence stays in the form, and its text in the
 * browser.
 */
export const reportModel = setup({
  types: {} as { context: ReportModelContext; events: ReportModelEvent },
}).createMachine({
  id: 'report model',
  context: { now: 0, did: [entry('asks', 'readDraft')], problems: [], refusals: 0, failure: null, draft: '' },
  initial: 'recalling',
  states: {
    recalling: {
      tags: 'unknown',
      on: {
        'draft.isRead': { target: 'writing', actions: update(() => ({ draft })) },
        'draft.isUnreadable': { target: 'writing', actions: logs('Rascunho da ocorrência não lido.') },
      },
    },
    writing: {
      on: {
        'person.types': { actions: did(entry('does', 'keepDraft', draft)) },
        'person.editsText': {
          actions: update(({ problems }) => ({ problems: problems.filter((field) => field !== 'text') })),
        },
        'person.sends': [
          {
            guard: ({ event }) => event.isComplete,
            target: 'sending',
            actions: [update(() => ({ problems: [], failure: null })), did(entry('asks', 'write', entered))],
          },
          {
            actions: update(({ refusals }) => ({
              problems: ['condominiumId', 'topic', 'text'],
              refusals: refusals + 1,
              failure: null,
            })),
          },
        ],
      },
    },
    sending: {
      tags: 'busy',
      on: {
        'server.writes': {
          target: 'written',
          actions: [did(entry('does', 'keepDraft', '')), did(entry('does', 'showIncident', 'written'))],
        },
        'server.refuses': {
          target: 'writing',
          actions: update(({ refusals }) => ({ problems: ['text'], refusals: refusals + 1 })),
        },
        'server.fails': {
          target: 'writing',
          actions: [logs('Ocorrência não registrada.'), update(() => ({ failure: failureText }))],
        },
      },
    },
    written: { tags: 'busy' },
  },
})
