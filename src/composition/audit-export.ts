import type { StoredRecord } from '../../contract/wire/answers/audit.ts'
import type { AuditChoice, AuditFileFormat } from '../machines/audit/audit-log.machine.ts'
import type { AuditApi } from '../services/audit/audit-api.ts'
import { csvText } from '../services/files/csv.ts'
import { downloadTextFile } from '../services/files/text-file.ts'
import { auditJson, auditSheet } from '../ui/audit/audit-sheet.ts'

/** Hands the person all records that pass a filter as a file (AUD-3). `now` in ms since the epoch. Throws a `CallError`. */
export async function exportAudit(
  api: AuditApi,
  { choice, format, now }: { choice: AuditChoice; format: AuditFileFormat; now: number },
  signal: AbortSignal,
): Promise<void> {
  const records = await allRecords(api, choice, signal)
  const name = `auditoria-${new Date(now).toISOString().slice(0, 10)}.${format}`
  if (format === 'json') return downloadTextFile(name, 'application/json', auditJson(records))
  const { header, rows } = auditSheet(records)
  downloadTextFile(name, 'text/csv', csvText(header, rows))
}

async function allRecords(api: AuditApi, choice: AuditChoice, signal: AbortSignal): Promise<StoredRecord[]> {
  const all: StoredRecord[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await api.list({ ...choice, limit: 1_000, ...(cursor !== '' && { cursor }) }, signal)
    all.push(...page.records)
    cursor = page.nextCursor
  }
  return all
}
