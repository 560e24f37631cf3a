import type { Invitation } from '../../../contract/wire/answers/people.ts'
import type { AcceptBody } from '../../../contract/wire/requests/people.ts'
import { invitationRoutes } from '../../../contract/wire/routes/people.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'

/** `dead`: no such link, or it was used, replaced or has expired. */
export type LinkAnswer = { kind: 'found'; invitation: Invitation } | { kind: 'dead' }

export type AcceptAnswer =
  | { kind: 'accepted'; email: string }
  | { kind: 'dead' }
  /** An administrator exists already (ACC-1). */
  | { kind: 'taken' }
  /** Nothing was changed; `fields` has the error of each field, `message` is the server's text. */
  | { kind: 'refused'; fields: Readonly<Record<string, string>>; message: string }

/** Reads the person and the purpose of a one-time link. Throws a `CallError`. */
export async function readInvitation(call: ContractCall, token: string, signal: AbortSignal): Promise<LinkAnswer> {
  const result = await call(invitationRoutes.invitation, { body: { token }, signal })
  if (result?.ok === false && (result.status === 404 || result.status === 422)) return { kind: 'dead' }
  return { kind: 'found', invitation: dataOf(result) }
}

/** Uses a one-time link. Throws a `CallError` for every answer that is not in the result type. */
export async function acceptInvitation(
  call: ContractCall,
  body: AcceptBody,
  signal: AbortSignal,
): Promise<AcceptAnswer> {
  const result = await call(invitationRoutes.acceptInvitation, { body, signal })
  if (result?.ok === false && result.status === 404) return { kind: 'dead' }
  if (result?.ok === false && result.status === 409) return { kind: 'taken' }
  if (result?.named === 422) return { kind: 'refused', fields: result.data.fields, message: result.data.message }
  return { kind: 'accepted', email: dataOf(result).email }
}
