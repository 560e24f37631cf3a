import type { OneTimeLink, PersonDetails } from '../../../contract/wire/answers/people.ts'
import type { InviteBody, PersonBody } from '../../../contract/wire/requests/people.ts'
import { peopleRoutes } from '../../../contract/wire/routes/people.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'
import { etagOf } from '../http/record-result.ts'

/** A person as last read from the server. */
export interface PersonRecord {
  person: PersonDetails
  /** Version of the record at the server; null if the server sends none: then the last write wins. */
  etag: string | null
}

/** A new person with their one-time link, which is shown only once. */
export interface Invited {
  person: PersonDetails
  link: OneTimeLink
}

export type PersonSaveAnswer =
  | ({ kind: 'invited' } & Invited)
  | { kind: 'saved'; record: PersonRecord }
  /** Nothing was saved; `message` is the server's text, `fields` has the error of each field. */
  | { kind: 'refused'; fields: Readonly<Record<string, string>>; message: string }
  /** Another administrator has changed the person since they were read. */
  | { kind: 'conflict'; theirs: PersonRecord }

/** A change of a person's access. */
export type PersonAct = 'link' | 'disable' | 'enable'

/**
 * `kept`: the change is not allowed, for example for the last administrator or for a person with more rights; `message`
 * has the reason. Only the act 'link' returns a `link`.
 */
export type PersonActAnswer = { kind: 'done'; link: OneTimeLink | null } | { kind: 'kept'; message: string }

/** Throws a `CallError`, like the calls below for every answer that is not in their result type. */
export async function readPerson(call: ContractCall, id: string, signal: AbortSignal): Promise<PersonRecord> {
  const result = await call(peopleRoutes.person, { params: { id }, signal })
  return { person: dataOf(result), etag: etagOf(result) }
}

/** Invites a person; a 409 means that the e-mail is taken. */
export async function invitePerson(
  call: ContractCall,
  body: InviteBody,
  signal: AbortSignal,
): Promise<PersonSaveAnswer> {
  const result = await call(peopleRoutes.invite, { body, signal })
  if (result?.named === 409)
    return { kind: 'refused', fields: { email: result.data.message }, message: result.data.message }
  if (result?.named === 422) return { kind: 'refused', fields: result.data.fields, message: result.data.message }
  return { kind: 'invited', ...dataOf(result) }
}

/** Replaces a person's data at the version `etag`; 409: no other person could write users (ACC-1). */
export async function changePerson(
  call: ContractCall,
  { person: { id }, etag }: PersonRecord,
  body: PersonBody,
  signal: AbortSignal,
): Promise<PersonSaveAnswer> {
  const result = await call(peopleRoutes.changePerson, { params: { id }, body, ifMatch: etag, signal })
  if (result?.ok === false && result.status === 412) {
    const theirs = result.named
      ? { person: result.data.current, etag: etagOf(result) }
      : await readPerson(call, id, signal)
    return { kind: 'conflict', theirs }
  }
  if (result?.named === 409) return { kind: 'refused', fields: {}, message: result.data.message }
  if (result?.named === 422) return { kind: 'refused', fields: result.data.fields, message: result.data.message }
  return { kind: 'saved', record: { person: dataOf(result), etag: etagOf(result) } }
}

const accessRoutes = { disable: peopleRoutes.disablePerson, enable: peopleRoutes.enablePerson }

export async function changeAccess(
  call: ContractCall,
  { id, act }: { id: string; act: PersonAct },
  signal: AbortSignal,
): Promise<PersonActAnswer> {
  const options = { params: { id }, signal }
  const result = await (act === 'link' ? call(peopleRoutes.makeLink, options) : call(accessRoutes[act], options))
  if (result?.named === 409 || result?.named === 403) return { kind: 'kept', message: result.data.message }
  return { kind: 'done', link: dataOf<OneTimeLink | undefined>(result) ?? null }
}
