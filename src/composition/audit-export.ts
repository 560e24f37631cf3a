import type { StoredRecord } from '../../contract/wire/answers/audit.ts'
import type { AuditChoice, AuditFileFormat } from '../machines/audit/audit-log.machine.ts'
import type { AuditApi } from '../services/audit/audit-api.ts'
import type { EvidenceApi } from '../services/evidence/evidence-api.ts'
import { csvText } from '../services/files/csv.ts'
import { downloadTextFile } from '../services/files/text-file.ts'
import { auditJson, auditSheet } from '../ui/audit/audit-sheet.ts'

/** Hands the person all records that pass a filter as a file (AUD-3). `now` in ms since the epoch. Throws a `CallError`. */
export async function exportAudit(
  { api, evidence }: { api: AuditApi; evidence: EvidenceApi },
  { choice, format, now }: { choice: AuditChoice; format: AuditFileFormat; now: number },
  signal: AbortSignal,
): Promise<void> {
  if (format === 'dossier') return exportDossier(evidence, choice, now, signal)
  const records = await allRecords(api, choice, signal)
  const name = `auditoria-${new Date(now).toISOString().slice(0, 10)}.${format}`
  if (format === 'json') return downloadTextFile(name, 'application/json', auditJson(records))
  const { header, rows } = auditSheet(records)
  downloadTextFile(name, 'text/csv', csvText(header, rows))
}

const dayMs = 24 * 60 * 60_000

/** The page, and beside it the same records for programs. */
async function exportDossier(api: EvidenceApi, choice: AuditChoice, now: number, signal: AbortSignal): Promise<void> {
  const { wordCode, condominiumId, to = new Date(now).toISOString() } = choice
  const { from = new Date(Date.parse(to) - dayMs).toISOString() } = choice
  const dossier = await api.dossier({ wordCode, condominiumId, from, to }, signal)
  const { dossierPage } = await import('./dossier-file.tsx')
  const name = `dossie-${wordCode ?? condominiumId ?? dossier.customer.id}-${from.slice(0, 10)}`
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  downloadTextFile(`${name}.html`, 'text/html', dossierPage(dossier, timeZone))
  downloadTextFile(`${name}.json`, 'application/json', `${JSON.stringify(dossier)}\n`)
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
