import { problemRowsFile, templateFile } from '../../services/device-import/device-sheet-file.ts'
import { readDeviceSheet } from '../../services/device-import/device-sheet-reader.ts'
import { createImportApi, type ImportApiParts } from '../../services/device-import/import-api.ts'

export type DeviceImportTools = ReturnType<typeof deviceImportTools>

/** Reads, uploads and writes spreadsheets of devices. Fetched with the page of the import. */
export function deviceImportTools(parts: ImportApiParts) {
  return { readDeviceSheet, upload: createImportApi(parts).send, templateFile, problemRowsFile }
}
