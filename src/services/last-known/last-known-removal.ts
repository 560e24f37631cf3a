/** Where the last known answers are kept; `last-known-store.ts` says how. */
export const lastKnownDatabase = 'guarita-last-known'

/** Does away with what was kept of whoever was signed in; a browser that refuses storage has kept nothing. */
export function removeLastKnown(): void {
  try {
    indexedDB.deleteDatabase(lastKnownDatabase)
  } catch {
    // Nothing there to be removed.
  }
}
