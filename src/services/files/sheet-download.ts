import { downloadFile } from './file-download.ts'

const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Downloads a spreadsheet with one sheet; `name` has no extension. Fetches the writer with the first spreadsheet. */
export async function downloadSheet(
  name: string,
  sheetName: string,
  rows: readonly (readonly string[])[],
): Promise<void> {
  const { sheetFile } = await import('./sheet-file.ts')
  downloadFile(`${name}.xlsx`, new Blob([sheetFile(sheetName, rows)], { type: sheetType }))
}
