import type * as v from 'valibot'
import type { OwnSession, passwordError } from '../../../contract/wire/answers/account.ts'
import type { NewWallLink, WallLink } from '../../../contract/wire/answers/wall.ts'
import { sessionRoutes } from '../../../contract/wire/routes/session.ts'
import { wallRoutes } from '../../../contract/wire/routes/wall.ts'
import { CallError, dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'
import { doneOrGone } from '../http/record-result.ts'

/** The server's error for each field, as a text for a person. */
export type PasswordRefusal = v.InferOutput<typeof passwordError>['fields']

/** `refused`: nothing was changed, and at least one field has an error (422). */
export type PasswordAnswer = { kind: 'changed' } | { kind: 'refused'; fields: PasswordRefusal }

/** Changes the caller's password and ends the caller's other sessions. Throws a `CallError` for every other answer. */
export async function changePassword(
  call: ContractCall,
  { current, next }: { current: string; next: string },
  signal: AbortSignal,
): Promise<PasswordAnswer> {
  const result = await call(sessionRoutes.changePassword, { body: { current, next }, signal })
  if (result?.named === 422 && Object.keys(result.data.fields).length > 0)
    return { kind: 'refused', fields: result.data.fields }
  dataOf(result)
  return { kind: 'changed' }
}

/** Loads the caller's sessions (SHELL-5): this session first, then by last use, newest first. Throws a `CallError`. */
export async function loadOwnSessions(call: ContractCall, signal: AbortSignal): Promise<OwnSession[]> {
  const { result } = dataOf(await call(sessionRoutes.ownSessions, { signal }))
  return result.toSorted(
    (left, right) =>
      Number(right.current) - Number(left.current) || Date.parse(right.lastSeenAt) - Date.parse(left.lastSeenAt),
  )
}

/** Ends another session; if it no longer exists, it counts as ended. Throws a `CallError`. */
export async function endSession(call: ContractCall, id: string, signal: AbortSignal): Promise<void> {
  doneOrGone(await call(sessionRoutes.endSession, { params: { id }, signal }))
}

/** Loads the caller's wall links, newest first (INC-8); null if the server has no wall views. Throws a `CallError`. */
export async function loadWallLinks(call: ContractCall, signal: AbortSignal): Promise<WallLink[] | null> {
  const result = await call(wallRoutes.wallLinks, { signal })
  return result?.ok === false && result.status === 404 ? null : dataOf(result).result
}

/** Throws a `CallError`, with the field's text if the server refuses the name. */
export async function makeWallLink(call: ContractCall, name: string, signal: AbortSignal): Promise<NewWallLink> {
  const result = await call(wallRoutes.makeWallLink, { body: { name }, signal })
  if (result?.named === 422 && result.data.fields.name !== undefined) throw new CallError(result.data.fields.name, 422)
  return dataOf(result)
}

/** Revokes a link; if it no longer exists, it counts as revoked. Throws a `CallError`. */
export async function revokeWallLink(call: ContractCall, id: string, signal: AbortSignal): Promise<void> {
  doneOrGone(await call(wallRoutes.revokeWallLink, { params: { id }, signal }))
}
