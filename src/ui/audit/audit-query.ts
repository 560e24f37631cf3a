import { type AuditFilter, auditActors } from '../../../contract/wire/requests/audit.ts'
import { type RecordFilter, recordAddress, recordChoiceOf, recordFilterOf } from '../parts/lists/record-query.ts'
import { auditKinds } from './audit-texts.ts'

export function auditFilterOf(search: string): RecordFilter {
  return recordFilterOf(search, (kind) => auditKinds.some((each) => each === kind), auditActors)
}

export function auditAddress(values: RecordFilter): string {
  return recordAddress('/audit', values)
}

/** Converts the filter to the request of the service. */
export function auditChoiceOf(filter: RecordFilter): AuditFilter {
  const kind = auditKinds.find((each) => each === filter.kind)
  const actor = auditActors.find((each) => each === filter.actor)
  return { ...recordChoiceOf(filter), ...(kind !== undefined && { kind }), ...(actor !== undefined && { actor }) }
}
