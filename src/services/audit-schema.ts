import * as v from 'valibot'

const id = v.pipe(v.string(), v.nonEmpty())
const time = v.pipe(v.string(), v.isoTimestamp())
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const text = unlessNull(v.string())

/** contract "Audit": `at` and `retryAt` are ISO date-times, `sequence` grows within one browser. */
export const auditRecordSchema = v.object({
  id,
  sequence: count,
  at: time,
  wordCode: id,
  condominiumId: id,
  userId: id,
  kind: v.picklist(['transition', 'refusals', 'reset', 'delete-step']),
  from: text,
  to: text,
  cause: v.picklist(['threshold', 'elapsed', 'trial-succeeded', 'trial-failed', 'manual', 'delete']),
  reason: text,
  failureCount: unlessNull(count),
  refused: unlessNull(count),
  lastError: text,
  retryAt: unlessNull(time),
  panelVersion: v.string(),
})

/** What auditors read of a device's failure (AUD-2). */
export type AuditRecord = v.InferOutput<typeof auditRecordSchema>

export const auditEntrySchema = v.omit(auditRecordSchema, ['id', 'sequence', 'userId', 'panelVersion'])

/** What a flow reports; the store adds the rest. */
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>

/** A field that may be absent, which some servers write as null. */
function unlessNull<Field extends v.GenericSchema>(field: Field) {
  return v.exactOptional(
    v.pipe(
      v.nullish(field),
      v.transform((value) => value ?? undefined),
    ),
  )
}
