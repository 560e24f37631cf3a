import { fromPromise } from 'xstate'
import type { StoredRecord } from '../../contract/wire/answers/audit.ts'
import { auditMachine } from '../machines/audit/audit.machine.ts'
import { type AuditChoice, auditLogMachine } from '../machines/audit/audit-log.machine.ts'
import { type AuditApi, createAuditApi } from '../services/audit/audit-api.ts'
import { openAuditOutbox } from '../services/audit/audit-outbox.ts'
import { openAuditStore } from '../services/audit/audit-store.ts'
import { createMemoryAuditStore } from '../services/audit/memory-audit-store.ts'
import { csvText } from '../services/files/csv.ts'
import { downloadTextFile } from '../services/files/text-file.ts'
import { randomId } from '../services/page/random-id.ts'
import { logTo, type Neighbours } from './neighbours.ts'

const historyLength = 100

/** The audit records of this browser, and their way to the server (AUD-2). */
export function audit({ log, http, now }: Neighbours) {
  const api = createAuditApi(http, log)
  const parts = { indexedDB: window.indexedDB, log, now, panelVersion: __PANEL_VERSION__, newId: randomId }
  return auditMachine.provide({
    actors: {
      openOutbox: fromPromise(() =>
        openAuditOutbox(
          () => openAuditStore(parts),
          async () => createMemoryAuditStore(parts),
          api,
          log,
        ),
      ),
      commit: fromPromise(async ({ input: { outbox, userId, entries } }) => outbox?.commit(userId, entries)),
      deliver: fromPromise(
        async ({ input: { outbox, userId }, signal }) => (await outbox?.deliver(userId, signal)) ?? 0,
      ),
      readHistory: fromPromise(
        async ({ input: { outbox, userId, wordCode } }) =>
          (await outbox?.history(userId, wordCode, historyLength)) ?? [],
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}

/** The server's audit records on screen and as a file (AUD-3). */
export function auditLog({ log, http, now }: Neighbours) {
  const api = createAuditApi(http, log)
  return auditLogMachine.provide({
    actors: {
      loadPage: fromPromise(({ input: { choice, cursor }, signal }) =>
        api.list({ ...choice, ...(cursor !== null && { cursor }) }, signal),
      ),
      exportFile: fromPromise(async ({ input: { choice, format }, signal }) => {
        const [sheets, records] = await Promise.all([
          import('../ui/audit/audit-sheet.ts'),
          allRecords(api, choice, signal),
        ])
        const name = `auditoria-${new Date(now()).toISOString().slice(0, 10)}.${format}`
        if (format === 'json') return downloadTextFile(name, 'application/json', sheets.auditJson(records))
        const { header, rows } = sheets.auditSheet(records)
        downloadTextFile(name, 'text/csv', csvText(header, rows))
      }),
    },
    actions: { logFailure: logTo(log) },
  })
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
