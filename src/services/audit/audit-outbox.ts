import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import { CallError } from '../http/call-result.ts'
import type { Log } from '../log/log.ts'
import type { AuditApi } from './audit-api.ts'
import type { AuditEntry } from './audit-entry.ts'
import { AuditStorageUnavailableError, type AuditStore } from './audit-store.ts'

const deliveredAtOnce = 100

/** What a server answers to records that it will never take; they must not hold up the others. */
const finalStatuses = [400, 403, 404, 409, 413, 422]

/** The browser's audit records and their way to the server (AUD-2). */
export interface AuditOutbox {
  /** The browser refuses storage: records live as long as the page. */
  isVolatile: boolean
  /** Resolves once the entries are committed, all or none. */
  commit(userId: string, entries: readonly AuditEntry[]): Promise<void>
  /**
   * Hands the oldest records of the user to the server. Resolves with how many are off the list, 0 where none is left;
   * rejects with a `CallError` when the server can't take them now.
   */
  deliver(userId: string, signal: AbortSignal): Promise<number>
  /** The device's records, newest first. */
  history(userId: string, wordCode: string, limit: number): Promise<readonly AuditRecord[]>
  /** What the server has goes from this browser, of everybody or of all but one (SES-8). */
  forgetDelivered(but?: string): Promise<void>
}

/** @param openVolatile makes a store that lives as long as the page, for a browser that refuses its own */
export async function openAuditOutbox(
  open: () => Promise<AuditStore>,
  openVolatile: () => Promise<AuditStore>,
  api: AuditApi,
  log: Log,
): Promise<AuditOutbox> {
  const { store, isVolatile } = await openEither(open, openVolatile, log)
  await store.purge()
  return {
    isVolatile,
    commit: async (userId, entries) => void (await store.append(userId, entries)),
    history: (userId, wordCode, limit) => store.history(userId, wordCode, limit),
    forgetDelivered: (but) => store.forgetDelivered(but),
    async deliver(userId, signal) {
      const batch = oldestBatch(await store.undelivered(userId, deliveredAtOnce))
      if (batch === undefined) return 0
      const ids = batch.records.map(({ id }) => id)
      try {
        const { accepted } = await api.deliver(batch.condominiumId, userId, batch.records, signal)
        if (accepted.length === 0) throw new CallError('O servidor não aceitou os registros de auditoria.', null)
        await store.markDelivered(accepted)
        return accepted.length
      } catch (error) {
        if (!(error instanceof CallError && error.status !== null && finalStatuses.includes(error.status))) throw error
        log.warn('O servidor recusou registros de auditoria; eles ficam neste navegador.', error.message)
        await store.markRefused(ids, error.status)
        return ids.length
      }
    },
  }
}

async function openEither(open: () => Promise<AuditStore>, openVolatile: () => Promise<AuditStore>, log: Log) {
  try {
    return { store: await open(), isVolatile: false }
  } catch (error) {
    if (!(error instanceof AuditStorageUnavailableError)) throw error
    log.warn('Armazenamento recusado pelo navegador: registros de auditoria só até fechar a página.', error)
    return { store: await openVolatile(), isVolatile: true }
  }
}

/**
 * The oldest record, and those of its condominium that follow, as far as they go together: a server from before commands or
 * isolations refuses a whole delivery for one of a kind that it does not know.
 */
function oldestBatch(records: readonly AuditRecord[]): { condominiumId: string; records: AuditRecord[] } | undefined {
  const [oldest] = records
  if (oldest === undefined) return undefined
  const { condominiumId } = oldest
  const laterKind = ({ kind }: AuditRecord) => (kind === 'command' || kind === 'isolation' ? kind : '')
  const ofPlace = records.filter((record) => record.condominiumId === condominiumId)
  const next = ofPlace.findIndex((record) => laterKind(record) !== laterKind(oldest))
  return { condominiumId, records: next < 0 ? ofPlace : ofPlace.slice(0, next) }
}
