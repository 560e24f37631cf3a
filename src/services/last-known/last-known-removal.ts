/** IndexedDB database of the stored answers (`last-known-store.ts`). */
export const lastKnownDatabase = 'guarita-last-known'

/** Deletes the stored answers. Ignores errors: a browser that refuses storage has stored nothing. */
export function removeLastKnown(): void {
  try {
    indexedDB.deleteDatabase(lastKnownDatabase)
  } catch {
    // Nothing to delete.
  }
}
