import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { IncidentAction } from '../../../contract/wire/requests/incidents.ts'
import { incidentRoutes } from '../../../contract/wire/routes/incidents.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'

/** `late`: another person was first, or the incident is over; `message` has the reason. */
export type IncidentActionAnswer =
  | { kind: 'done'; incident: Incident }
  | { kind: 'late'; message: string; current: Incident }

/** Whether the server has incidents; any error status means no. Throws a `CallError` if there is no answer. */
export async function areIncidentsOffered(call: ContractCall, signal: AbortSignal): Promise<boolean> {
  const result = await call(incidentRoutes.capabilities, { signal })
  const isAnswered = result?.ok === false && (result.isUnexpected || (result.status ?? 500) < 500)
  return !isAnswered && dataOf(result).incidents
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
