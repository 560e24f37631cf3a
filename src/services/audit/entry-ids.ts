import type { AuditEntry } from './audit-entry.ts'

/**
 * Gives each entry an id, the same for each call: if one store has saved the entry without confirming it, the next
 * store uses the same id, and the server recognises the record.
 */
export function createEntryIds(newId: () => string): (entry: AuditEntry) => string {
  const ids = new WeakMap<AuditEntry, string>()
  return (entry) => {
    const id = ids.get(entry) ?? newId()
    ids.set(entry, id)
    return id
  }
}
