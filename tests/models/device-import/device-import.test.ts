import type { ImportRow } from '../../../contract/spreadsheet/device-sheet.ts'
import { deviceImportMachine } from '../../../src/machines/device-import/device-import.machine.ts'
import type { SheetReading } from '../../../src/services/device-import/device-sheet-reader.ts'
import { Coverage } from '../parts/coverage.ts'
import { nameOf, testCoverage, testPaths } from '../parts/path-runner.ts'
import { runUnderRecorder } from '../parts/production-actor.ts'
import { StandIns } from '../parts/stand-ins.ts'
import {
  type Destination,
  type ImportModelContext,
  type ImportModelEvent,
  importModel,
  type Reading,
  readings,
  rejections,
  words,
} from './device-import.model.ts'

const coverage = new Coverage(deviceImportMachine)
const file = new File(['PK'], 'dispositivos.xlsx')
const targetAt = (id: Destination) => ({ id, name: `Condomínio ${id}` })

function startImport() {
  const standIns = new StandIns()
  const machine = deviceImportMachine.provide({
    actors: {
      readSheet: standIns.promise('readSheet', ({ chosen }) => chosen?.target.id),
      upload: standIns.callback('upload', ({ chosen, userId }) => ({ destination: chosen?.target.id, userId })),
      holdPage: standIns.callback('holdPage'),
    },
    actions: {
      saveTemplate: standIns.effect('saveTemplate'),
      saveProblems: standIns.effect('saveProblems'),
      logFailure: standIns.effect('logFailure', (_, { message }) => message),
    },
  })
  return runUnderRecorder(coverage.watch(machine), { standIns, input: { userId: 'ana' }, inspect: coverage.inspect })
}

type Import = ReturnType<typeof startImport>

const sheet = { name: 'Portaria', hasHidden: false }
const texts = { wordCode: 'A-1', name: 'Leitor', model: 'CA', ip: '10.0.0.1', port: '80', active: 'Sim' }

function readingOf(reading: Reading): SheetReading {
  const { rows, text } = readings[reading]
  if (text !== '') return { kind: 'refused', text }
  return { kind: 'read', sheet, rows: rows.map(({ row, wrong }): ImportRow => ({ row, texts, problems: wrong })) }
}

const news = ({ standIns }: Import, event: { type: string; [key: string]: unknown }) =>
  standIns.sendBack('upload', event)

const tagsOf: Readonly<Record<string, string[]>> = {
  refused: ['error'],
  failed: ['error', 'rows'],
  sound: ['rows'],
  withdrawn: ['rows'],
  faulty: ['rows'],
  rejected: ['rows'],
  reading: ['busy'],
  'uploading.sending': ['busy', 'rows'],
  'uploading.awaited': ['busy', 'rows'],
}

const openIn: Readonly<Record<string, string[]>> = {
  reading: ['readSheet'],
  'uploading.sending': ['holdPage', 'upload'],
  'uploading.awaited': ['holdPage', 'upload'],
}

function possible({ type }: ImportModelEvent, state: string, holdsPage: boolean): boolean {
  if (type.startsWith('worker.')) return state === 'reading'
  if (type === 'browser.holdsNoPage') return state === 'uploading.sending' && holdsPage
  if (/^(upload|server)\./.test(type)) return state.startsWith('uploading')
  return true
}

testPaths<ImportModelContext, ImportModelEvent, Import>('the import of devices', {
  model: importModel,
  events: [
    { type: 'person.chooses', destination: 'c1' },
    { type: 'person.chooses', destination: 'c2' },
    { type: 'person.sends' },
    { type: 'person.cancels' },
    { type: 'person.discards' },
    { type: 'person.savesTemplate' },
    { type: 'person.savesProblems' },
    { type: 'person.selects', destination: 'c1' },
    { type: 'person.selects', destination: null },
    { type: 'worker.reads', reading: 'sound' },
    { type: 'worker.reads', reading: 'faulty' },
    { type: 'worker.reads', reading: 'refused' },
    { type: 'worker.breaks' },
    { type: 'upload.advances' },
    { type: 'upload.arrives' },
    { type: 'upload.breaks' },
    { type: 'browser.holdsNoPage' },
    { type: 'server.stores', count: 2 },
    { type: 'server.rejects', rejection: 'cells' },
    { type: 'server.rejects', rejection: 'file' },
    { type: 'server.fails' },
    { type: 'server.refusesToken' },
  ],
  possible: (event, { value, context: { did } }) =>
    possible(event, nameOf(value), !did.at(-1)?.includes('não segura a página')),
  key: ({ value, context: { destination, share, message } }) => `${nameOf(value)} ${destination} ${share} ${message}`,
  start: startImport,
  perform: {
    'person.chooses': ({ send }, { destination }) =>
      send({ type: 'import.choose', file, target: targetAt(destination) }),
    'person.sends': ({ send }) => send({ type: 'import.send' }),
    'person.cancels': ({ send }) => send({ type: 'import.cancel' }),
    'person.discards': ({ send }) => send({ type: 'import.discard' }),
    'person.savesTemplate': ({ send }) => send({ type: 'import.saveTemplate' }),
    'person.savesProblems': ({ send }) => send({ type: 'import.saveProblems' }),
    'person.selects': ({ send }, { destination }) =>
      send({
        type: 'condominiums.selected',
        condominium: destination === null ? null : { id: destination },
      }),
    'worker.reads': ({ standIns }, { reading }) => standIns.resolve('readSheet', readingOf(reading)),
    'worker.breaks': ({ standIns }) => standIns.reject('readSheet'),
    'upload.advances': (actor) => news(actor, { type: 'upload.progressed', share: 0.5 }),
    'upload.arrives': (actor) => news(actor, { type: 'upload.sent' }),
    'upload.breaks': ({ standIns }) => standIns.crash('upload'),
    'browser.holdsNoPage': ({ standIns }) => standIns.crash('holdPage'),
    'server.stores': (actor, { count }) => news(actor, { type: 'upload.imported', count }),
    'server.rejects': (actor, { rejection }) =>
      news(actor, { type: 'upload.rejected', message: words.rejected, problems: rejections[rejection] }),
    'server.fails': (actor) => news(actor, { type: 'upload.failed', message: words.failed }),
    'server.refusesToken': (actor) =>
      news(actor, { type: 'upload.unauthorized', token: 'old', message: words.unauthorized }),
  },
  tags: ({ value }) => tagsOf[nameOf(value)] ?? [],
  expected: ({ value, context: { destination, rows, share, count, message, did } }) => {
    const state = nameOf(value)
    const isPageFree = did.at(-1)?.includes('não segura a página') ?? false
    return {
      state,
      destination,
      rows,
      sheet: rows.length === 0 ? null : sheet,
      share,
      count,
      message,
      open: (openIn[state] ?? []).filter((name) => !(isPageFree && name === 'holdPage')),
    }
  },
  actual: (actor) => {
    const { value, context } = actor.snapshot()
    return {
      state: nameOf(value).replace(/^open\.(?:(?:idle|preview)\.)?/, ''),
      destination: context.chosen?.target.id ?? null,
      sheet: context.rows.length === 0 ? null : context.sheet,
      rows: context.rows.map(({ row, problems }) => ({ row, wrong: problems })),
      share: context.share,
      count: context.count,
      message: context.message,
      open: actor.standIns.open,
    }
  },
})

testCoverage(coverage)
