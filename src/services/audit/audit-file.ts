import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import { csvText } from '../files/csv.ts'

const columns = [
  'id',
  'sequence',
  'at',
  'wordCode',
  'condominiumId',
  'userId',
  'kind',
  'from',
  'to',
  'cause',
  'reason',
  'failureCount',
  'refused',
  'lastError',
  'retryAt',
  'panelVersion',
  'command',
  'outcome',
] as const satisfies readonly (keyof AuditRecord)[]

/** The records as a file (AUD-3): all fields by their names in the contract. `now` in milliseconds since the epoch. */
export function auditFileOf(
  records: readonly AuditRecord[],
  format: 'csv' | 'json',
  now: number,
): { name: string; mimeType: string; text: string } {
  const name = `auditoria-${new Date(now).toISOString().slice(0, 10)}.${format}`
  if (format === 'json') return { name, mimeType: 'application/json', text: `${JSON.stringify(records, null, 2)}\n` }
  const rows = records.map((record) => columns.map((column) => record[column]))
  return { name, mimeType: 'text/csv;charset=utf-8', text: csvText(columns, rows) }
}
