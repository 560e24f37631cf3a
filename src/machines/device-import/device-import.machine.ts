import { assign, sendParent, setup } from 'xstate'
import type { ImportRow } from '../../../contract/spreadsheet/device-sheet.ts'
import type { SheetFacts } from '../../../contract/spreadsheet/spreadsheet.ts'
import type { SheetReading } from '../../services/device-import/device-sheet-reader.ts'
import type { CellProblem } from '../../services/device-import/import-answer.ts'
import type { ImportNews } from '../../services/device-import/import-api.ts'
import { failed } from '../parts/failed.ts'
import { callbackNotProvided, effectNotProvided, promiseNotProvided } from '../parts/not-provided.ts'

/** The condominium that receives the devices. */
export interface ImportTarget {
  id: string
  name: string
}

/** The chosen file and its target. */
export interface ChosenSheet {
  file: File
  target: ImportTarget
}

interface DeviceImportContext {
  userId: string
  chosen: ChosenSheet | null
  /** The sheet of the file; null before a file was read. */
  sheet: SheetFacts | null
  rows: readonly ImportRow[]
  /** Number of devices stored by the last import. */
  count: number
  /** Sent part of the file, from 0 to 1. */
  share: number
  /** Why the import stopped, as a text for the user; '' after a failure of the panel itself. */
  message: string
}

export type DeviceImportEvent =
  /** A person picked or dropped a file. */
  | ({ type: 'import.choose' } & ChosenSheet)
  | { type: 'import.send' }
  | { type: 'import.cancel' }
  /** The user discards the file. */
  | { type: 'import.discard' }
  | { type: 'import.saveTemplate' }
  | { type: 'import.saveProblems' }
  /** Another condominium was selected, or the list was loaded again. */
  | { type: 'condominiums.selected'; condominium: { id: string } | null }
  | ImportNews

/** Events for the root: new devices were stored, or the session was refused (SES-5). */
export type DeviceImportReport = { type: 'devices.reload' } | { type: 'session.refused'; token: string | null }

