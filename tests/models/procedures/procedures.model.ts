import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** The text of the only step of each kind; null: the default. */
export interface Entered {
  'door-forced': string | null
  reported: string | null
}

/** The procedures as the page loaded them, and as another person saved them. */
export const first: Entered = { 'door-forced': 'Trancar', reported: null }
export const second: Entered = { 'door-forced': 'Fechar', reported: 'Anotar' }

/** The only step of the spreadsheet. */
export const sheetStep = 'Da planilha'

export interface ProceduresModelContext extends ModelContext {
  owner: string | null | undefined
  base: Entered | null
  etag: '"1"' | '"2"' | null
  entered: Entered
  hasTheirs: boolean
  refusals: number
  failure: string | null
  /** What the spreadsheet that a person has chosen would change; null without a spreadsheet. */
  sheet: 'changes' | 'same' | 'wrong' | null
  sheetFailure: string
}

export type ProceduresModelEvent =
  | { type: 'page.opens'; owner: string | null }
  | { type: 'person.discards'; owner: string | null }
  | { type: 'person.edits'; kind: keyof Entered; text: string | null }
  | { type: 'person.saves' }
  | { type: 'person.retries' }
  | { type: 'person.keepsMine' }
  | { type: 'person.takesTheirs' }
  | { type: 'person.continues' }
  | { type: 'server.reads' }
  | { type: 'server.hasNone'; status: number; text: string }
  | { type: 'server.isDown'; text: string }
  | { type: 'server.saves' }
  | { type: 'server.hasChanged' }
  | { type: 'server.fails'; text: string }
  | { type: 'person.exports' }
  | { type: 'person.chooses' }
  | { type: 'person.applies' }
  | { type: 'person.discardsSheet' }
  | { type: 'sheet.isWritten' }
  | { type: 'sheet.isRead'; sheet: 'changes' | 'same' | 'wrong' }
  | { type: 'sheet.isRefused'; text: string }
  | { type: 'sheet.fails' }
  | { type: 'server.imports' }
  | { type: 'server.hasOtherLists' }
  | { type: 'server.failsToImport'; text: string }

type Context = ProceduresModelContext
const nothing: Entered = { 'door-forced': null, reported: null }
const noSheet = { sheet: null, sheetFailure: '' } as const
const isSame = (one: Entered, other: Entered) =>
  one['door-forced'] === other['door-forced'] && one.reported === other.reported

const { logs, update } = modelActions<Context, ProceduresModelEvent>()
const opens = update(({ did }, event) =>
  'owner' in event
    ? {
        ...{ owner: event.owner, base: null, etag: null, entered: nothing, hasTheirs: false, failure: null },
        ...noSheet,
        did: [...did, entry('asks', 'load', { condominiumId: event.owner })],
      }
    : {},
)
const loads = update(({ did, owner = null }) => ({
  failure: null,
  did: [...did, entry('asks', 'load', { condominiumId: owner })],
}))
const reads = update(() => ({ base: first, etag: '"1"', entered: first }))
const fails = update((_, event) => ('text' in event ? { failure: event.text } : {}))
const saves = update(({ did, owner = null, etag, entered }) => ({
  failure: null,
  did: [...did, entry('asks', 'save', { condominiumId: owner, etag, entered })],
}))
const isSaved = update(() => ({ base: second, etag: '"2"', entered: second }))
/** Keeps the kinds that were changed here; takes the others from the new version. */
const merges = update(({ base, entered }) => ({
  base: second,
  etag: '"2"',
  hasTheirs: false,
  entered: {
    'door-forced': entered['door-forced'] === base?.['door-forced'] ? second['door-forced'] : entered['door-forced'],
    reported: entered.reported === base?.reported ? second.reported : entered.reported,
  },
}))

const edits = {
  target: 'editing',
  actions: update(({ entered }, event) =>
    event.type === 'person.edits' ? { entered: { ...entered, [event.kind]: event.text }, failure: null } : {},
  ),
} as const
const saving = [
  {
    guard: 'isEmptyStep',
    target: 'editing',
    actions: update(({ refusals }) => ({ refusals: refusals + 1 })),
  },
  { target: 'saving', actions: saves },
] as const

const sheets = {
  'person.exports': {
    target: 'exporting',
    actions: update(({ did }) => ({ ...noSheet, did: [...did, entry('asks', 'exportSheet')] })),
  },
  'person.chooses': {
    guard: 'isUnchanged',
    target: 'reading',
    actions: update(({ did }) => ({ ...noSheet, did: [...did, entry('asks', 'readSheet')] })),
  },
} as const

