import type * as v from 'valibot'
import type { Handover, HandoverDraft, handoverError } from '../../../contract/wire/answers/handovers.ts'
import { handoverRoutes } from '../../../contract/wire/routes/handovers.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'

/** The giver's note, and the credentials of the taker. */
export interface HandoverEntry {
  email: string
  password: string
  note: string
}

/** The server's error for each field, as a text for a person. */
export type HandoverRefusal = v.InferOutput<typeof handoverError>['fields']

/** `refused`: nothing was handed over, and at least one field has an error. */
export type HandoverAnswer = { kind: 'given'; handover: Handover } | { kind: 'refused'; fields: HandoverRefusal }

/** Loads the data for the next shift (INC-7). Throws a `CallError`. */
export async function loadHandoverDraft(call: ContractCall, signal: AbortSignal): Promise<HandoverDraft> {
  return dataOf(await call(handoverRoutes.handoverDraft, { signal }))
}

/** Throws a `CallError` for every answer except success and field errors. */
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
