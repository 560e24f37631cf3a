import * as v from 'valibot'
import { auditRecordSchema } from '../../../contract/wire/answers/audit.ts'

export const auditEntrySchema = v.omit(auditRecordSchema, ['id', 'sequence', 'userId', 'panelVersion'])

/** What a flow reports; the store adds the rest. */
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>
