import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import { CallError } from '../http/call-result.ts'
import type { Log } from '../log/log.ts'
import type { DeliverAudit } from './audit-api.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { AuditStore } from './audit-store.ts'

const deliveredAtOnce = 100

/** Statuses that concern the caller or the server's current state, not the records. */
const passingStatuses = [401, 408, 425, 429]

/**
 * The result of a delivery: `done` is the number of records that leave the queue; `heldBack` are the ids of records
 * that were not accepted and wait for a later delivery.
 */
export interface Delivery {
  done: number
  heldBack: readonly string[]
}

/** The browser's audit records and their delivery to the server (AUD-2). */
export interface AuditOutbox {
  /** Resolves once the entries are committed, all or none. */
  commit(userId: string, entries: readonly AuditEntry[]): Promise<void>
  /**
   * Sends the user's oldest records to the server, except those in `heldBack`. If the result has neither done nor held
   * back records, the queue is empty. Rejects with a `CallError` if the server is unavailable.
   */
  deliver(userId: string, heldBack: readonly string[], signal: AbortSignal): Promise<Delivery>
  /** The device's records, newest first. */
  history(userId: string, wordCode: string, limit: number): Promise<readonly AuditRecord[]>
  /** Deletes delivered records from this browser, of all people or of all but one (SES-8). */
  forgetDelivered(but?: string): Promise<void>
  /** Calls back once, when the browser can no longer store records (EVI-8). Returns a stop function. */
  watchLoss(onLost: () => void): () => void
}

export function createAuditOutbox(store: AuditStore, deliver: DeliverAudit, log: Log): AuditOutbox {
  /** Sends records of one condominium. Refused or too large batches are halved until the cause is a single record. */
  const hand = async (records: readonly AuditRecord[], userId: string, signal: AbortSignal): Promise<Delivery> => {
    const [first] = records
    if (first === undefined) return { done: 0, heldBack: [] }
    const answer = await deliver(first.condominiumId, userId, records, signal).catch(asNotTaken)
    if (answer.kind === 'accepted') return { done: await noteAccepted(records, answer.ids), heldBack: [] }
    if (records.length > 1 && answer.kind !== 'notTaken') {
      const half = Math.ceil(records.length / 2)
      const one = await hand(records.slice(0, half), userId, signal)
      const other = await hand(records.slice(half), userId, signal)
      return { done: one.done + other.done, heldBack: [...one.heldBack, ...other.heldBack] }
    }
    if (answer.kind !== 'refused') return { done: 0, heldBack: records.map(({ id }) => id) }
    log.warn('O servidor recusou um registro de auditoria; ele fica neste navegador.', answer.message)
    await store.markRefused(first.id)
    return { done: 1, heldBack: [] }
  }
  const noteAccepted = async (records: readonly AuditRecord[], ids: readonly string[]): Promise<number> => {
    const accepted = records.filter(({ id }) => ids.includes(id))
    if (accepted.length === 0) throw new CallError('O servidor não aceitou os registros de auditoria.', null)
    await store.markDelivered(accepted)
    return accepted.length
  }
  return {
    commit: async (userId, entries) => void (await store.append(userId, entries)),
    history: (userId, wordCode, limit) => store.history(userId, wordCode, limit),
    forgetDelivered: (but) => store.forgetDelivered(but),
    watchLoss: (onLost) => store.watchLoss(onLost),
    deliver: async (userId, heldBack, signal) =>
      hand(oldestBatch(await store.undelivered(userId, deliveredAtOnce, heldBack)), userId, signal),
  }
}

/** Accepts errors about these records' condominium or number (EVI-8); rethrows any other error. */
function asNotTaken(error: unknown): { kind: 'notTaken' | 'tooMuch' } {
  if (!(error instanceof CallError) || error.status === null) throw error
  const { status } = error
  if (status < 400 || status >= 500 || passingStatuses.includes(status)) throw error
  return { kind: status === 413 ? 'tooMuch' : 'notTaken' }
}

/**
 * The oldest record and the next ones of the same condominium and the same group of kinds: a server that does not know
 * the kind 'command' or 'isolation' refuses the whole batch.
 */
function oldestBatch(records: readonly AuditRecord[]): readonly AuditRecord[] {
  const [oldest] = records
  if (oldest === undefined) return []
  const laterKind = ({ kind }: AuditRecord) => (kind === 'command' || kind === 'isolation' ? kind : '')
  const ofPlace = records.filter(({ condominiumId }) => condominiumId === oldest.condominiumId)
  const next = ofPlace.findIndex((record) => laterKind(record) !== laterKind(oldest))
  return next < 0 ? ofPlace : ofPlace.slice(0, next)
}
