import { takenCodeText } from '../../../contract/wire/answers/imports.ts'
import { recordRoutes } from '../../../contract/wire/routes/records.ts'
import { problemRowsFile, templateFile } from '../../services/device-import/device-sheet-file.ts'
import { readDeviceSheet, type SheetReading } from '../../services/device-import/device-sheet-reader.ts'
import { createImportApi, type ImportApiParts } from '../../services/device-import/import-api.ts'
import { dataOf } from '../../services/http/call-result.ts'
import { createCall } from '../../services/http/contract-call.ts'
import type { Neighbours } from '../neighbours.ts'

export type DeviceImportTools = ReturnType<typeof deviceImportTools>

/** A server that does not answer must not hide the preview. */
const longestAskMs = 10_000

type Called = Pick<Neighbours, 'http' | 'log'>

/** Reads, uploads and writes spreadsheets of devices. Fetched with the page of the import. */
export function deviceImportTools({ http, log, ...parts }: ImportApiParts & Called) {
  return {
    readDeviceSheet: async (file: File, signal: AbortSignal) =>
      withTakenCodes(await readDeviceSheet(file, signal), { http, log }, signal),
    upload: createImportApi(parts).send,
    templateFile,
    problemRowsFile,
  }
}

/**
 * Marks the rows whose code a device has already (DESK-7). If the server does not answer, no row is marked: the import
 * checks the codes, too.
 */
async function withTakenCodes(
  reading: SheetReading,
  { http, log }: Called,
  signal: AbortSignal,
): Promise<SheetReading> {
  if (reading.kind === 'refused') return reading
  const wordCodes = reading.rows.flatMap(({ texts, problems }) =>
    problems.wordCode === undefined ? texts.wordCode : [],
  )
  if (wordCodes.length === 0) return reading
  const askedOrLate = AbortSignal.any([signal, AbortSignal.timeout(longestAskMs)])
  try {
    const { taken } = dataOf(
      await createCall(http, log)(recordRoutes.takenCodes, {
        body: { wordCodes },
        signal: askedOrLate,
      }),
    )
    const isTaken = new Set(taken)
    return {
      ...reading,
      rows: reading.rows.map((row) =>
        isTaken.has(row.texts.wordCode) ? { ...row, problems: { wordCode: takenCodeText, ...row.problems } } : row,
      ),
    }
  } catch (error) {
    log.warn('Códigos da planilha não conferidos.', error)
    return reading
  }
}
