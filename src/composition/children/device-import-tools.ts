import type { ImportRow } from '../../../contract/spreadsheet/device-sheet.ts'
import { takenCodeText } from '../../../contract/wire/answers/imports.ts'
import { recordRoutes } from '../../../contract/wire/routes/records.ts'
import { readDeviceSheet, type SheetReading } from '../../services/device-import/device-sheet-reader.ts'
import { problemRows, templateRows } from '../../services/device-import/device-sheet-rows.ts'
import { createImportApi } from '../../services/device-import/import-api.ts'
import { downloadSheet } from '../../services/files/sheet-download.ts'
import { dataOf } from '../../services/http/call-result.ts'
import { createCall } from '../../services/http/contract-call.ts'
import { hasNetwork } from '../../services/page/page-signals.ts'
import { xsrfToken } from '../../services/storage/page-cookies.ts'
import type { Neighbours } from '../neighbours.ts'

type DeviceImportTools = ReturnType<typeof makeTools>

const sheetName = 'Dispositivos'

/** A server that does not answer must not hide the preview. */
const longestAskMs = 10_000

type Called = Pick<Neighbours, 'http' | 'log'>

// The tools of a panel are made once: their keys let the server recognise a repeated upload.
const made = new WeakMap<Neighbours, DeviceImportTools>()

/** Reads, uploads and writes spreadsheets of devices. Fetched with the page of the import. */
export function deviceImportTools(neighbours: Neighbours): DeviceImportTools {
  const tools = made.get(neighbours) ?? makeTools(neighbours)
  made.set(neighbours, tools)
  return tools
}

function makeTools({ http, log, config, authorization, calls }: Neighbours) {
  const parts = { baseUrl: config.apiUrl, authorization, xsrfToken, pageUrl: location.href, hasNetwork, calls }
  return {
    readDeviceSheet: async (file: File, signal: AbortSignal) =>
      withTakenCodes(await readDeviceSheet(file, signal), { http, log }, signal),
    upload: createImportApi(parts).send,
    saveTemplate: () => downloadSheet('modelo-dispositivos', sheetName, templateRows),
    saveProblems: (rows: readonly ImportRow[]) => {
      const faulty = rows.filter(({ problems }) => Object.keys(problems).length > 0)
      return downloadSheet('dispositivos-com-problema', sheetName, problemRows(faulty))
    },
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
