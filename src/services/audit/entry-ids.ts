import type { AuditEntry } from './audit-entry.ts'

/**
 * Gives each entry an id, the same however often it is asked for: one that a store may have kept although it did not say so
 * is kept by another under the same id, and the server knows it again.
 */
export function createEntryIds(newId: () => string): (entry: AuditEntry) => string {
  const ids = new WeakMap<AuditEntry, string>()
  return (entry) => {
    const id = ids.get(entry) ?? newId()
    ids.set(entry, id)
    return id
  }
}