/** PROC-1: unsaved changes stay when a page is left; on an edit conflict the second person decides. */
export const proceduresModel = setup({
  types: {} as { context: Context; events: ProceduresModelEvent },
  guards: {
    isUnchanged: ({ context: { base, entered } }) => isSame(base ?? nothing, entered),
    hasChanges: ({ context: { sheet } }) => sheet === 'changes',
    isEmptyStep: ({ context: { entered } }) => entered['door-forced'] === '' || entered.reported === '',
  },
}).createMachine({
  id: 'procedures model',
  context: {
    ...{ now: 0, did: [], owner: undefined, base: null, etag: null, entered: nothing },
    ...{ hasTheirs: false, refusals: 0, failure: null, ...noSheet },
  },
  initial: 'unasked',
  on: {
    'page.opens': { guard: 'isUnchanged', target: '.loading', actions: opens },
    'person.discards': { target: '.loading', actions: opens },
  },
  states: {
    unasked: { tags: 'loading' },
    loading: {
      tags: 'loading',
      on: {
        'server.reads': { target: 'editing', actions: reads },
        'server.hasNone': { target: 'missing', actions: [fails, logs('Procedimentos não encontrados.')] },
        'server.isDown': { target: 'unavailable', actions: [fails, logs('Procedimentos não carregados.')] },
      },
    },
    missing: { tags: 'missing' },
    unavailable: { tags: 'unavailable', on: { 'person.retries': { target: 'loading', actions: loads } } },
    editing: { tags: 'open', on: { 'person.edits': edits, 'person.saves': saving, ...sheets } },
    saved: {
      tags: ['open', 'saved'],
      on: { 'person.edits': edits, 'person.saves': { target: 'saving', actions: saves }, ...sheets },
    },
    saving: {
      tags: ['open', 'busy'],
      on: {
        'server.saves': { target: 'saved', actions: isSaved },
        'server.hasChanged': { target: 'conflict', actions: update(() => ({ hasTheirs: true })) },
        'server.fails': { target: 'editing', actions: [fails, logs('Procedimentos não salvos.')] },
      },
    },
    conflict: {
      tags: 'conflict',
      on: {
        'person.keepsMine': {
          target: 'saving',
          actions: [
            merges,
            update(({ did, owner = null, etag, entered }) => ({
              did: [...did, entry('asks', 'save', { condominiumId: owner, etag, entered })],
            })),
          ],
        },
        'person.takesTheirs': {
          target: 'editing',
          actions: update(() => ({ base: second, etag: '"2"', entered: second, hasTheirs: false })),
        },
        'person.continues': { target: 'editing', actions: update(() => ({ hasTheirs: false })) },
      },
    },
    exporting: {
      tags: ['open', 'sheetBusy'],
      on: {
        'sheet.isWritten': { target: 'editing' },
        'sheet.fails': {
          target: 'editing',
          actions: [
            update(() => ({ sheetFailure: 'Não foi possível baixar a planilha. Tente de novo.' })),
            logs('Planilha de procedimentos não escrita.'),
          ],
        },
      },
    },
    reading: {
      tags: ['open', 'sheetBusy'],
      on: {
        'sheet.isRead': {
          target: 'preview',
          actions: update((_, event) => (event.type === 'sheet.isRead' ? { sheet: event.sheet } : {})),
        },
        'sheet.isRefused': {
          target: 'editing',
          actions: update((_, event) => (event.type === 'sheet.isRefused' ? { sheetFailure: event.text } : {})),
        },
        'sheet.fails': {
          target: 'editing',
          actions: [
            update(() => ({ sheetFailure: 'Não foi possível ler a planilha. Escolha o arquivo de novo.' })),
            logs('Planilha de procedimentos não lida.'),
          ],
        },
      },
    },
    preview: {
      tags: 'preview',
      on: {
        'person.applies': {
          guard: 'hasChanges',
          target: 'applying',
          actions: update(({ did }) => ({ did: [...did, entry('asks', 'saveSheet', [sheetStep])] })),
        },
        'person.discardsSheet': { target: 'editing', actions: update(() => noSheet) },
      },
    },
    applying: {
      tags: ['preview', 'busy'],
      on: {
        'server.imports': {
          target: 'renewing',
          actions: update(({ did, owner = null }) => ({
            ...noSheet,
            did: [...did, entry('asks', 'load', { condominiumId: owner })],
          })),
        },
        'server.hasOtherLists': {
          target: 'preview',
          actions: update(() => ({
            sheet: 'same',
            sheetFailure:
              'Outra pessoa acaba de alterar procedimentos, e nada foi importado. Confira de novo o que muda.',
          })),
        },
        'server.failsToImport': {
          target: 'preview',
          actions: [
            update((_, event) =>
              'text' in event ? { sheetFailure: `A importação não foi confirmada. ${event.text}` } : {},
            ),
            logs('Planilha de procedimentos não importada.'),
          ],
        },
      },
    },
    renewing: {
      tags: 'loading',
      on: {
        'server.reads': { target: 'saved', actions: reads },
        'server.hasNone': { target: 'missing', actions: [fails, logs('Procedimentos não encontrados.')] },
        'server.isDown': { target: 'unavailable', actions: [fails, logs('Procedimentos não carregados.')] },
      },
    },
  },
})
