import { breakerRules } from '../../../contract/devices/breaker-rules.ts'
import type { AuditCommand, AuditOutcome } from '../../../contract/wire/answers/audit.ts'
import type { AuditEntry } from '../../services/audit/audit-entry.ts'
import type { EndedIsolation, Isolation } from '../../services/breaker/isolation-memory.ts'
import type { BreakerReport, RefusalsReport } from '../breaker/breaker.machine.ts'
import { CircuitOpenError, type DeviceTarget } from './calls/device-errors.ts'
import { errorCodeOf } from './calls/failure-code.ts'
import type { DeviceOperation, OperationNote } from './device-operation-protocol.ts'

/** The audit record of a breaker's transition, of a manual reset, or of the start or end of an isolation (AUD-2). */
export function moveEntry(move: BreakerReport): AuditEntry {
  const { from, to, cause, failureCount, lastError, reason, key, openings, since, at, durations, slow, ignored } = move
  const retryAt = retryAtAfter(move)
  return {
    ...whereAndWhen(move),
    ...(cause === 'elapsed' && endId(move.isolation)),
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

/**
 * Returns the audit record of an isolation that ended because a new version of the panel cleared the storage (VER-1).
 */
export function endedIsolationEntry({ at, wordCode, condominiumId, isolation }: EndedIsolation): AuditEntry {
  const { until } = isolation
  return {
    ...whereAndWhen({ wordCode, condominiumId, at }),
    ...endId(isolation),
    ...{ kind: 'isolation', from: 'FORCED_OPEN', to: 'CLOSED', retryAt: iso(until) },
    cause: until <= at ? 'elapsed' : 'new-version',
  }
}

/**
 * Id of the record about the end of an isolation. Each window of the browser records the same end, with the same id
 * (AUD-2).
 */
function endId(isolation: Isolation | null): { id?: string } {
  return isolation?.endId === undefined ? {} : { id: isolation.endId }
}

function kindOf({ from, to, cause }: BreakerReport): AuditEntry['kind'] {
  if (cause !== 'delete' && (from === 'FORCED_OPEN' || to === 'FORCED_OPEN')) return 'isolation'
  return cause === 'manual' ? 'reset' : 'transition'
}

/** When the next call is allowed; for an ended isolation: when it was planned to end. */
function retryAtAfter({ to, cause, isolation, lastFailureTime, at }: BreakerReport): number | null {
  if (isolation !== null && cause !== 'delete') return isolation.until
  return to === 'OPEN' ? (lastFailureTime ?? at) + breakerRules.openTimeoutMs : null
}

/**
 * Returns the audit record of the calls that the circuit refused before this transition, before the page was hidden or
 * before the session ended, with their number (AUD-2). Without a transition it has the number of ignored results, too.
 */
export function refusalsEntry(move: BreakerReport | RefusalsReport): AuditEntry {
  const { type, from, cause, refused, ignored } = move
  const others = type === 'breaker.refused' && ignored > 0 ? { ignored } : {}
  return { ...whereAndWhen(move), kind: 'refusals', from, cause, refused, ...others }
}

interface CommandNote {
  target: DeviceTarget
  command: AuditCommand | undefined
  /** '' without a reason. */
  reason: string
  undoes?: boolean
  outcome: AuditOutcome
  /** Code of the failure (`timeout`, `status 504`), or null. */
  lastError: string | null
  /** For a refused command: when it would be allowed, in milliseconds since the epoch. */
  retryAt?: number | null
  /** Milliseconds of each attempt. */
  durations?: number[]
  /** The `Idempotency-Key` of the call, if it has one. */
  key?: string | undefined
  at: number
}

/** The audit record of a command to a device, or of its result (LIVE-11). */
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

/**
 * Whether the operation is recorded: commands and tests are. A requested reset is not, because the circuit records it
 * (CB-6).
 */
export function isRecorded({ operation, outcome }: OperationNote): boolean {
  return commandOf(operation) !== undefined && !(operation.kind === 'reset' && outcome === 'asked')
}

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
    // The calls of a test and of a reset at the server have no key.
    key: operation.kind === 'reset' || operation.kind === 'test' ? undefined : key,
    at,
  })
}

function commandOf(operation: DeviceOperation): AuditCommand | undefined {
  if (operation.kind === 'activate') return operation.active ? 'activate' : 'deactivate'
  return operation.kind === 'create' || operation.kind === 'edit' ? undefined : operation.kind
}

function whereAndWhen({ wordCode, condominiumId, at }: DeviceTarget & { at: number }) {
  return { at: iso(at), wordCode, condominiumId }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
