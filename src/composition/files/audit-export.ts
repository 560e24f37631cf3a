import * as v from 'valibot'
import type { StoredRecord } from '../../../contract/wire/answers/audit.ts'
import type { AuditFilter } from '../../../contract/wire/requests/audit.ts'
import type { AnswerOf } from '../../../contract/wire/route.ts'
import { evidenceRoutes } from '../../../contract/wire/routes/evidence.ts'
import { recordRoutes } from '../../../contract/wire/routes/records.ts'
import type { AuditFileFormat } from '../../machines/audit/audit-log.machine.ts'
import { csvText } from '../../services/files/csv.ts'
import { downloadFile } from '../../services/files/file-download.ts'
import { downloadTextFile } from '../../services/files/text-file.ts'
import { parseLists } from '../../services/http/answer-lists.ts'
import { type CallResult, dataOf } from '../../services/http/call-result.ts'
import { type ContractCall, requestOf } from '../../services/http/contract-call.ts'
import type { HttpClient } from '../../services/http/http-client.ts'
import { auditJson, auditSheet } from '../../ui/audit/audit-sheet.ts'

/** Saves all records that match a filter as a file (AUD-3). `now` in ms since the epoch. Throws a `CallError`. */
export async function exportAudit(
  { call, http }: { call: ContractCall; http: HttpClient },
  { choice, format, now }: { choice: AuditFilter; format: AuditFileFormat; now: number },
  signal: AbortSignal,
): Promise<void> {
  if (format === 'dossier') return exportDossier(http, choice, now, signal)
  const records = await allRecords(call, choice, signal)
  const name = `auditoria-${new Date(now).toISOString().slice(0, 10)}.${format}`
  if (format === 'json') return downloadTextFile(name, 'application/json', auditJson(records))
  const { header, rows } = auditSheet(records)
  downloadTextFile(name, 'text/csv', csvText(header, rows))
}

const dayMs = 24 * 60 * 60_000

/**
 * Saves the page, and its data as JSON for programs. A file may be larger than the longest string, so the files are
 * never read as text.
 */
async function exportDossier(http: HttpClient, choice: AuditFilter, now: number, signal: AbortSignal): Promise<void> {
  const { wordCode, condominiumId, to = new Date(now).toISOString() } = choice
  const { from = new Date(Date.parse(to) - dayMs).toISOString() } = choice
  const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions()
  const query = { wordCode, condominiumId, from, to, zone }
  const [path, request] = requestOf(evidenceRoutes.dossier, { query, signal })
  const result = await http.call(path, { ...request, isStreamed: true })
  const { page, json } = v.parse(dossierFiles, await filesOf(result))
  const name = `dossie-${wordCode ?? condominiumId ?? 'completo'}-${from.slice(0, 10)}`
  downloadFile(`${name}.html`, page)
  downloadFile(`${name}.json`, json)
}

const dossierFiles = v.object({ page: v.blob(), json: v.blob() })

/** Reads the files of a streamed form. If the call failed, throws a `CallError` with a text for the user. */
async function filesOf(result: CallResult): Promise<object> {
  const answer = new Response(v.parse(v.nullish(v.instance(ReadableStream)), result?.data), {
    headers: result?.headers ?? {},
  })
  if (result?.ok) return Object.fromEntries(await answer.formData())
  return dataOf(result && { ...result, data: await answer.json().catch(() => null) })
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
