import { assign, setup } from 'xstate'
import { contactText } from '../../../contract/contacts/contacts.ts'
import { type ContactProblems, contactProblems, enteredContact } from '../../../contract/fields/contact.ts'
import type { ContactRow } from '../../../contract/spreadsheet/contact-sheet.ts'
import type { Contact } from '../../../contract/wire/answers/contacts.ts'
import type { ContactRecord, ContactsAnswer } from '../../services/contacts/contacts-api.ts'
import type { SheetAnswer } from '../../services/files/sheet-reader.ts'
import { callFailureOf } from '../parts/call-failure.ts'
import { failed } from '../parts/failed.ts'
import { withMoved } from '../parts/moved-item.ts'
import { effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'
import { decidingSheet, exportingSheet, isRead, readingSheet, type SheetEvent } from '../parts/sheet-states.ts'

type ContactSheet = SheetAnswer<ContactRow[]>

/** A contact while a person edits it. */
export interface ContactDraft {
  /** The stored contact; null for a new contact. */
  original: Contact | null
  fields: Contact
  problems: ContactProblems
}

interface ContactsContext {
  /** The condominium of the contacts; null for the contacts of the customer. */
  condominiumId: string | null
  record: ContactRecord | null
  draft: ContactDraft | null
  /** Counts the refused drafts, so that the view can focus the first problem. */
  refusals: number
  /** The rows of a spreadsheet that would replace the list. */
  sheet: ContactSheet | null
  /** The list that is being saved. */
  next: readonly Contact[]
  /** Why the last action failed, as a text for the user; '' if it did not. */
  failure: string
}

export type ContactsEvent =
  | { type: 'contacts.reload' }
  /** Null begins a new contact. */
  | { type: 'contact.edit'; contact: Contact | null }
  | { type: 'contact.type'; fields: Partial<Contact> }
  | { type: 'contact.save' }
  | { type: 'contact.cancel' }
  | { type: 'contact.remove'; contact: Contact }
  /** `by`: -1 is one place up, 1 is one place down. */
  | { type: 'contact.move'; contact: Contact; by: -1 | 1 }
  | SheetEvent

const conflictText = 'Outra pessoa acaba de alterar os contatos: a lista já é a dela. Confira e faça de novo.'
const emptyContact: Contact = { role: 'manager', label: '', name: '', phone: '', hours: '' }

const loaded = ({ event }: { event: { output: ContactRecord } }) => ({ record: event.output })
const answered = ({ event }: { event: { output: ContactsAnswer } }) => ({ answer: event.output })
const given = <Event>({ event }: { event: Event }): Event => event

/**
 * The contacts of a condominium or of the customer (PROC-1): shown beside an incident and on pages; changed one at a time, or by a
 * spreadsheet that replaces the list.
 */
export const contactsMachine = setup({
  types: {} as {
    context: ContactsContext
    events: ContactsEvent
    input: { condominiumId: string | null }
    tags: 'loading' | 'error' | 'listed' | 'editing' | 'busy' | 'preview'
  },
  actors: {
    load: promiseNotProvided<ContactRecord, { condominiumId: string | null }>('contacts.load'),
    save: promiseNotProvided<
      ContactsAnswer,
      { condominiumId: string | null; etag: string | null; contacts: readonly Contact[] }
    >('contacts.save'),
    /** Downloads a spreadsheet of the contacts of this condominium or customer. */
    exportSheet: promiseNotProvided<void, { contacts: readonly Contact[] }>('contacts.exportSheet'),
    readSheet: promiseNotProvided<ContactSheet, { file: File }>('contacts.readSheet'),
  },
  actions: {
    logFailure: effectNotProvided<{ message: string; error: unknown }>('contacts.logFailure'),
    take: assign((_, { record }: { record: ContactRecord }) => ({ record, failure: '' })),
    begin: assign((_, { contact }: { contact: Contact | null }) => ({
      draft: { original: contact, fields: contact ?? emptyContact, problems: {} },
      failure: '',
    })),
    type: assign(({ context: { draft } }, { fields }: { fields: Partial<Contact> }) => ({
      draft: typed(draft, fields),
    })),
    noteProblems: assign(({ context: { draft, refusals } }) => ({
      draft: draft && { ...draft, problems: contactProblems(enteredContact(draft.fields)) },
      refusals: refusals + 1,
    })),
    forgetDraft: assign({ draft: null, failure: '' }),
    insertDraft: assign(({ context }) => ({ next: withDraft(context), failure: '' })),
    remove: assign(({ context }, { contact }: { contact: Contact }) => ({
      next: ownOf(context).filter((each) => each !== contact),
      failure: '',
    })),
    move: assign(({ context }, { contact, by }: { contact: Contact; by: -1 | 1 }) => ({
      next: withMoved(ownOf(context), ownOf(context).indexOf(contact), by),
      failure: '',
    })),
    takeAnswer: assign((_, { answer }: { answer: ContactsAnswer }) => afterAnswer(answer)),
    noteFailure: assign((_, { error }: { error: unknown }) => ({ failure: callFailureOf(error).message })),
    takeSheet: assign((_, { sheet }: { sheet: ContactSheet }) =>
      sheet.kind === 'read' ? { sheet, failure: '' } : { sheet: null, failure: sheet.text },
    ),
    noteSheetFailure: assign((_, { text }: { text: string }) => ({ failure: text })),
    forgetSheet: assign({ sheet: null, failure: '' }),
    insertSheet: assign(({ context: { sheet } }) => ({
      next: sheet?.kind === 'read' ? sheet.rows.map(({ contact }) => contact) : [],
      failure: '',
    })),
  },
  guards: {
    breaksRules: ({ context: { draft } }) =>
      draft !== null && Object.keys(contactProblems(enteredContact(draft.fields))).length > 0,
    canMove: ({ context }, { contact, by }: { contact: Contact; by: -1 | 1 }) => {
      const own = ownOf(context)
      const at = own.indexOf(contact)
      return at >= 0 && own[at + by] !== undefined
    },
    isDraft: ({ context: { draft } }) => draft !== null,
    isSheet: ({ context: { sheet } }) => sheet !== null,
    isRead,
    isSheetSound: ({ context: { sheet } }) =>
      sheet?.kind === 'read' && sheet.rows.every(({ problems }) => problems.length === 0),
  },
}).createMachine({
  id: 'contacts',
  meta: { requirements: ['PROC-1'] },
  context: ({ input: { condominiumId } }) => ({
    condominiumId,
    record: null,
    draft: null,
    refusals: 0,
    sheet: null,
    next: [],
    failure: '',
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      invoke: {
        src: 'load',
        input: ({ context: { condominiumId } }) => ({ condominiumId }),
        onDone: { target: 'listed', actions: { type: 'take', params: loaded } },
        onError: {
          target: 'failed',
          actions: [failed('Contatos não carregados.'), { type: 'noteFailure', params: given }],
        },
      },
    },
    failed: { tags: 'error', on: { 'contacts.reload': 'loading' } },
    listed: {
      tags: 'listed',
      on: {
        'contact.edit': { target: 'editing', actions: { type: 'begin', params: given } },
        'contact.remove': { target: 'saving', actions: { type: 'remove', params: given } },
        'contact.move': {
          guard: { type: 'canMove', params: given },
          target: 'saving',
          actions: { type: 'move', params: given },
        },
        'sheet.choose': 'reading',
        'sheet.export': { target: 'exporting', actions: 'forgetSheet' },
      },
    },
    editing: {
      tags: ['listed', 'editing'],
      on: {
        'contact.type': { actions: { type: 'type', params: given } },
        'contact.save': [
          { guard: 'breaksRules', actions: 'noteProblems' },
          { target: 'saving', actions: 'insertDraft' },
        ],
        'contact.cancel': { target: 'listed', actions: 'forgetDraft' },
      },
    },
    saving: {
      description: 'The list is saved as a whole, so that order and contacts of one version belong together.',
      tags: ['listed', 'busy'],
      invoke: {
        src: 'save',
        input: ({ context: { condominiumId, record, next } }) => ({
          condominiumId,
          etag: record?.etag ?? null,
          contacts: next,
        }),
        onDone: { target: 'answered', actions: { type: 'takeAnswer', params: answered } },
        onError: {
          target: 'answered',
          actions: [failed('Contatos não salvos.'), { type: 'noteFailure', params: given }],
        },
      },
    },
    answered: {
      description: 'A contact that a person edits, or a spreadsheet, stays open if it was not saved.',
      always: [{ guard: 'isDraft', target: 'editing' }, { guard: 'isSheet', target: 'preview' }, { target: 'listed' }],
    },
    exporting: {
      tags: ['listed', 'busy'],
      invoke: {
        ...exportingSheet('listed', 'Planilha de contatos não escrita.'),
        input: ({ context }) => ({ contacts: ownOf(context) }),
      },
    },
    reading: {
      tags: ['listed', 'busy'],
      invoke: readingSheet<ContactRow[], 'listed'>('listed', 'Planilha de contatos não lida.'),
    },
    preview: {
      tags: ['listed', 'preview'],
      on: decidingSheet({ target: 'saving', actions: 'insertSheet' }, 'listed'),
    },
  },
})

function ownOf({ record }: ContactsContext): readonly Contact[] {
  return record?.lists.own ?? []
}

function typed(draft: ContactDraft | null, fields: Partial<Contact>): ContactDraft | null {
  if (draft === null) return null
  const fresh = Object.keys(fields)
  return {
    ...draft,
    fields: { ...draft.fields, ...fields },
    problems: Object.fromEntries(Object.entries(draft.problems).filter(([name]) => !fresh.includes(name))),
  }
}

/** Returns the list with the draft instead of its original. A new contact is last. */
function withDraft(context: ContactsContext): readonly Contact[] {
  const { draft } = context
  const own = ownOf(context)
  if (draft === null) return own
  const contact = enteredContact(draft.fields)
  const at = draft.original === null ? -1 : own.map(contactText).indexOf(contactText(draft.original))
  return at === -1 ? [...own, contact] : own.with(at, contact)
}

function afterAnswer(answer: ContactsAnswer): Partial<ContactsContext> {
  if (answer.kind === 'refused') return { failure: answer.message }
  const { record } = answer
  return answer.kind === 'saved' ? { record, draft: null, sheet: null } : { record, failure: conflictText }
}
