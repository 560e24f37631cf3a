/** Long enough for any browser to have taken the file over. */
const revokeAfterMs = 60_000

/** Has the browser save a file under a name. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
