import type { SheetFacts } from '../../../contract/spreadsheet/spreadsheet.ts'
import { devicesText, numberText } from '../../../contract/texts/number-text.ts'
import type { ImportStatus } from './import-hooks.ts'

/** Text for an import with an unknown outcome (HTTP-5). */
const unexpectedText = 'Erro inesperado ao importar excel'

export interface ImportFacts {
  fileName: string
  /** The sheet that was read; null before a file was read. */
  sheet: SheetFacts | null
  /** Name of the condominium that receives the devices. */
  place: string
  /** Reason of a failure, or ''. */
  message: string
  count: number
  rowCount: number
  faultyCount: number
}

/**
 * Names the file and the sheet that was read. Also mentions hidden rows and columns, because they are imported although
 * the person may not know them.
 */
export function sheetText({ fileName, sheet }: Pick<ImportFacts, 'fileName' | 'sheet'>): string {
  if (sheet === null) return fileName
  const hidden = sheet.hasHidden ? '. Ela tem linhas ou colunas ocultas, que também foram lidas.' : ''
  return `${fileName}, aba “${sheet.name}”${hidden}`
}

export function importText(status: ImportStatus, facts: ImportFacts): string {
  const { fileName, place, message, count, rowCount, faultyCount } = facts
  switch (status) {
    case 'fresh':
      return ''
    case 'cancelled':
      return 'Leitura cancelada. Nada foi gravado.'
    case 'moved':
      return 'O condomínio selecionado mudou, e o arquivo era para outro. Escolha o arquivo de novo para importar neste. Nada foi gravado.'
    case 'reading':
      return `Lendo ${fileName}…`
    case 'refused':
      return message || 'O navegador não conseguiu ler o arquivo. Escolha-o de novo.'
    case 'sound':
      return `${devicesText(rowCount)} para importar em ${place}, sem problemas. Nada foi gravado ainda.`
    case 'faulty':
      return `${faultyText(faultyCount, rowCount)} Nada é gravado enquanto houver problemas: corrija a planilha e escolha-a de novo.`
    case 'withdrawn':
      return 'Envio cancelado. Nada foi gravado; você pode importar de novo.'
    case 'rejected':
      return `Nada foi gravado. ${faultyText(faultyCount, rowCount)} Corrija a planilha e escolha-a de novo.`
    case 'failed':
      return failedText(message || unexpectedText)
    case 'sending':
      return `Enviando ${fileName}…`
    case 'awaited':
      return 'Arquivo enviado. O servidor está conferindo e gravando os dispositivos…'
    case 'done':
      return count === 1
        ? `1 dispositivo foi importado em ${place}.`
        : `${numberText(count)} dispositivos foram importados em ${place}.`
  }
}

/** Tone of the text; a cancelled import is neutral, not bad. */
export function importTone(status: ImportStatus): 'ok' | 'bad' | 'neutral' {
  switch (status) {
    case 'refused':
    case 'faulty':
    case 'rejected':
    case 'failed':
      return 'bad'
    case 'sound':
    case 'done':
      return 'ok'
    default:
      return 'neutral'
  }
}

function faultyText(faultyCount: number, rowCount: number): string {
  return faultyCount === 1
    ? `1 de ${linesText(rowCount)} tem problema.`
    : `${numberText(faultyCount)} de ${linesText(rowCount)} têm problemas.`
}

function linesText(count: number): string {
  return count === 1 ? '1 linha' : `${numberText(count)} linhas`
}

function failedText(message: string): string {
  if (message !== unexpectedText) return message
  return `${message}. Confira a lista de dispositivos antes de importar de novo: eles podem já ter sido gravados.`
}
