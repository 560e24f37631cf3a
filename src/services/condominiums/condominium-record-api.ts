import type { Condominium } from '../../../contract/wire/answers/condominiums.ts'
import { condominiumRoutes } from '../../../contract/wire/routes/condominiums.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall, RouteResult } from '../http/contract-call.ts'
import { doneOrGone, etagOf } from '../http/record-result.ts'

/** A condominium as the server had it at one moment. */
export interface CondominiumRecord {
  condominium: Condominium
  /** Names that version to the server; null where the server names none, and the last one to save wins. */
  etag: string | null
}

/** What a person enters of a condominium; what is left out is empty. */
export type CondominiumEntries = Omit<Condominium, 'id' | 'customersId'>

export type SaveAnswer =
  | { kind: 'saved'; condominium: Condominium }
  /** Nothing was saved; `message` is the server's text, `fields` what it holds against each. */
  | { kind: 'refused'; fields: Readonly<Record<string, string>>; message: string }
  /** Somebody else has changed the record since it was read. */
  | { kind: 'conflict'; theirs: CondominiumRecord }

/** `kept`: the condominium still has devices; `message` is the server's text. */
export type RemoveAnswer = { kind: 'removed' } | { kind: 'kept'; message: string }

/** Throws a `CallError`, as do the calls below for every answer that they do not name. */
export async function readCondominium(call: ContractCall, id: string, signal: AbortSignal): Promise<CondominiumRecord> {
  const result = await call(condominiumRoutes.condominium, { params: { id }, signal })
  return { condominium: dataOf(result), etag: etagOf(result) }
}

/** Creates a condominium, or replaces what a person enters where the record still is at `etag`. */
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

/** A 422 names the wrong fields; a 409 is about the wordCode, the only field that must be unique. */
function saveAnswer(
  result: RouteResult<typeof condominiumRoutes.createCondominium | typeof condominiumRoutes.changeCondominium>,
): SaveAnswer {
  if (result?.named === 409)
    return { kind: 'refused', fields: { wordCode: result.data.message }, message: result.data.message }
  if (result?.named === 422) return { kind: 'refused', fields: result.data.fields, message: result.data.message }
  return { kind: 'saved', condominium: dataOf(result) }
}

/** Deletes a condominium; one that is gone already counts as deleted. */
export async function removeCondominium(call: ContractCall, id: string, signal: AbortSignal): Promise<RemoveAnswer> {
  const result = await call(condominiumRoutes.deleteCondominium, { params: { id }, signal })
  if (result?.named === 409) return { kind: 'kept', message: result.data.message }
  doneOrGone(result)
  return { kind: 'removed' }
}