/** Imports a spreadsheet of devices: reads and previews it here, then the server stores all rows or none (HTTP-5). */
export const deviceImportMachine = setup({
  types: {} as {
    context: DeviceImportContext
    events: DeviceImportEvent
    input: { userId: string }
    tags: 'rows' | 'error' | 'busy'
  },
  actors: {
    readSheet: promiseNotProvided<SheetReading, { chosen: ChosenSheet | null }>('deviceImport.readSheet'),
    /** Uploads the file and sends `ImportNews`; stopping this actor cancels the upload. */
    upload: callbackNotProvided<DeviceImportEvent, { chosen: ChosenSheet | null; userId: string }>(
      'deviceImport.upload',
    ),
    /** Makes the browser ask before the page is left. */
    holdPage: callbackNotProvided<DeviceImportEvent>('deviceImport.holdPage'),
  },
  actions: {
    /** Saves the empty template as a file for the user. */
    saveTemplate: effectNotProvided('deviceImport.saveTemplate'),
    /** Saves the rows with problems as a file of the same template. */
    saveProblems: effectNotProvided('deviceImport.saveProblems'),
    logFailure: effectNotProvided<{ message: string; error: unknown }>('deviceImport.logFailure'),
    take: assign((_, { file, target }: ChosenSheet) => ({
      chosen: { file, target },
      sheet: null,
      rows: [],
      message: '',
      share: 0,
    })),
    takeRows: assign((_, { reading }: { reading: SheetReading }) => ({
      sheet: reading.kind === 'read' ? reading.sheet : null,
      rows: reading.kind === 'read' ? reading.rows : [],
      message: reading.kind === 'refused' ? reading.text : '',
    })),
    takeShare: assign((_, { share }: { share: number }) => ({ share })),
    takeCount: assign((_, { count }: { count: number }) => ({ count, rows: [] })),
    takeProblems: assign(
      ({ context }, { message, problems }: { message: string; problems: readonly CellProblem[] }) => ({
        message,
        rows: withProblems(context.rows, problems),
      }),
    ),
    begin: assign({ share: 0, message: '' }),
    noteMessage: assign((_, { message }: { message: string }) => ({ message })),
    forget: assign({ chosen: null, sheet: null, rows: [], message: '', share: 0 }),
    reportDevices: sendParent({ type: 'devices.reload' }),
    reportRefused: sendParent((_, { token }: { token: string | null }) => ({ type: 'session.refused', token })),
  },
  guards: {
    isRefused: (_, { reading }: { reading: SheetReading }) => reading.kind === 'refused',
    hasProblems: (_, { reading }: { reading: SheetReading }) =>
      reading.kind === 'read' && reading.rows.some(({ problems }) => Object.keys(problems).length > 0),
    hasCellProblems: (_, { problems }: { problems: readonly CellProblem[] }) => problems.length > 0,
    isOther: ({ context }, { condominium }: { condominium: { id: string } | null }) =>
      condominium?.id !== context.chosen?.target.id,
  },
}).createMachine({
  id: 'deviceImport',
  meta: { requirements: ['HTTP-5'] },
  context: ({ input: { userId } }) => ({
    userId,
    chosen: null,
    sheet: null,
    rows: [],
    count: 0,
    share: 0,
    message: '',
  }),
  initial: 'open',
  on: { 'import.saveTemplate': { actions: 'saveTemplate' } },
  states: {
    open: {
      description: 'No upload is in progress: a file may be chosen or sent.',
      initial: 'idle',
      on: {
        'import.choose': { target: 'reading', actions: { type: 'take', params: ({ event }) => event } },
        'import.discard': { target: '.idle', actions: 'forget' },
      },
      states: {
        idle: {
          description: 'No file; the result of the last import stays on screen.',
          initial: 'fresh',
          states: {
            fresh: {},
            cancelled: {},
            moved: { description: 'The file was for another condominium than the selected one.' },
          },
        },
        refused: {
          description: "The file is unusable, by the panel's or the server's checks.",
          tags: 'error',
        },
        preview: {
          tags: 'rows',
          initial: 'sound',
          on: {
            'condominiums.selected': {
              guard: { type: 'isOther', params: ({ event }) => event },
              target: 'idle.moved',
              actions: 'forget',
            },
            'import.saveProblems': { actions: 'saveProblems' },
          },
          states: {
            sound: {
              description: 'The panel found no problem in any row.',
              on: { 'import.send': '#deviceImport.uploading' },
            },
            withdrawn: {
              description: 'The upload was cancelled before the server had the whole file: nothing is stored.',
              on: { 'import.send': '#deviceImport.uploading' },
            },
            faulty: { description: 'Some rows have problems: the server would store nothing, so nothing is sent.' },
            rejected: { description: 'The server stored nothing; its problems are shown in their rows.' },
            failed: {
              description: 'The result is unknown, or the server failed. The file may be sent again.',
              tags: 'error',
              on: { 'import.send': '#deviceImport.uploading' },
            },
          },
        },
        done: { description: 'All rows are stored.' },
      },
    },
    reading: {
      description: 'A worker reads the file, so that the page stays responsive.',
      tags: 'busy',
      invoke: {
        src: 'readSheet',
        input: ({ context }) => ({ chosen: context.chosen }),
        onDone: [
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ reading: event.output }) },
            target: 'open.refused',
            actions: { type: 'takeRows', params: ({ event }) => ({ reading: event.output }) },
          },
          {
            guard: { type: 'hasProblems', params: ({ event }) => ({ reading: event.output }) },
            target: 'open.preview.faulty',
            actions: { type: 'takeRows', params: ({ event }) => ({ reading: event.output }) },
          },
          {
            target: 'open.preview',
            actions: { type: 'takeRows', params: ({ event }) => ({ reading: event.output }) },
          },
        ],
        onError: {
          target: 'open.refused',
          actions: failed('Planilha não lida.'),
        },
      },
      on: {
        'import.cancel': { target: 'open.idle.cancelled', actions: 'forget' },
        'condominiums.selected': {
          guard: { type: 'isOther', params: ({ event }) => event },
          target: 'open.idle.moved',
          actions: 'forget',
        },
      },
    },
    uploading: {
      description: 'Continues if its page is left or another condominium is selected.',
      tags: ['busy', 'rows'],
      initial: 'sending',
      entry: 'begin',
      invoke: [
        {
          src: 'upload',
          input: ({ context: { chosen, userId } }) => ({ chosen, userId }),
          onError: { target: 'open.preview.failed', actions: failed('Planilha não enviada.') },
        },
        { src: 'holdPage', onError: { actions: failed('O navegador não segura a página durante o envio.') } },
      ],
      on: {
        'upload.imported': {
          target: 'open.done',
          actions: [{ type: 'takeCount', params: ({ event }) => event }, 'reportDevices'],
        },
        'upload.rejected': [
          {
            guard: { type: 'hasCellProblems', params: ({ event }) => event },
            target: 'open.preview.rejected',
            actions: { type: 'takeProblems', params: ({ event }) => event },
          },
          { target: 'open.refused', actions: { type: 'takeProblems', params: ({ event }) => event } },
        ],
        'upload.failed': {
          target: 'open.preview.failed',
          actions: { type: 'noteMessage', params: ({ event }) => event },
        },
        'upload.unauthorized': {
          target: 'open.preview.failed',
          actions: [
            { type: 'noteMessage', params: ({ event }) => event },
            { type: 'reportRefused', params: ({ event }) => event },
          ],
        },
      },
      states: {
        sending: {
          on: {
            'upload.progressed': { actions: { type: 'takeShare', params: ({ event }) => event } },
            'upload.sent': 'awaited',
            'import.cancel': '#deviceImport.open.preview.withdrawn',
          },
        },
        awaited: {
          description: 'The server has the whole file: a cancel would leave unknown whether it is stored.',
        },
      },
    },
  },
})

function withProblems(rows: readonly ImportRow[], problems: readonly CellProblem[]): readonly ImportRow[] {
  const ofRow = Map.groupBy(problems, ({ row }) => row)
  return rows.map((each) => {
    const found = ofRow.get(each.row)?.map(({ field, message }) => [field, message])
    return found === undefined ? each : { ...each, problems: { ...each.problems, ...Object.fromEntries(found) } }
  })
}
