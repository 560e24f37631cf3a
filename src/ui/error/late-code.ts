/**
 * Whether an error says that a part of the panel did not come (LIVE-8): the words of Chromium and Firefox, of Safari, and of Vite
 * for a stylesheet. Browsers give it no class of its own.
 */
export function isLateCode(error: unknown): boolean {
  return error instanceof Error && /dynamically imported|module script|preload CSS/.test(error.message)
}
