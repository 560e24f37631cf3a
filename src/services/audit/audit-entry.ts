import * as v from 'valibot'
import { auditRecordSchema } from '../../../contract/wire/answers/audit.ts'

export const auditEntrySchema = v.object({
  ...v.omit(auditRecordSchema, ['id', 'sequence', 'userId', 'panelVersion']).entries,
  /** UUID of the record. If several windows record the same fact, they use the same UUID. */
  id: v.exactOptional(auditRecordSchema.entries.id),
})

/** A flow's part of a record; the store adds the other fields. */
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>
