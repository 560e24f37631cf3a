import type { DeliveredRecord } from '../../contract/wire/requests/audit.ts'
import { type ChainEnd, canonical, sha256 } from './chain-record.ts'

/** A panel's record as it came: when, and whether the customer had such a device then. */
export type Declared = DeliveredRecord & { receivedAt: Date; isKnown: boolean }

/** Where the chain ends after it (EVI-2). The view `evidence_chained` makes the same text from its columns. */
export function endAfterDeclared(declared: Declared, end: ChainEnd): ChainEnd {
  const { userId, wordCode, condominiumId, kind, receivedAt, isKnown, at, sequence, retryAt, ...told } = declared
  const seq = end.seq + 1
  const given = Object.entries(told).filter(([, value]) => value !== null && value !== undefined)
  const text = canonical({
    seq,
    at: receivedAt.toISOString(),
    kind: 'declared',
    actor: { person: userId },
    subject: { condominium: condominiumId, device: wordCode },
    data: {
      ...Object.fromEntries(given),
      kind,
      known: isKnown,
      said: at.toISOString(),
      sequence: String(sequence),
      ...(retryAt && { retryAt: retryAt.toISOString() }),
    },
    prev: end.hash,
  })
  return { seq, hash: sha256(end.hash + text) }
}
