/**
 * Whether the error means that code could not be loaded (LIVE-8): matches the messages of Chromium and Firefox, of
 * Safari, and of Vite for stylesheets, because browsers have no error class for it.
 */
export function isLateCode(error: unknown): boolean {
  return error instanceof Error && /dynamically imported|module script|preload CSS/.test(error.message)
}
