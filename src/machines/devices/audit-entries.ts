import type { AuditEntry } from '../../services/audit/audit-entry.ts'
import type { BreakerReport } from '../breaker/breaker.machine.ts'
import { breakerRules } from '../breaker/breaker-rules.ts'

/** The record of a breaker's transition or of its manual reset (AUD-2). */
export function moveEntry(move: BreakerReport): AuditEntry {
  const { from, to, cause, failureCount, lastError, reason, lastFailureTime } = move
  return {
    ...whereAndWhen(move),
    kind: cause === 'manual' ? 'reset' : 'transition',
    from,
    to,
    cause,
    failureCount,
    ...(reason !== '' && { reason }),
    ...(lastError !== null && { lastError }),
    ...(to === 'OPEN' && { retryAt: iso((lastFailureTime ?? move.at) + breakerRules.openTimeoutMs) }),
  }
}

/** The record of the calls that were refused until this transition: one a period, with their number (AUD-2). */
export function refusalsEntry(move: BreakerReport): AuditEntry {
  const { from, cause, refused } = move
  return { ...whereAndWhen(move), kind: 'refusals', from, cause, refused }
}

function whereAndWhen({ wordCode, condominiumId, at }: BreakerReport) {
  return { at: iso(at), wordCode, condominiumId }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
