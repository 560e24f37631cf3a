import { downloadFile } from './file-download.ts'

/** Downloads a text, as UTF-8, under a name. */
export function downloadTextFile(name: string, mimeType: string, text: string): void {
  downloadFile(name, new Blob([text], { type: `${mimeType};charset=utf-8` }))
}
