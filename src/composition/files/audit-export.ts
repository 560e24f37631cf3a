import { pageOf } from '../../../contract/evidence/dossier-files.ts'
import type { StoredRecord } from '../../../contract/wire/answers/audit.ts'
import type { AuditFilter } from '../../../contract/wire/requests/audit.ts'
import type { AnswerOf } from '../../../contract/wire/route.ts'
import { evidenceRoutes } from '../../../contract/wire/routes/evidence.ts'
import { recordRoutes } from '../../../contract/wire/routes/records.ts'
import type { AuditFileFormat } from '../../machines/audit/audit-log.machine.ts'
import { csvText } from '../../services/files/csv.ts'
import { downloadTextFile } from '../../services/files/text-file.ts'
import { parseLists } from '../../services/http/answer-lists.ts'
import { dataOf } from '../../services/http/call-result.ts'
import type { ContractCall } from '../../services/http/contract-call.ts'
import { auditJson, auditSheet } from '../../ui/audit/audit-sheet.ts'

/** Saves all records that match a filter as a file (AUD-3). `now` in ms since the epoch. Throws a `CallError`. */
export async function exportAudit(
  call: ContractCall,
  { choice, format, now }: { choice: AuditFilter; format: AuditFileFormat; now: number },
  signal: AbortSignal,
): Promise<void> {
  if (format === 'dossier') return exportDossier(call, choice, now, signal)
  const records = await allRecords(call, choice, signal)
  const name = `auditoria-${new Date(now).toISOString().slice(0, 10)}.${format}`
  if (format === 'json') return downloadTextFile(name, 'application/json', auditJson(records))
  const { header, rows } = auditSheet(records)
  downloadTextFile(name, 'text/csv', csvText(header, rows))
}

const dayMs = 24 * 60 * 60_000

/** Saves the page, and its data as JSON for programs. */
async function exportDossier(call: ContractCall, choice: AuditFilter, now: number, signal: AbortSignal): Promise<void> {
  const { wordCode, condominiumId, to = new Date(now).toISOString() } = choice
  const { from = new Date(Date.parse(to) - dayMs).toISOString() } = choice
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
  const query = { wordCode, condominiumId, from, to, zone }
  const files = dataOf(await call(evidenceRoutes.dossier, { query, signal }))
  const name = `dossie-${wordCode ?? condominiumId ?? 'completo'}-${from.slice(0, 10)}`
  downloadTextFile(`${name}.html`, 'text/html', pageOf(files))
  downloadTextFile(`${name}.json`, 'application/json', files.json)
}

async function allRecords(call: ContractCall, choice: AuditFilter, signal: AbortSignal): Promise<StoredRecord[]> {
  const all: StoredRecord[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const options = { query: { ...choice, limit: '1000', cursor }, signal, parse: parseLists }
    const page: AnswerOf<typeof recordRoutes.audit> = dataOf(await call(recordRoutes.audit, options))
    all.push(...page.result)
    cursor = page.nextCursor
  }
  return all
}
