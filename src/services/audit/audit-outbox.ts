import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import { CallError } from '../http/call-result.ts'
import type { Log } from '../log/log.ts'
import type { DeliverAudit } from './audit-api.ts'
import type { AuditEntry } from './audit-entry.ts'
import type { AuditStore } from './audit-store.ts'

const deliveredAtOnce = 100

/** What says how the caller or the server is just now, whatever the records are. */
const passingStatuses = [401, 408, 425, 429]

/** How a delivery went: how many are off the list, and the ids of those that were not taken and wait for another time. */
export interface Delivery {
  done: number
  heldBack: readonly string[]
}

/** The browser's audit records and their way to the server (AUD-2). */
export interface AuditOutbox {
  /** Resolves once the entries are committed, all or none. */
  commit(userId: string, entries: readonly AuditEntry[]): Promise<void>
  /**
   * Hands the oldest records of the user to the server, but those of the ids of `heldBack`. Of what is neither done nor held
   * back there is nothing left. Rejects with a `CallError` when the server can't take any now.
   */
  deliver(userId: string, heldBack: readonly string[], signal: AbortSignal): Promise<Delivery>
  /** The device's records, newest first. */
  history(userId: string, wordCode: string, limit: number): Promise<readonly AuditRecord[]>
  /** What the server has goes from this browser, of everybody or of all but one (SES-8). */
  forgetDelivered(but?: string): Promise<void>
  /** Calls back, once, when the browser keeps nothing any more (EVI-8). Returns the way to stop. */
  watchLoss(onLost: () => void): () => void
}

export function createAuditOutbox(store: AuditStore, deliver: DeliverAudit, log: Log): AuditOutbox {
  /** Records of one condominium. What is refused, or too much, goes in halves, until those are alone that it is about. */
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

/** An answer that is about these records' place or number and not the server's own refusal (EVI-8); any other error is thrown on. */
function asNotTaken(error: unknown): { kind: 'notTaken' | 'tooMuch' } {
  if (!(error instanceof CallError) || error.status === null) throw error
  const { status } = error
  if (status < 400 || status >= 500 || passingStatuses.includes(status)) throw error
  return { kind: status === 413 ? 'tooMuch' : 'notTaken' }
}

/**
 * The oldest record, and those of its condominium that follow, as far as they go together: a server from before commands or
 * isolations refuses a whole delivery for one of a kind that it does not know.
 */
function oldestBatch(records: readonly AuditRecord[]): readonly AuditRecord[] {
  const [oldest] = records
  if (oldest === undefined) return []
  const laterKind = ({ kind }: AuditRecord) => (kind === 'command' || kind === 'isolation' ? kind : '')
  const ofPlace = records.filter(({ condominiumId }) => condominiumId === oldest.condominiumId)
  const next = ofPlace.findIndex((record) => laterKind(record) !== laterKind(oldest))
  return next < 0 ? ofPlace : ofPlace.slice(0, next)
}
