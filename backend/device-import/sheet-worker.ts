import { parentPort } from 'node:worker_threads'
import * as v from 'valibot'
import { readRowsOf } from '../../contract/spreadsheet/device-sheet.ts'
import { readSpreadsheet } from '../../contract/spreadsheet/spreadsheet.ts'
import { fileTexts, SpreadsheetProblem } from '../../contract/spreadsheet/spreadsheet-problem.ts'
import type { SheetAnswer } from './sheet-reader.ts'

const file = v.instance(ArrayBuffer)

parentPort?.on('message', async (message: unknown) => {
  parentPort?.postMessage(await answerTo(v.parse(file, message)))
})

async function answerTo(bytes: ArrayBuffer): Promise<SheetAnswer> {
  try {
    return { rows: readRowsOf(await readSpreadsheet(new Blob([bytes]))) }
  } catch (error) {
    if (error instanceof SpreadsheetProblem) return { problem: error.message }
    // Every error while reading means a damaged file.
    return { problem: fileTexts.damaged }
  }
}
