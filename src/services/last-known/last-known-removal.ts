/** IndexedDB database of the stored answers (`last-known-store.ts`). */
export const lastKnownDatabase = 'guarita-last-known'

/**
 * Deletes the stored answers of the person who was signed in. Errors are ignored: a browser that refuses storage has
 * stored nothing.
 */
export function removeLastKnown(): void {
  try {
    indexedDB.deleteDatabase(lastKnownDatabase)
  } catch {
    // Nothing to delete.
  }
}
