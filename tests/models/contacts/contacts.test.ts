import { expect, test } from 'vitest'
import { contactText } from '../../../contract/contacts/contacts.ts'
import type { Contact } from '../../../contract/wire/answers/contacts.ts'
import { contactsMachine } from '../../../src/machines/contacts/contacts.machine.ts'
import type { ContactRecord } from '../../../src/services/contacts/contacts-api.ts'
import { Coverage } from '../parts/coverage.ts'
import { testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import { ana, bia, type ContactsModelContext, type ContactsModelEvent, contactsModel } from './contacts.model.ts'

const coverage = new Coverage(contactsMachine)

function startContacts() {
  const standIns = new StandIns()
  const machine = contactsMachine.provide({
    actors: {
      load: standIns.promise('load'),
      save: standIns.promise('save', ({ contacts, ...input }) => ({ ...input, contacts: contacts.map(contactText) })),
      exportSheet: standIns.promise('exportSheet', ({ contacts }) => contacts.map(contactText)),
      readSheet: standIns.promise('readSheet', ({ file }) => file.name),
    },
    actions: {
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  return runUnderRecorder(coverage.watch(machine), {
    standIns,
    input: { condominiumId: 'c1' },
    inspect: coverage.inspect,
  })
}

type Contacts = ReturnType<typeof startContacts>

const police = (name: string): Contact => ({ role: 'police', label: '', name, phone: '190', hours: '' })
const recordOf = (own: readonly Contact[], etag: string): ContactRecord => ({ lists: { own, defaults: [] }, etag })
const theirs = recordOf([police('Zoe')], '"9"')
const ownOf = ({ snapshot }: Contacts) => snapshot().context.record?.lists.own ?? []
const stored = (contacts: Contacts, text: string) => {
  const found = ownOf(contacts).find((each) => contactText(each) === text)
  if (found === undefined) throw new Error(`no contact ${text}`)
  return found
}
const calls = { loading: 'load', saving: 'save', reading: 'readSheet', exporting: 'exportSheet' } as const
const silence = 'Sem resposta do servidor.'

testPaths<ContactsModelContext, ContactsModelEvent, Contacts>('the contacts of a condominium (PROC-1)', {
  model: contactsModel,
  events: [
    { type: 'server.lists' },
    { type: 'server.fails', text: silence },
    { type: 'server.saves' },
    { type: 'server.conflicts' },
    { type: 'server.refuses', text: 'Use no máximo 30 contatos.' },
    { type: 'person.retries' },
    { type: 'person.edits', contact: null },
    { type: 'person.edits', contact: ana },
    { type: 'person.types', phone: '192' },
    { type: 'person.types', phone: '19' },
    { type: 'person.saves' },
    { type: 'person.cancels' },
    { type: 'person.removes', contact: bia },
    { type: 'person.moves', contact: ana, by: 1 },
    { type: 'person.moves', contact: bia, by: 1 },
    { type: 'person.moves', contact: bia, by: -1 },
    { type: 'person.chooses' },
    { type: 'person.applies' },
    { type: 'person.discards' },
    { type: 'person.exports' },
    { type: 'worker.reads', isSound: true },
    { type: 'worker.reads', isSound: false },
    { type: 'worker.refuses', text: 'O cabeçalho não é o do modelo.' },
    { type: 'worker.fails' },
    { type: 'download.ends' },
    { type: 'download.fails' },
  ],
  possible: (event, { context: { stage, own } }) => {
    if (event.type === 'server.lists') return stage === 'loading'
    if (event.type === 'server.fails') return stage === 'loading' || stage === 'saving'
    if (event.type.startsWith('server.')) return stage === 'saving'
    if (event.type.startsWith('worker.')) return stage === 'reading'
    if (event.type.startsWith('download.')) return stage === 'exporting'
    // "A few" and "many" contacts.
    if (event.type === 'person.edits' && event.contact === null) return own.length < 3
    return !('contact' in event) || event.contact === null || own.includes(event.contact)
  },
  key: ({ context: { stage, own, etag, draft, isSheetSound, next, failure } }) =>
    JSON.stringify([stage, own, etag, draft, isSheetSound, stage === 'saving' && next, failure]),
  status: ({ context: { stage, draft } }) => [stage, draft?.hasProblem],
  start: startContacts,
  perform: {
    'server.lists': ({ standIns }) => standIns.resolve('load', recordOf([police('Ana'), police('Bia')], '"1"')),
    'server.fails': ({ standIns }, { text }) => standIns.reject(standIns.open[0] ?? '', new Error(text)),
    'server.saves': ({ standIns }) => {
      const { contacts } = Object(standIns.inputOf('save'))
      standIns.resolve('save', { kind: 'saved', record: recordOf(contacts, '"2"') })
    },
    'server.conflicts': ({ standIns }) => standIns.resolve('save', { kind: 'conflict', record: theirs }),
    'server.refuses': ({ standIns }, { text }) => standIns.resolve('save', { kind: 'refused', message: text }),
    'person.retries': ({ send }) => send({ type: 'contacts.reload' }),
    'person.edits': (contacts, { contact }) =>
      contacts.send({ type: 'contact.edit', contact: contact === null ? null : stored(contacts, contact) }),
    'person.types': ({ send }, { phone }) => send({ type: 'contact.type', fields: { phone } }),
    'person.saves': ({ send }) => send({ type: 'contact.save' }),
    'person.cancels': ({ send }) => send({ type: 'contact.cancel' }),
    'person.removes': (contacts, { contact }) =>
      contacts.send({ type: 'contact.remove', contact: stored(contacts, contact) }),
    'person.moves': (contacts, { contact, by }) =>
      contacts.send({ type: 'contact.move', contact: stored(contacts, contact), by }),
    'person.chooses': ({ send }) => send({ type: 'sheet.choose', file: new File([], 'contatos.xlsx') }),
    'person.applies': ({ send }) => send({ type: 'sheet.apply' }),
    'person.discards': ({ send }) => send({ type: 'sheet.discard' }),
    'person.exports': ({ send }) => send({ type: 'sheet.export' }),
    'worker.reads': ({ standIns }, { isSound }) =>
      standIns.resolve('readSheet', {
        kind: 'read',
        rows: [
          { row: 2, contact: police('Zoe'), problems: [] },
          ...(isSound ? [] : [{ row: 3, contact: police('Ivo'), problems: ['Informe o telefone.'] }]),
        ],
      }),
    'worker.refuses': ({ standIns }, { text }) => standIns.resolve('readSheet', { kind: 'refused', text }),
    'worker.fails': ({ standIns }) => standIns.reject('readSheet'),
    'download.ends': ({ standIns }) => standIns.resolve('exportSheet', undefined),
    'download.fails': ({ standIns }) => standIns.reject('exportSheet'),
  },
  tags: ({ context: { stage } }) => [
    ...(stage === 'loading' ? [stage] : []),
    ...(stage === 'failed' ? ['error'] : []),
    ...(['listed', 'editing', 'saving', 'reading', 'preview', 'exporting'].includes(stage) ? ['listed'] : []),
    ...(['saving', 'reading', 'exporting'].includes(stage) ? ['busy'] : []),
    ...(stage === 'editing' || stage === 'preview' ? [stage] : []),
  ],
  expected: ({ context: { stage, own, etag, draft, isSheetSound, refusals, failure } }) => ({
    ...{ stage, own, etag, draft, isSheetSound, refusals, failure },
    open: stage in calls ? [calls[stage as keyof typeof calls]] : [],
  }),
  actual: (contacts) => {
    const { value, context } = contacts.snapshot()
    const { record, draft, sheet, refusals, failure } = context
    return {
      stage: value,
      own: ownOf(contacts).map(contactText),
      etag: record?.etag ?? '',
      draft: draft && {
        original: draft.original && contactText(draft.original),
        phone: draft.fields.phone,
        hasProblem: draft.problems.phone !== undefined,
      },
      isSheetSound: sheet?.kind === 'read' ? sheet.rows.every(({ problems }) => problems.length === 0) : null,
      refusals,
      failure,
      open: contacts.standIns.open,
    }
  },
})

async function listedContacts(): Promise<Contacts> {
  const contacts = startContacts()
  contacts.standIns.resolve('load', recordOf([police('Ana'), police('Bia')], '"1"'))
  await contacts.settle()
  return contacts
}

test('a new contact is a manager without texts (PROC-1)', async () => {
  const { send, snapshot } = await listedContacts()
  send({ type: 'contact.edit', contact: null })
  expect(snapshot().context.draft?.fields).toEqual({ role: 'manager', label: '', name: '', phone: '', hours: '' })
})

test('a contact that another person has removed cannot be moved (PROC-1)', async () => {
  const { send, snapshot } = await listedContacts()
  for (const by of [-1, 1] as const) send({ type: 'contact.move', contact: police('Zoe'), by })
  expect(snapshot().value).toBe('listed')
})

testCoverage(coverage)
