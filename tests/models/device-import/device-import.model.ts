import { setup } from 'xstate'
import { entry } from '../parts/journal.ts'
import { modelActions } from '../parts/model-actions.ts'
import type { ModelContext } from '../parts/path-runner.ts'

/** Results of a worker: the rows of the file with their invalid fields, or the reason to reject the file. */
export const readings = {
  sound: {
    rows: [
      { row: 2, wrong: {} },
      { row: 4, wrong: {} },
    ],
    text: '',
  },
  faulty: {
    rows: [
      { row: 2, wrong: {} },
      { row: 4, wrong: { ip: 'Informe um endereço.' } },
    ],
    text: '',
  },
  refused: { rows: [], text: 'Esta planilha contém macros.' },
} as const

/** Cell errors that the server may answer. */
export const rejections = {
  cells: [
    { row: 4, field: 'wordCode', message: 'Já existe.' },
    { row: 4, field: 'name', message: 'Preencha.' },
    { row: 9, field: 'name', message: 'De uma linha que ninguém enviou.' },
  ],
  file: [],
} as const

export type Reading = keyof typeof readings
export type Rejection = keyof typeof rejections
export type Destination = 'c1' | 'c2'
type Wrong = Readonly<Partial<Record<string, string>>>

export interface ImportModelContext extends ModelContext {
  /** Condominium that the file is imported into, or null without a file. */
  destination: Destination | null
  rows: readonly { row: number; wrong: Wrong }[]
  share: number
  count: number
  message: string
}

export type ImportModelEvent =
  | { type: 'person.chooses'; destination: Destination }
  | { type: 'person.sends' }
  | { type: 'person.cancels' }
  | { type: 'person.discards' }
  | { type: 'person.savesTemplate' }
  | { type: 'person.savesProblems' }
  | { type: 'person.selects'; destination: Destination | null }
  | { type: 'worker.reads'; reading: Reading }
  | { type: 'worker.breaks' }
  | { type: 'upload.advances' }
  | { type: 'upload.arrives' }
  | { type: 'upload.breaks' }
  | { type: 'browser.holdsNoPage' }
  | { type: 'server.stores'; count: number }
  | { type: 'server.rejects'; rejection: Rejection }
  | { type: 'server.fails' }
  | { type: 'server.refusesToken' }

export const words = {
  rejected: 'Nada foi importado.',
  failed: 'Erro inesperado ao importar excel',
  unauthorized: 'Sua sessão não é mais válida.',
} as const

const { did, logs, update } = modelActions<ImportModelContext, ImportModelEvent>()
const forgets = update(() => ({ destination: null, rows: [], share: 0, message: '' }))
const chooses = update(({ did }, event) =>
  event.type === 'person.chooses'
    ? {
        destination: event.destination,
        rows: [],
        share: 0,
        message: '',
        did: [...did, entry('asks', 'readSheet', event.destination)],
      }
    : {},
)
const reads = update((_, event) => {
  if (event.type !== 'worker.reads') return {}
  const { rows, text } = readings[event.reading]
  return { rows, message: text }
})
const begins = update(({ did, destination }) => ({
  share: 0,
  message: '',
  did: [...did, entry('asks', 'upload', { destination, userId: 'ana' }), entry('asks', 'holdPage')],
}))
const rejects = update(({ rows }, event) => {
  if (event.type !== 'server.rejects') return {}
  const held = (row: number) =>
    rejections[event.rejection].filter((each) => each.row === row).map(({ field, message }) => [field, message])
  const marked = rows.map(({ row, wrong }) => ({ row, wrong: { ...wrong, ...Object.fromEntries(held(row)) } }))
  return { message: words.rejected, rows: marked }
})

const mayChoose = { 'person.chooses': { target: '#reading', actions: chooses } } as const
const mayDiscard = { ...mayChoose, 'person.discards': { target: '#fresh', actions: forgets } } as const
const elsewhere = { guard: 'isElsewhere', target: '#moved', actions: forgets } as const
const mayReview = {
  ...mayDiscard,
  'person.selects': elsewhere,
  'person.savesProblems': { actions: did(entry('does', 'saveProblems')) },
} as const
const maySend = { ...mayReview, 'person.sends': '#sending' } as const

/** HTTP-5: a file is read, reviewed, sent, and stored completely or not at all. */
export const importModel = setup({
  types: {} as { context: ImportModelContext; events: ImportModelEvent },
  guards: {
    isElsewhere: ({ context, event }) => event.type === 'person.selects' && event.destination !== context.destination,
    isRefused: ({ event }) => event.type === 'worker.reads' && event.reading === 'refused',
    isFaulty: ({ event }) => event.type === 'worker.reads' && event.reading === 'faulty',
    isAgainstFile: ({ event }) => event.type === 'server.rejects' && event.rejection === 'file',
  },
}).createMachine({
  id: 'import model',
  context: { now: 0, did: [], destination: null, rows: [], share: 0, count: 0, message: '' },
  initial: 'fresh',
  on: { 'person.savesTemplate': { actions: did(entry('does', 'saveTemplate')) } },
  states: {
    fresh: { id: 'fresh', on: mayDiscard },
    cancelled: { on: mayDiscard },
    moved: { id: 'moved', on: mayDiscard },
    refused: { id: 'refused', on: mayDiscard },
    done: { on: mayDiscard },
    reading: {
      id: 'reading',
      on: {
        'person.cancels': { target: 'cancelled', actions: forgets },
        'person.selects': elsewhere,
        'worker.reads': [
          { guard: 'isRefused', target: 'refused', actions: reads },
          { guard: 'isFaulty', target: 'faulty', actions: reads },
          { target: 'sound', actions: reads },
        ],
        'worker.breaks': { target: 'refused', actions: logs('Planilha não lida.') },
      },
    },
    sound: { on: maySend },
    withdrawn: { id: 'withdrawn', on: maySend },
    failed: { on: maySend },
    faulty: { on: mayReview },
    rejected: { on: mayReview },
    uploading: {
      initial: 'sending',
      on: {
        'upload.breaks': { target: 'failed', actions: logs('Planilha não enviada.') },
        'browser.holdsNoPage': { actions: logs('O navegador não segura a página durante o envio.') },
        'server.stores': {
          target: 'done',
          actions: [
            update((_, event) => (event.type === 'server.stores' ? { count: event.count, rows: [] } : {})),
            did(entry('reports', 'devices.reload')),
          ],
        },
        'server.rejects': [
          { guard: 'isAgainstFile', target: 'refused', actions: rejects },
          { target: 'rejected', actions: rejects },
        ],
        'server.fails': { target: 'failed', actions: update(() => ({ message: words.failed })) },
        'server.refusesToken': {
          target: 'failed',
          actions: [
            update(() => ({ message: words.unauthorized })),
            did(entry('reports', 'session.refused', { token: 'old' })),
          ],
        },
      },
      states: {
        sending: {
          id: 'sending',
          entry: begins,
          on: {
            'upload.advances': { actions: update(() => ({ share: 0.5 })) },
            'upload.arrives': 'awaited',
            'person.cancels': '#withdrawn',
          },
        },
        awaited: {},
      },
    },
  },
})
