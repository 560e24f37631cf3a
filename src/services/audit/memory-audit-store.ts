import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import type { AuditStore, AuditStoreParts } from './audit-store.ts'

/** Stores audit records in memory, for a browser that refuses storage or has lost it (AUD-2, EVI-8). */
export function createMemoryAuditStore({
  panelVersion,
  idOf,
}: Pick<AuditStoreParts, 'panelVersion' | 'idOf'>): AuditStore {
  const records: AuditRecord[] = []
  const settled = new Set<string>()
  let sequence = 0
  return {
    async append(userId, entries) {
      const fresh = entries.filter(({ id }) => id === undefined || records.every((record) => record.id !== id))
      const added = fresh.map((entry) => {
        sequence += 1
        return { ...entry, id: idOf(entry), sequence, userId, panelVersion }
      })
      records.push(...added)
      return added
    },
    undelivered: async (userId, limit, but = []) =>
      records
        .filter((record) => record.userId === userId && !settled.has(record.id) && !but.includes(record.id))
        .slice(0, limit),
    async markDelivered(delivered) {
      for (const { id } of delivered) settled.add(id)
    },
    async markRefused(id) {
      settled.add(id)
    },
    history: async (userId, wordCode, limit) =>
      records
        .filter((record) => record.userId === userId && record.wordCode === wordCode)
        .reverse()
        .slice(0, limit),
    async forgetDelivered() {},
    purge: async () => 0,
    watchLoss: () => () => {},
    close() {},
  }
}
