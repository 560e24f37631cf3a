import { fromCallback, fromPromise } from 'xstate'
import { auditMachine } from '../machines/audit/audit.machine.ts'
import { auditLogMachine } from '../machines/audit/audit-log.machine.ts'
import { createAuditApi } from '../services/audit/audit-api.ts'
import { openAuditOutbox } from '../services/audit/audit-outbox.ts'
import { openAuditStore } from '../services/audit/audit-store.ts'
import { createMemoryAuditStore } from '../services/audit/memory-audit-store.ts'
import { createEvidenceApi } from '../services/evidence/evidence-api.ts'
import { randomId } from '../services/page/random-id.ts'
import { watchSessionEnd } from '../services/session/session-end.ts'
import { logTo, type Neighbours } from './neighbours.ts'

const historyLength = 100

/** What makes the file: its code comes with the page, and is there when the chart asks for it. */
const importAuditExport = () => import('./audit-export.ts')

/** The audit records of this browser, and their way to the server (AUD-2). */
export function audit({ log, localData, http, now }: Neighbours) {
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
      traces: fromCallback(({ input: { outbox, userId } }) => {
        const forget = (but?: string) =>
          outbox?.forgetDelivered(but).catch((error: unknown) => log.warn('Registros entregues não removidos.', error))
        const hasGone = watchSessionEnd(localData, log)
        forget(userId)
        return () => {
          if (hasGone()) forget()
        }
      }),
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
      exportFile: fromPromise(async ({ input, signal }) =>
        (await importAuditExport()).exportAudit(
          { api, evidence: createEvidenceApi(http, log) },
          { ...input, now: now() },
          signal,
        ),
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}
