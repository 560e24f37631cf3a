import type * as v from 'valibot'
import type { Handover, HandoverDraft, handoverError } from '../../../contract/wire/answers/handovers.ts'
import { handoverRoutes } from '../../../contract/wire/routes/handovers.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'

/** What the giver says, and the sign-in of the taker. */
export interface HandoverEntry {
  email: string
  password: string
  note: string
}

/** What the server holds against a field, as a text for a person. */
export type HandoverRefusal = v.InferOutput<typeof handoverError>['fields']

/** `refused`: nothing was handed over, and at least one field says why. */
export type HandoverAnswer = { kind: 'given'; handover: Handover } | { kind: 'refused'; fields: HandoverRefusal }

/** Loads what the next person is to know (INC-7). Throws a `CallError`. */
export async function loadHandoverDraft(call: ContractCall, signal: AbortSignal): Promise<HandoverDraft> {
  return dataOf(await call(handoverRoutes.handoverDraft, { signal }))
}

/** Throws a `CallError` for everything but success and refused fields. */
export async function acceptHandover(
  call: ContractCall,
  { email, password, note }: HandoverEntry,
  signal: AbortSignal,
): Promise<HandoverAnswer> {
  const result = await call(handoverRoutes.acceptHandover, { body: { email, password, note }, signal })
  if (result?.named === 422 && Object.keys(result.data.fields).length > 0)
    return { kind: 'refused', fields: result.data.fields }
  return { kind: 'given', handover: dataOf(result) }
}
