import * as v from 'valibot'
import { count, id, isoTime, nextCursor } from '../scalars.ts'

export const auditKinds = ['transition', 'refusals', 'reset', 'isolation', 'delete-step', 'command'] as const

/** What a person asks of a device that has an effect at its gate (LIVE-11). */
export const auditCommands = ['restart', 'activate', 'deactivate', 'delete', 'reset'] as const

export type AuditCommand = (typeof auditCommands)[number]

/** How a command stands: asked, then how it ended; 'refused' was not sent, 'rejected' was answered by a no, 'failed' nobody confirmed. */
export const auditOutcomes = ['asked', 'succeeded', 'refused', 'rejected', 'failed', 'cancelled'] as const

export type AuditOutcome = (typeof auditOutcomes)[number]

const cause = v.picklist(['threshold', 'elapsed', 'trial-succeeded', 'trial-failed', 'manual', 'delete', 'undo'])
const text = unlessNull(v.string())

/** What auditors read of a device's failure and of what people ask of it (AUD-2, LIVE-11); `sequence` grows within one browser. */
export const auditRecordSchema = v.object({
  id,
  sequence: count,
  at: isoTime,
  wordCode: id,
  condominiumId: id,
  userId: id,
  kind: v.picklist(auditKinds),
  from: text,
  to: text,
  cause,
  reason: text,
  failureCount: unlessNull(count),
  refused: unlessNull(count),
  lastError: text,
  retryAt: unlessNull(isoTime),
  /** Of a move: how often in a row the circuit has opened, and for how long it was in the state before, in milliseconds. */
  opening: unlessNull(count),
  heldMs: unlessNull(count),
  /** How long each attempt took that it tells of, in milliseconds, oldest first. */
  durations: unlessNull(v.array(count)),
  /** Since the move before: calls that took long, and results that did not count. */
  slow: unlessNull(count),
  ignored: unlessNull(count),
  panelVersion: v.string(),
  /** Of kind 'command', as is `outcome`; servers from before know neither. */
  command: unlessNull(v.picklist(auditCommands)),
  outcome: unlessNull(v.picklist(auditOutcomes)),
  /** The `Idempotency-Key` of the call that it is about. */
  key: text,
})

export type AuditRecord = v.InferOutput<typeof auditRecordSchema>

/** The ids that are stored now, whether by this delivery or an earlier one. */
export const auditAccepted = v.object({ accepted: v.array(id) })

/** What a record that a browser posted may be marked with: its time is far from when it came, or its device was nobody's then (EVI-2). */
export const auditMarks = ['back-dated', 'post-dated', 'unknown-device'] as const

export type AuditMark = (typeof auditMarks)[number]

/** A record that the server has; `receivedAt` is when it came. The names are those of today, where they are known. */
export const storedRecordSchema = v.object({
  ...auditRecordSchema.entries,
  receivedAt: v.exactOptional(isoTime),
  marks: v.exactOptional(v.array(v.picklist(auditMarks))),
  /** What the server itself wrote of that call, as number `seq` of its chain, and whether the device did it: the second witness. */
  seen: v.exactOptional(v.object({ seq: count, at: isoTime, ok: v.boolean() })),
  deviceName: text,
  condominiumName: text,
  userName: text,
})

export type StoredRecord = v.InferOutput<typeof storedRecordSchema>

/** Newest first; `nextCursor` is null on the last page. */
export const auditPage = v.object({
  result: v.array(storedRecordSchema),
  nextCursor,
})

/** A field that may be absent, which some servers write as null. */
export function unlessNull<Field extends v.GenericSchema>(field: Field) {
  return v.exactOptional(
    v.pipe(
      v.nullish(field),
      v.transform((value) => value ?? undefined),
    ),
  )
}
