import type { AuditEntry } from './audit-entry.ts'

/** Gives an entry without an id the same id for each call, so that the server recognises a record that was stored twice. */
export function createEntryIds(newId: () => string): (entry: AuditEntry) => string {
  const ids = new WeakMap<AuditEntry, string>()
  return (entry) => {
    const id = entry.id ?? ids.get(entry) ?? newId()
    ids.set(entry, id)
    return id
  }
}
