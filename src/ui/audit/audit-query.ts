import type { AuditFilter } from '../../../contract/wire/requests/audit.ts'
import { type RecordFilter, recordAddress, recordChoiceOf, recordFilterOf } from '../parts/lists/record-query.ts'
import { auditKinds } from './audit-texts.ts'

export function auditFilterOf(search: string): RecordFilter {
  return recordFilterOf(search, auditKinds)
}

export function auditAddress(values: RecordFilter): string {
  return recordAddress('/audit', values)
}

/** Converts the filter to the request of the service. */
export function auditChoiceOf(filter: RecordFilter): AuditFilter {
  const kind = auditKinds.find((each) => each === filter.kind)
  return { ...recordChoiceOf(filter), ...(kind !== undefined && { kind }) }
}
