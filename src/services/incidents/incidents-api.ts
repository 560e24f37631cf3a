import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { IncidentAction, NewReport } from '../../../contract/wire/requests/incidents.ts'
import { type Capabilities, incidentRoutes } from '../../../contract/wire/routes/incidents.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'

/** `refused`: nothing was stored, and at least one field has a problem (422). */
export type ReportAnswer =
  | { kind: 'written'; incident: Incident }
  | { kind: 'refused'; fields: Readonly<Record<string, string>> }

/** `late`: another person was first, or the incident is over; `message` has the reason. */
export type IncidentActionAnswer =
  | { kind: 'done'; incident: Incident }
  | { kind: 'late'; message: string; current: Incident }

/** The optional features that the server has. */
export type Offer = Partial<Capabilities>

/**
 * Reads the features of the server. An error status means that the server has none. Throws a `CallError` if there is no
 * answer.
 */
export async function featuresOffered(call: ContractCall, signal: AbortSignal): Promise<Offer> {
  const result = await call(incidentRoutes.capabilities, { signal })
  const isAnswered = result?.ok === false && (result.isUnexpected || (result.status ?? 500) < 500)
  return isAnswered ? {} : dataOf(result)
}

/**
 * Stores a written occurrence (BOOK-1). Returns the incident or the problems of fields; throws a `CallError` for every
 * other answer.
 */
export async function writeReport(call: ContractCall, report: NewReport, signal: AbortSignal): Promise<ReportAnswer> {
  const result = await call(incidentRoutes.reportIncident, { body: report, signal })
  if (result?.named === 422 && Object.keys(result.data.fields).length > 0)
    return { kind: 'refused', fields: result.data.fields }
  return { kind: 'written', incident: dataOf(result) }
}

export async function actOnIncident(
  call: ContractCall,
  { id, deed }: { id: string; deed: IncidentAction },
  signal: AbortSignal,
): Promise<IncidentActionAnswer> {
  const result = await call(incidentRoutes.incidentAction, { params: { id }, body: deed, signal })
  if (result?.named === 409) return { kind: 'late', message: result.data.message, current: result.data.current }
  return { kind: 'done', incident: dataOf(result) }
}
