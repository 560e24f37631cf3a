import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import { condominiumRoutes } from '../../../contract/wire/routes/condominiums.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall, RouteResult } from '../http/contract-call.ts'
import { doneOrGone, etagOf } from '../http/record-result.ts'

/** A condominium as last read from the server. */
export interface CondominiumRecord {
  condominium: Condominium
  /** Version of the record at the server; null if the server sends none: then the last write wins. */
  etag: string | null
}

/** The fields of a condominium that a person enters; absent means empty. */
export type CondominiumEntries = Omit<Condominium, 'id' | 'customersId'>

export type SaveAnswer =
  | { kind: 'saved'; condominium: Condominium }
  /** Nothing was saved; `message` is the server's text, `fields` has the error of each field. */
  | { kind: 'refused'; fields: Readonly<Record<string, string>>; message: string }
  /** Another person has changed the record since it was read. */
  | { kind: 'conflict'; theirs: CondominiumRecord }

/** `kept`: the condominium still has devices; `message` is the server's text. */
export type RemoveAnswer = { kind: 'removed' } | { kind: 'kept'; message: string }

/** Throws a `CallError`, like the calls below for every answer that is not in their result type. */
export async function readCondominium(call: ContractCall, id: string, signal: AbortSignal): Promise<CondominiumRecord> {
  const result = await call(condominiumRoutes.condominium, { params: { id }, signal })
  return { condominium: dataOf(result), etag: etagOf(result) }
}

/** Creates a condominium, or replaces its entered fields if its version is still `etag`. */
export async function saveCondominium(
  call: ContractCall,
  {
    record,
    customersId,
    entries,
  }: { record: CondominiumRecord | null; customersId: string; entries: CondominiumEntries },
  signal: AbortSignal,
): Promise<SaveAnswer> {
  if (record === null) {
    const query = { customersId }
    return saveAnswer(await call(condominiumRoutes.createCondominium, { query, body: entries, signal }))
  }
  const { id, customersId: owner } = record.condominium
  const result = await call(condominiumRoutes.changeCondominium, {
    params: { id },
    query: { customersId: owner },
    body: { ...entries, id, customersId: owner },
    ifMatch: record.etag,
    signal,
  })
  if (result?.ok !== false || result.status !== 412) return saveAnswer(result)
  const theirs = result.named
    ? { condominium: result.data.current, etag: etagOf(result) }
    : await readCondominium(call, id, signal)
  return { kind: 'conflict', theirs }
}

/** A 422 names the wrong fields; a 409 concerns the wordCode, the only unique field. */
function saveAnswer(
  result: RouteResult<typeof condominiumRoutes.createCondominium | typeof condominiumRoutes.changeCondominium>,
): SaveAnswer {
  if (result?.named === 409)
    return { kind: 'refused', fields: { wordCode: result.data.message }, message: result.data.message }
  if (result?.named === 422) return { kind: 'refused', fields: result.data.fields, message: result.data.message }
  return { kind: 'saved', condominium: dataOf(result) }
}

/** Deletes a condominium; if it no longer exists, it counts as deleted. */
export async function removeCondominium(call: ContractCall, id: string, signal: AbortSignal): Promise<RemoveAnswer> {
  const result = await call(condominiumRoutes.deleteCondominium, { params: { id }, signal })
  if (result?.named === 409) return { kind: 'kept', message: result.data.message }
  doneOrGone(result)
  return { kind: 'removed' }
}
