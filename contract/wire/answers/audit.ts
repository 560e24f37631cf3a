import * as v from 'valibot'
import { count, id, isoTime, nextCursor } from '../scalars.ts'

export const auditKinds = ['transition', 'refusals', 'reset', 'isolation', 'delete-step', 'command'] as const

/** A person's command to a device (LIVE-11). */
export const auditCommands = ['restart', 'activate', 'deactivate', 'delete', 'reset', 'test'] as const

export type AuditCommand = (typeof auditCommands)[number]

/** 'refused': the command was not sent; 'rejected': the device answered no; 'failed': without confirmation. */
export const auditOutcomes = ['asked', 'succeeded', 'refused', 'rejected', 'failed', 'cancelled'] as const

export type AuditOutcome = (typeof auditOutcomes)[number]

const cause = v.picklist([
  ...(['threshold', 'elapsed', 'trial-succeeded', 'trial-failed', 'manual', 'delete', 'undo'] as const),
  /** A new version of the panel has ended the isolation. */
  'new-version',
  /** The page was hidden, or the session ended; the record counts the calls that were refused until then. */
  'page-hidden',
  'session-ended',
])
const text = unlessNull(v.string())

/** A record of a device's failure or of a command to it (AUD-2, LIVE-11). `sequence` grows within one browser. */
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
  /** `opening`: how many times in a row the circuit has opened; `heldMs`: milliseconds in the previous state. */
  opening: unlessNull(count),
  heldMs: unlessNull(count),
  /** Duration of each attempt in milliseconds, oldest first. */
  durations: unlessNull(v.array(count)),
  /** Since the previous transition: slow calls, and results that did not count. */
  slow: unlessNull(count),
  ignored: unlessNull(count),
  panelVersion: v.string(),
  /** `command` and `outcome` belong to kind 'command'; older servers know neither. */
  command: unlessNull(v.picklist(auditCommands)),
  outcome: unlessNull(v.picklist(auditOutcomes)),
  /** The `Idempotency-Key` of the call that the record is about. */
  key: text,
})

export type AuditRecord = v.InferOutput<typeof auditRecordSchema>

/** The ids that are stored, by this delivery or an earlier one. */
export const auditAccepted = v.object({ accepted: v.array(id) })

/** Marks of a record from a browser: its stated time is far from its arrival, or the customer had no such device at that time (EVI-2). */
export const auditMarks = ['back-dated', 'post-dated', 'unknown-device'] as const

export type AuditMark = (typeof auditMarks)[number]

/** A record that the server stores; `receivedAt` is its arrival. Names are the current or last names, if known. */
export const storedRecordSchema = v.object({
  ...auditRecordSchema.entries,
  receivedAt: v.exactOptional(isoTime),
  /** Whether the panel acted by itself, in the session of the person (EVI-9); absent for records of earlier versions. */
  byPanel: unlessNull(v.boolean()),
  marks: v.exactOptional(v.array(v.picklist(auditMarks))),
  /** The server's own record of the same call: `seq` in the chain, and whether the device executed the command. */
  seen: v.exactOptional(v.object({ seq: count, at: isoTime, ok: v.boolean() })),
  /** The device that had the code at `at`: a code may be used again for another device (EVI-2). */
  deviceName: text,
  condominiumName: text,
  userName: text,
})

export type StoredRecord = v.InferOutput<typeof storedRecordSchema>

/** Newest first; `nextCursor` is null on the last page. `problem`: why the server does not sign the chain any more (EVI-3). */
export const auditPage = v.object({
  result: v.array(storedRecordSchema),
  problem: v.exactOptional(v.string()),
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
