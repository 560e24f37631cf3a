import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

export const ana = 'Polícia: Ana, 190'
export const bia = 'Polícia: Bia, 190'
/** The only contact of another person's list, and of the spreadsheet. */
export const zoe = 'Polícia: Zoe, 190'
export const conflictText = 'Outra pessoa acaba de alterar os contatos: a lista já é a dela. Confira e faça de novo.'
export const unreadText = 'Não foi possível ler a planilha. Escolha o arquivo de novo.'
export const unwrittenText = 'Não foi possível baixar a planilha. Tente de novo.'

export interface ContactsModelContext extends ModelContext {
  stage: 'loading' | 'failed' | 'listed' | 'editing' | 'saving' | 'reading' | 'preview' | 'exporting'
  own: readonly string[]
  etag: string
  /** The edited contact: the text of the stored contact (null: new), the typed telephone, and whether a problem is shown. */
  draft: { original: string | null; phone: string; hasProblem: boolean } | null
  /** Whether the rows of the spreadsheet have no problem; null without a spreadsheet. */
  isSheetSound: boolean | null
  next: readonly string[]
  refusals: number
  failure: string
}

export type ContactsModelEvent =
  | { type: 'server.lists' }
  | { type: 'server.fails'; text: string }
  | { type: 'server.saves' }
  | { type: 'server.conflicts' }
  | { type: 'server.refuses'; text: string }
  | { type: 'person.retries' }
  | { type: 'person.edits'; contact: string | null }
  | { type: 'person.types'; phone: string }
  | { type: 'person.saves' }
  | { type: 'person.cancels' }
  | { type: 'person.removes'; contact: string }
  | { type: 'person.moves'; contact: string; by: -1 | 1 }
  | { type: 'person.chooses' }
  | { type: 'person.applies' }
  | { type: 'person.discards' }
  | { type: 'person.exports' }
  | { type: 'worker.reads'; isSound: boolean }
  | { type: 'worker.refuses'; text: string }
  | { type: 'worker.fails' }
  | { type: 'download.ends' }
  | { type: 'download.fails' }

type Context = ContactsModelContext
type EventOf<Type> = Extract<ContactsModelEvent, { type: Type }>
const { update } = modelActions<Context, ContactsModelEvent>()
const closed = { draft: null, isSheetSound: null, failure: '' } as const

/** Handles an event in one stage only; in the other stages the event changes nothing. */
function on<Type extends ContactsModelEvent['type']>(
  stage: Context['stage'],
  change: (context: Context, event: EventOf<Type>) => Partial<Context>,
) {
  return {
    actions: update((context, event) => (context.stage === stage ? change(context, event as EventOf<Type>) : {})),
  }
}

function does({ did }: Context, ...entries: string[]) {
  return { did: [...did, ...entries] }
}

function logs(context: Context, message: string) {
  return does(context, entry('does', 'logFailure', message))
}

function saves(context: Context, next: readonly string[]): Partial<Context> {
  return {
    stage: 'saving',
    next,
    failure: '',
    ...does(context, entry('asks', 'save', { condominiumId: 'c1', etag: context.etag, contacts: next })),
  }
}

function refused(context: Context, failure: string): Partial<Context> {
  const withoutDraft = context.isSheetSound === null ? 'listed' : 'preview'
  return { stage: context.draft === null ? withoutDraft : 'editing', failure }
}

/** The text of a contact after the telephone was typed. */
function typedText({ original, phone }: NonNullable<Context['draft']>): string {
  return original === null ? `Síndico: ${phone}` : original.replace(/\d+$/, phone)
}

/** PROC-1: one change at a time is saved with the whole list; another person's change is never overwritten. */
export const contactsModel = setup({
  types: {} as { context: Context; events: ContactsModelEvent },
}).createMachine({
  id: 'contacts model',
  context: {
    now: 0,
    did: [entry('asks', 'load', { condominiumId: 'c1' })],
    stage: 'loading',
    own: [],
    etag: '',
    next: [],
    refusals: 0,
    ...closed,
  },
  on: {
    'server.lists': on('loading', () => ({ stage: 'listed', own: [ana, bia], etag: '"1"', failure: '' })),
    'server.fails': {
      actions: update((context, event) => {
        const { text } = event as EventOf<'server.fails'>
        return context.stage === 'loading'
          ? { stage: 'failed', failure: text, ...logs(context, 'Contatos não carregados.') }
          : { ...refused(context, text), ...logs(context, 'Contatos não salvos.') }
      }),
    },
    'server.saves': on('saving', ({ next }) => ({ stage: 'listed', own: next, etag: '"2"', ...closed })),
    'server.conflicts': on('saving', (context) => ({ ...refused(context, conflictText), own: [zoe], etag: '"9"' })),
    'server.refuses': on<'server.refuses'>('saving', (context, { text }) => refused(context, text)),
    'person.retries': on('failed', (context) => ({
      stage: 'loading',
      ...does(context, entry('asks', 'load', { condominiumId: 'c1' })),
    })),
    'person.edits': on<'person.edits'>('listed', (_, { contact }) => ({
      stage: 'editing',
      draft: { original: contact, phone: contact === null ? '' : '190', hasProblem: false },
      failure: '',
    })),
    'person.types': on<'person.types'>('editing', ({ draft }, { phone }) => ({
      draft: draft && { ...draft, phone, hasProblem: false },
    })),
    'person.saves': on('editing', (context) => {
      const { draft, own, refusals } = context
      if (draft === null) return {}
      if (draft.phone.length < 3) return { draft: { ...draft, hasProblem: true }, refusals: refusals + 1 }
      const at = own.indexOf(draft.original ?? '')
      return saves(context, at === -1 ? [...own, typedText(draft)] : own.with(at, typedText(draft)))
    }),
    'person.cancels': on('editing', () => ({ stage: 'listed', ...closed })),
    'person.removes': on<'person.removes'>('listed', (context, { contact }) =>
      saves(
        context,
        context.own.filter((each) => each !== contact),
      ),
    ),
    'person.moves': on<'person.moves'>('listed', (context, { contact, by }) => {
      const at = context.own.indexOf(contact)
      return context.own[at + by] === undefined
        ? {}
        : saves(context, context.own.toSpliced(at, 1).toSpliced(at + by, 0, contact))
    }),
    'person.chooses': on('listed', (context) => ({
      stage: 'reading',
      ...does(context, entry('asks', 'readSheet', 'contatos.xlsx')),
    })),
    'worker.reads': on<'worker.reads'>('reading', (_, { isSound }) => ({
      stage: 'preview',
      isSheetSound: isSound,
      failure: '',
    })),
    'worker.refuses': on<'worker.refuses'>('reading', (_, { text }) => ({
      stage: 'listed',
      isSheetSound: null,
      failure: text,
    })),
    'worker.fails': on('reading', (context) => ({
      stage: 'listed',
      failure: unreadText,
      ...logs(context, 'Planilha de contatos não lida.'),
    })),
    'person.applies': on('preview', (context) => (context.isSheetSound ? saves(context, [zoe]) : {})),
    'person.discards': on('preview', () => ({ stage: 'listed', ...closed })),
    'person.exports': on('listed', (context) => ({
      ...{ stage: 'exporting', failure: '' },
      ...does(context, entry('asks', 'exportSheet', context.own)),
    })),
    'download.ends': on('exporting', () => ({ stage: 'listed' })),
    'download.fails': on('exporting', (context) => ({
      ...{ stage: 'listed', failure: unwrittenText },
      ...logs(context, 'Planilha de contatos não escrita.'),
    })),
  },
})
