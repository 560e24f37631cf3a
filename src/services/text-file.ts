/** Long enough for any browser to have taken the file over. */
const revokeAfterMs = 60_000

/** Has the browser save a text, as UTF-8, under a name. */
export function downloadTextFile(name: string, mimeType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mimeType};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
