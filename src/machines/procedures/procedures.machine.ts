import { assign, not, setup } from 'xstate'
import type { ProcedureKind } from '../../../contract/procedures/procedure-kinds.ts'
import type { Procedure, ProcedureStep } from '../../../contract/wire/answers/procedures.ts'
import type { ProcedureRecord, ProcedureSaveAnswer } from '../../services/procedures/procedures-api.ts'
import { type CallFailure, callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { isMissing, loadFailures, noteFailure } from '../parts/record-form.ts'
import { changedKinds, hasProblem, onTop, withProcedure } from './procedure-draft.ts'

interface ProceduresContext {
  /** The condominium whose procedures are shown; null for the customer's, undefined before the page was opened. */
  condominiumId: string | null | undefined
  record: ProcedureRecord | null
  /** The own procedures as entered. They stay until they are saved or discarded. */
  own: readonly Procedure[]
  /** Number of saves that had a problem. */
  refusals: number
  failure: CallFailure | null
  /** The procedures that another person has saved meanwhile. */
  theirs: ProcedureRecord | null
}

export type ProceduresEvent =
  /** The page was opened. Unsaved changes stay, unless the person discards them. */
  | { type: 'procedures.open'; condominiumId: string | null }
  | { type: 'procedures.discard'; condominiumId: string | null }
  /** `steps`: null for the default. */
  | { type: 'procedure.edit'; kind: ProcedureKind; steps: readonly ProcedureStep[] | null }
  | { type: 'form.save' }
  | { type: 'form.reload' }
  | { type: 'conflict.keepMine' }
  | { type: 'conflict.takeTheirs' }
  | { type: 'conflict.goOn' }

type Owner = { condominiumId: string | null }

const read = ({ event }: { event: { output: ProcedureRecord } }) => ({ record: event.output })
const answered = ({ event }: { event: { output: ProcedureSaveAnswer } }) => ({ answer: event.output })
const opened = ({ event }: { event: Owner }) => event

/** The page of the procedures of the customer or of one condominium (PROC-1). */
export const proceduresMachine = setup({
  types: {} as {
    context: ProceduresContext
    events: ProceduresEvent
    tags: 'loading' | 'missing' | 'unavailable' | 'open' | 'busy' | 'saved' | 'conflict'
  },
  actors: {
    load: promiseNotProvided<ProcedureRecord, Owner>('procedures.load'),
    save: promiseNotProvided<ProcedureSaveAnswer, Owner & { etag: string | null; own: readonly Procedure[] }>(
      'procedures.save',
    ),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('procedures.logFailure'),
    choose: assign((_, { condominiumId }: Owner) => ({
      ...{ condominiumId, record: null, own: [], failure: null, theirs: null },
    })),
    take: assign((_, { record }: { record: ProcedureRecord }) => ({ record, own: record.own })),
    edit: assign(({ context }, { kind, steps }: { kind: ProcedureKind; steps: readonly ProcedureStep[] | null }) => ({
      own: withProcedure(context.own, kind, steps),
      failure: null,
    })),
    refuse: assign({ refusals: ({ context }) => context.refusals + 1 }),
    forgetFailure: assign({ failure: null }),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: callFailureOf(error) })),
    noteAnswer: assign((_, { answer }: { answer: ProcedureSaveAnswer }) =>
      answer.kind === 'saved' ? { record: answer.record, own: answer.record.own } : { theirs: answer.theirs },
    ),
    keepMine: assign(({ context: { record, own, theirs } }) => ({
      record: theirs,
      own: onTop(record?.own ?? [], own, theirs?.own ?? []),
      theirs: null,
    })),
    takeTheirs: assign(({ context: { theirs } }) => ({ record: theirs, own: theirs?.own ?? [], theirs: null })),
    forgetTheirs: assign({ theirs: null }),
  },
  guards: {
    isChanged: ({ context: { record, own } }) => changedKinds(record?.own ?? [], own).length > 0,
    isMissing,
    hasProblem: ({ context: { own } }) => hasProblem(own),
    isSaved: (_, { answer }: { answer: ProcedureSaveAnswer }) => answer.kind === 'saved',
  },
}).createMachine({
  id: 'procedures',
  meta: { requirements: ['PROC-1'] },
  context: { condominiumId: undefined, record: null, own: [], refusals: 0, failure: null, theirs: null },
  initial: 'unasked',
  on: {
    'procedures.open': {
      guard: not('isChanged'),
      target: '.loading',
      actions: { type: 'choose', params: opened },
    },
    'procedures.discard': { target: '.loading', actions: { type: 'choose', params: opened } },
  },
  states: {
    unasked: { tags: 'loading' },
    loading: {
      tags: 'loading',
      invoke: {
        src: 'load',
        input: ({ context: { condominiumId = null } }) => ({ condominiumId }),
        onDone: { target: 'editing', actions: { type: 'take', params: read } },
        ...loadFailures({ missing: 'Procedimentos não encontrados.', unavailable: 'Procedimentos não carregados.' }),
      },
    },
    missing: {
      description: 'The server has no procedures, or the user may not see the condominium.',
      tags: 'missing',
    },
    unavailable: { tags: 'unavailable', on: { 'form.reload': { target: 'loading', actions: 'forgetFailure' } } },
    editing: {
      tags: 'open',
      initial: 'untried',
      on: {
        'procedure.edit': { target: '.untried', actions: { type: 'edit', params: ({ event }) => event } },
        'form.save': [
          { guard: 'hasProblem', actions: 'refuse' },
          { target: 'saving', actions: 'forgetFailure' },
        ],
      },
      states: { untried: {}, saved: { tags: 'saved' } },
    },
    saving: {
      tags: ['open', 'busy'],
      invoke: {
        src: 'save',
        input: ({ context: { condominiumId = null, record, own } }) => ({
          ...{ condominiumId, etag: record?.etag ?? null, own },
        }),
        onDone: [
          {
            guard: { type: 'isSaved', params: answered },
            target: 'editing.saved',
            actions: { type: 'noteAnswer', params: answered },
          },
          { target: 'conflict', actions: { type: 'noteAnswer', params: answered } },
        ],
        onError: { target: 'editing', actions: [failed('Procedimentos não salvos.'), noteFailure] },
      },
    },
    conflict: {
      description: 'Another person has changed the procedures since they were loaded: nothing was saved.',
      tags: 'conflict',
      on: {
        'conflict.keepMine': { target: 'saving', actions: 'keepMine' },
        'conflict.takeTheirs': { target: 'editing', actions: 'takeTheirs' },
        'conflict.goOn': { target: 'editing', actions: 'forgetTheirs' },
      },
    },
  },
})
