import * as v from 'valibot'
import { auditRecordSchema } from '../../../contract/wire/answers/audit.ts'

export const auditEntrySchema = v.omit(auditRecordSchema, ['id', 'sequence', 'userId', 'panelVersion'])

/** A flow's part of a record; the store adds the other fields. */
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>
