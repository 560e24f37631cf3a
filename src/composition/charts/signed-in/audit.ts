import { fromCallback, fromPromise } from 'xstate'
import { recordRoutes } from '../../../../contract/wire/routes/records.ts'
import { auditMachine } from '../../../machines/audit/audit.machine.ts'
import { auditLogMachine } from '../../../machines/audit/audit-log.machine.ts'
import { auditDelivery } from '../../../services/audit/audit-api.ts'
import type { AuditEntry } from '../../../services/audit/audit-entry.ts'
import { createAuditOutbox } from '../../../services/audit/audit-outbox.ts'
import { openAuditStore } from '../../../services/audit/audit-store.ts'
import { createEntryIds } from '../../../services/audit/entry-ids.ts'
import { createMemoryAuditStore } from '../../../services/audit/memory-audit-store.ts'
import { dataOf } from '../../../services/http/call-result.ts'
import { createCall } from '../../../services/http/contract-call.ts'
import { watchServerTime } from '../../../services/http/server-time.ts'
import type { Log } from '../../../services/log/log.ts'
import { randomId } from '../../../services/page/random-id.ts'
import { watchSessionEnd } from '../../../services/session/session-end.ts'
import { logTo, type Neighbours } from '../../neighbours.ts'

const historyLength = 100

/** Creates the file. Fetched with the page, so it is loaded when the chart calls it. */
const importAuditExport = () => import('../../files/audit-export.ts')

/**
 * Stores entries of an ended session, because the outbox may have stopped already. The next session of the user
 * delivers the entries (AUD-2).
 */
export async function commitAfterEnd(
  { log, now }: Pick<Neighbours, 'log' | 'now'>,
  userId: string,
  entries: readonly AuditEntry[],
): Promise<void> {
  try {
    const store = await openAuditStore(storeParts(log, now))
    await store.append(userId, entries)
    store.close()
  } catch (error) {
    log.warn('Registro de auditoria não gravado.', error)
  }
}

function storeParts(log: Log, now: () => number) {
  return {
    // If the browser forbids storage, this access may throw; the page then works without the storage.
    get indexedDB() {
      return window.indexedDB
    },
    ...{ log, now, panelVersion: __PANEL_VERSION__, idOf: createEntryIds(randomId) },
  }
}

/** Provides the audit records of this browser and their delivery to the server (AUD-2). */
export function audit({ log, localData, http, calls, now }: Neighbours) {
  const deliver = auditDelivery(createCall(http, log))
  const parts = storeParts(log, now)
  return auditMachine.provide({
    actors: {
      openOutbox: fromPromise(async () => {
        const store = await openAuditStore(parts)
        const purge = (time: number | null) =>
          store.purge(time).catch((error: unknown) => log.warn('Registros antigos não removidos.', error))
        // Not awaited: with many records it takes minutes on a slow computer, and new records must be stored meanwhile.
        const first = purge(null)
        watchServerTime(calls, (time) => first.then(() => purge(time)))
        return createAuditOutbox(store, deliver, log)
      }),
      openMemory: fromPromise(async () => createAuditOutbox(createMemoryAuditStore(parts), deliver, log)),
      storage: fromCallback(({ input: { outbox }, sendBack }) =>
        outbox?.watchLoss(() => sendBack({ type: 'storage.lost' })),
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
      commits: fromCallback(({ input: { outbox, userId, entries: before }, sendBack, receive }) => {
        const commit = async (entries: readonly AuditEntry[]) => {
          try {
            await outbox?.commit(userId, entries)
            sendBack({ type: 'records.committed', entries })
          } catch (error) {
            log.warn('Registro de auditoria não gravado.', error)
            sendBack({ type: 'storage.lost' })
          }
        }
        if (before.length > 0) commit(before)
        receive(({ entry }) => commit([entry]))
      }),
      deliver: fromPromise(
        async ({ input: { outbox, userId, heldBack }, signal }) =>
          (await outbox?.deliver(userId, heldBack, signal)) ?? { done: 0, heldBack: [] },
      ),
      readHistory: fromPromise(
        async ({ input: { outbox, userId, wordCode } }) =>
          (await outbox?.history(userId, wordCode, historyLength)) ?? [],
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}

/** Provides the server's audit records on screen and as a file (AUD-3). */
export function auditLog({ log, http, now }: Neighbours) {
  const call = createCall(http, log)
  return auditLogMachine.provide({
    actors: {
      loadPage: fromPromise(async ({ input: { choice, cursor }, signal }) => {
        const options = { query: { ...choice, cursor }, signal }
        const { result, nextCursor, problem = null } = dataOf(await call(recordRoutes.audit, options))
        return { records: result, nextCursor, problem }
      }),
      exportFile: fromPromise(async ({ input, signal }) =>
        (await importAuditExport()).exportAudit({ call, http }, { ...input, now: now() }, signal),
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}
