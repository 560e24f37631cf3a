import type { SheetAnswer } from '../../services/files/sheet-reader.ts'
import { failed } from './failed.ts'

/** Events of every chart that imports a spreadsheet after a preview, and exports one. */
export type SheetEvent =
  | { type: 'sheet.export' }
  | { type: 'sheet.choose'; file: File }
  | { type: 'sheet.apply' }
  | { type: 'sheet.discard' }

type Read<Rows> = { sheet: SheetAnswer<Rows> }

/** Whether the file is a spreadsheet with the expected columns; its cells may still have problems. */
export function isRead(_: unknown, { sheet }: Read<unknown>): boolean {
  return sheet.kind === 'read'
}

/** The call that reads the chosen spreadsheet for the state `preview`; `back` is the state without a spreadsheet. */
export function readingSheet<Rows, const Back extends string>(back: Back, failure: string) {
  const read = ({ event }: { event: { output: SheetAnswer<Rows> } }): Read<Rows> => ({ sheet: event.output })
  return {
    src: 'readSheet',
    input: ({ event }: { event: { type: string; file?: File } }) => {
      if (event.file === undefined) throw new Error('a spreadsheet was read before a file was chosen')
      return { file: event.file }
    },
    onDone: [
      {
        guard: { type: 'isRead', params: read },
        target: 'preview',
        actions: { type: 'takeSheet', params: read },
      },
      { target: back, actions: { type: 'takeSheet', params: read } },
    ],
    onError: {
      target: back,
      actions: [failed(failure), noted('Não foi possível ler a planilha. Escolha o arquivo de novo.')],
    },
  } as const
}

/** The call that downloads the spreadsheet. */
export function exportingSheet<const Back extends string>(back: Back, failure: string) {
  return {
    src: 'exportSheet',
    onDone: back,
    onError: {
      target: back,
      actions: [failed(failure), noted('Não foi possível baixar a planilha. Tente de novo.')],
    },
  } as const
}

/** The decision after the preview: nothing is saved before the person has seen what changes. */
export function decidingSheet<const Applied extends object, const Back extends string>(applied: Applied, back: Back) {
  return {
    'sheet.apply': { guard: 'isSheetSound', ...applied },
    'sheet.discard': { target: back, actions: 'forgetSheet' },
  } as const
}

function noted(text: string) {
  return { type: 'noteSheetFailure', params: { text } } as const
}
