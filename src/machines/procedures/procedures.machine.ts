import { assign, not, setup } from 'xstate'
import type { ProcedureKind } from '../../../contract/procedures/procedure-kinds.ts'
import { type ChangedList, changedLists } from '../../../contract/spreadsheet/procedure-sheet.ts'
import type { Procedure, ProcedureStep } from '../../../contract/wire/answers/procedures.ts'
import type { SheetAnswer } from '../../services/files/sheet-reader.ts'
import type { ListsSaveAnswer, ProcedureRecord, ProcedureSaveAnswer } from '../../services/procedures/procedures-api.ts'
import { type CallFailure, callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { isMissing, loadFailures, noteFailure } from '../parts/record-form.ts'
import { decidingSheet, exportingSheet, isRead, readingSheet, type SheetEvent } from '../parts/sheet-states.ts'
import { changedKinds, hasProblem, onTop, withProcedure } from './procedure-draft.ts'
import { type ProcedurePreview, previewOf, type ReadProcedures, sheetTexts } from './procedure-preview.ts'

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
  /** The spreadsheet that would change procedures. */
  preview: ProcedurePreview | null
  /** Why the last action with a spreadsheet failed, for a person; '' if it did not. */
  sheetFailure: string
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
  | SheetEvent

type Owner = { condominiumId: string | null }

const read = ({ event }: { event: { output: ProcedureRecord } }) => ({ record: event.output })
const answered = ({ event }: { event: { output: ProcedureSaveAnswer } }) => ({ answer: event.output })
const applied = ({ event }: { event: { output: ListsSaveAnswer } }) => ({ answer: event.output })
const opened = ({ event }: { event: Owner }) => event

const load = (target: 'editing' | 'editing.saved') =>
  ({
    src: 'load',
    input: ({ context: { condominiumId = null } }: { context: ProceduresContext }) => ({ condominiumId }),
    onDone: { target, actions: { type: 'take', params: read } },
    ...loadFailures({ missing: 'Procedimentos não encontrados.', unavailable: 'Procedimentos não carregados.' }),
  }) as const

/** The page of the procedures of the customer or of one condominium, and the spreadsheet of all procedures (PROC-1). */
export const proceduresMachine = setup({
  types: {} as {
    context: ProceduresContext
    events: ProceduresEvent
    tags: 'loading' | 'missing' | 'unavailable' | 'open' | 'busy' | 'saved' | 'conflict' | 'sheetBusy' | 'preview'
  },
  actors: {
    load: promiseNotProvided<ProcedureRecord, Owner>('procedures.load'),
    save: promiseNotProvided<ProcedureSaveAnswer, Owner & { etag: string | null; own: readonly Procedure[] }>(
      'procedures.save',
    ),
    /** Downloads the spreadsheet of all procedures. */
    exportSheet: promiseNotProvided<void>('procedures.exportSheet'),
    readSheet: promiseNotProvided<SheetAnswer<ReadProcedures>, { file: File }>('procedures.readSheet'),
    saveSheet: promiseNotProvided<ListsSaveAnswer, { lists: readonly ChangedList[] }>('procedures.saveSheet'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('procedures.logFailure'),
    choose: assign((_, { condominiumId }: Owner) => ({
      ...{ condominiumId, record: null, own: [], failure: null, theirs: null, preview: null, sheetFailure: '' },
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
    takeSheet: assign((_, { sheet }: { sheet: SheetAnswer<ReadProcedures> }) =>
      sheet.kind === 'read'
        ? { preview: previewOf(sheet.rows), sheetFailure: '' }
        : { preview: null, sheetFailure: sheet.text },
    ),
    /** Compares the rows with the lists that another person has changed. */
    compareAgain: assign(({ context: { preview } }, { answer }: { answer: ListsSaveAnswer }) =>
      preview !== null && answer.kind === 'conflict'
        ? { preview: previewOf({ ...preview, lists: answer.theirs }), sheetFailure: sheetTexts.conflict }
        : {},
    ),
    noteSheetFailure: assign((_, { text }: { text: string }) => ({ sheetFailure: text })),
    noteUnsaved: assign((_, { error }: { error: unknown }) => ({
      sheetFailure: `${sheetTexts.unsaved} ${callFailureOf(error).message}`,
    })),
    forgetSheet: assign({ preview: null, sheetFailure: '' }),
  },
  guards: {
    isChanged: ({ context: { record, own } }) => changedKinds(record?.own ?? [], own).length > 0,
    isMissing,
    hasProblem: ({ context: { own } }) => hasProblem(own),
    isSaved: (_, { answer }: { answer: ProcedureSaveAnswer }) => answer.kind === 'saved',
    isRead,
    isSheetSound: ({ context: { preview } }) =>
      preview !== null && preview.problems.length === 0 && preview.procedures.some(({ isChanged }) => isChanged),
    isApplied: (_, { answer }: { answer: ListsSaveAnswer }) => answer.kind === 'saved',
  },
}).createMachine({
  id: 'procedures',
  meta: { requirements: ['PROC-1'] },
  context: {
    ...{ condominiumId: undefined, record: null, own: [], refusals: 0, failure: null, theirs: null },
    ...{ preview: null, sheetFailure: '' },
  },
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
      invoke: load('editing'),
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
        'sheet.export': { target: 'exporting', actions: 'forgetSheet' },
        'sheet.choose': { guard: not('isChanged'), target: 'reading', actions: 'forgetSheet' },
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
    exporting: {
      tags: ['open', 'sheetBusy'],
      invoke: exportingSheet('editing', 'Planilha de procedimentos não escrita.'),
    },
    reading: {
      tags: ['open', 'sheetBusy'],
      invoke: readingSheet<ReadProcedures, 'editing'>('editing', 'Planilha de procedimentos não lida.'),
    },
    preview: {
      description: 'Nothing is saved before the person has seen what changes.',
      tags: 'preview',
      on: decidingSheet({ target: 'applying' }, 'editing'),
    },
    applying: {
      tags: ['preview', 'busy'],
      invoke: {
        src: 'saveSheet',
        input: ({ context: { preview } }) => ({
          lists: preview === null ? [] : changedLists(preview.procedures, preview.lists),
        }),
        onDone: [
          { guard: { type: 'isApplied', params: applied }, target: 'renewing', actions: 'forgetSheet' },
          { target: 'preview', actions: { type: 'compareAgain', params: applied } },
        ],
        onError: {
          target: 'preview',
          actions: [
            failed('Planilha de procedimentos não importada.'),
            { type: 'noteUnsaved', params: ({ event }) => event },
          ],
        },
      },
    },
    renewing: {
      description: 'The spreadsheet may have changed the procedures of this page.',
      tags: 'loading',
      invoke: load('editing.saved'),
    },
  },
})
