import type { AuditFilter } from '../../../contract/wire/requests/audit.ts'
import { type RecordFilter, recordAddress, recordChoiceOf, recordFilterOf } from '../parts/lists/record-query.ts'
import { auditKinds } from './audit-texts.ts'

/** The filter of the audit that a query string asks for. */
export function auditFilterOf(search: string): RecordFilter {
  return recordFilterOf(search, auditKinds)
}

/** The address of the audit, narrowed. */
export function auditAddress(values: RecordFilter): string {
  return recordAddress('/audit', values)
}

/** What the service is asked for. */
export function auditChoiceOf(filter: RecordFilter): AuditFilter {
  const kind = auditKinds.find((each) => each === filter.kind)
  return { ...recordChoiceOf(filter), ...(kind !== undefined && { kind }) }
}
