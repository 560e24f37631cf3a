import type { AuditEntry } from './audit-entry.ts'

/**
 * Returns a function that gives an entry without an id the same id at each call, so that the server recognises a record
 * that is sent twice.
 */
export function createEntryIds(newId: () => string): (entry: AuditEntry) => string {
  const ids = new WeakMap<AuditEntry, string>()
  return (entry) => {
    const id = entry.id ?? ids.get(entry) ?? newId()
    ids.set(entry, id)
    return id
  }
}
