import type { AuditCommand, AuditOutcome } from '../../../contract/wire/answers/audit.ts'
import type { AuditEntry } from '../../services/audit/audit-entry.ts'
import type { BreakerReport } from '../breaker/breaker.machine.ts'
import { breakerRules } from '../breaker/breaker-rules.ts'
import { CircuitOpenError, type DeviceTarget } from './calls/device-errors.ts'
import { errorCodeOf } from './calls/failure-code.ts'
import type { DeviceOperation, OperationNote } from './device-operation-protocol.ts'

/** The record of a breaker's transition, of its manual reset, or of an isolation's beginning or end (AUD-2). */
export function moveEntry(move: BreakerReport): AuditEntry {
  const { from, to, cause, failureCount, lastError, reason, key, openings, since, at, durations, slow, ignored } = move
  const retryAt = retryAtAfter(move)
  return {
    ...whereAndWhen(move),
    kind: kindOf(move),
    from,
    to,
    cause,
    failureCount,
    ...(reason !== '' && { reason }),
    ...(lastError !== null && { lastError }),
    ...(retryAt !== null && { retryAt: iso(retryAt) }),
    ...(openings > 0 && { opening: openings }),
    ...(since !== null && { heldMs: Math.max(at - since, 0) }),
    ...(durations.length > 0 && { durations }),
    ...(slow > 0 && { slow }),
    ...(ignored > 0 && { ignored }),
    ...(key !== '' && { key }),
  }
}

function kindOf({ from, to, cause }: BreakerReport): AuditEntry['kind'] {
  if (cause !== 'delete' && (from === 'FORCED_OPEN' || to === 'FORCED_OPEN')) return 'isolation'
  return cause === 'manual' ? 'reset' : 'transition'
}

/** When the next call is let through, or, of an isolation that has ended, was to be. */
function retryAtAfter({ to, cause, isolation, lastFailureTime, at }: BreakerReport): number | null {
  if (isolation !== null && cause !== 'delete') return isolation.until
  return to === 'OPEN' ? (lastFailureTime ?? at) + breakerRules.openTimeoutMs : null
}

/** The record of the calls that were refused until this transition: one a period, with their number (AUD-2). */
export function refusalsEntry(move: BreakerReport): AuditEntry {
  const { from, cause, refused } = move
  return { ...whereAndWhen(move), kind: 'refusals', from, cause, refused }
}

interface CommandNote {
  target: DeviceTarget
  command: AuditCommand | undefined
  /** '' where none was given. */
  reason: string
  undoes?: boolean
  outcome: AuditOutcome
  /** Code of what stood against it (`timeout`, `status 504`), or null. */
  lastError: string | null
  /** From when on it would be sent, where it was not; in milliseconds since the epoch. */
  retryAt?: number | null
  /** Milliseconds that each attempt took. */
  durations?: number[]
  /** The `Idempotency-Key` of its call, where it has one. */
  key?: string | undefined
  at: number
}

/** The record of what a person asked of a device, or of how that ended (LIVE-11). */
export function commandEntry(note: CommandNote): AuditEntry {
  const { target, command, outcome, reason, undoes, lastError, retryAt, durations = [], key, at } = note
  return {
    ...whereAndWhen({ ...target, at }),
    kind: 'command',
    cause: undoes ? 'undo' : 'manual',
    command,
    outcome,
    ...(reason !== '' && { reason }),
    ...(lastError !== null && { lastError }),
    ...(retryAt && { retryAt: iso(retryAt) }),
    ...(durations.length > 0 && { durations }),
    ...(key !== undefined && { key }),
  }
}

/** Whether auditors are told: of what has an effect at a gate. That a reset is asked for stands in the record of its circuit (CB-6). */
export function isRecorded({ operation, outcome }: OperationNote): boolean {
  return commandOf(operation) !== undefined && !(operation.kind === 'reset' && outcome === 'asked')
}

/** The record of an operation (LIVE-11). */
export function operationEntry({ operation, key, outcome, error, durations, at }: OperationNote): AuditEntry {
  return commandEntry({
    target: operation.target,
    command: commandOf(operation),
    reason: 'reason' in operation ? operation.reason : '',
    undoes: operation.kind === 'activate' && operation.undoes,
    outcome,
    lastError: outcome === 'failed' && error === null ? 'crash' : errorCodeOf(error),
    retryAt: error instanceof CircuitOpenError ? error.retryAt : null,
    durations,
    // The server is asked to forget failures without one.
    key: operation.kind === 'reset' ? undefined : key,
    at,
  })
}

function commandOf(operation: DeviceOperation): AuditCommand | undefined {
  if (operation.kind === 'activate') return operation.active ? 'activate' : 'deactivate'
  return operation.kind === 'restart' || operation.kind === 'reset' ? operation.kind : undefined
}

function whereAndWhen({ wordCode, condominiumId, at }: DeviceTarget & { at: number }) {
  return { at: iso(at), wordCode, condominiumId }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
