import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import type { AuditStore, AuditStoreParts } from './audit-store.ts'

/** Audit records that live as long as the page, for a browser that refuses storage (AUD-2). */
export function createMemoryAuditStore({
  panelVersion,
  newId,
}: Pick<AuditStoreParts, 'panelVersion' | 'newId'>): AuditStore {
  const records: AuditRecord[] = []
  const settled = new Set<string>()
  let sequence = 0
  return {
    async append(userId, entries) {
      const added = entries.map((entry) => {
        sequence += 1
        return { ...entry, id: newId(), sequence, userId, panelVersion }
      })
      records.push(...added)
      return added
    },
    undelivered: async (userId, limit) =>
      records.filter((record) => record.userId === userId && !settled.has(record.id)).slice(0, limit),
    async markDelivered(ids) {
      for (const id of ids) settled.add(id)
    },
    async markRefused(ids) {
      for (const id of ids) settled.add(id)
    },
    history: async (userId, wordCode, limit) =>
      records
        .filter((record) => record.userId === userId && record.wordCode === wordCode)
        .reverse()
        .slice(0, limit),
    async forgetDelivered() {},
    purge: async () => 0,
    close() {},
  }
}
