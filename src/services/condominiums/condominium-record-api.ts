import * as v from 'valibot'
import { type Condominium, condominiumChanged, condominiumSchema } from '../../../contract/wire/answers/condominiums.ts'
import { errorMessage } from '../../../contract/wire/answers/error-message.ts'
import { fieldsError } from '../../../contract/wire/answers/errors.ts'
import { type CallFailure, type CallResult, dataOf, parseResult } from '../http/call-result.ts'
import { createDataAccess, under } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

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

/** Reads and writes one condominium. Whatever is no answer of those named throws a `CallError` with a text for a person. */
export interface CondominiumRecordApi {
  read(id: string, signal: AbortSignal): Promise<CondominiumRecord>
  create(customersId: string, entries: CondominiumEntries, signal: AbortSignal): Promise<SaveAnswer>
  /** Replaces what a person enters, where the record still is at `etag`. */
  update(record: CondominiumRecord, entries: CondominiumEntries, signal: AbortSignal): Promise<SaveAnswer>
  /** Deletes it; one that is gone already counts as deleted. */
  remove(id: string, signal: AbortSignal): Promise<RemoveAnswer>
}

/** `kept`: the condominium still has devices; `message` is the server's text. */
export type RemoveAnswer = { kind: 'removed' } | { kind: 'kept'; message: string }

/** No data is promised; a text is a page of somebody else's, not the service's answer. */
const removedSchema = v.pipe(
  v.unknown(),
  v.check((body) => typeof body !== 'string' || body === '', 'Expected no text'),
)

/** The records of contract "Condominiums" (HTTP-6). */
export function createCondominiumRecordApi(http: HttpClient, log: Log): CondominiumRecordApi {
  const data = createDataAccess(http)
  const saved = (result: CallResult, call: string): SaveAnswer => {
    const refusal = result?.ok === false ? refusalOf(result) : null
    if (refusal !== null) return { kind: 'refused', ...refusal }
    return { kind: 'saved', condominium: dataOf(parseResult(result, condominiumSchema, { log, call })) }
  }
  const read = async (id: string, signal: AbortSignal): Promise<CondominiumRecord> => {
    const result = await data.get(under('condominium/by-id', id), { signal })
    const condominium = dataOf(parseResult(result, condominiumSchema, { log, call: 'condominium/by-id' }))
    return { condominium, etag: etagOf(result) }
  }
  return {
    read,
    async create(customersId, entries, signal) {
      const result = await data.post('condominium', entries, { query: { customersId }, signal })
      return saved(result, 'POST condominium')
    },
    async update({ condominium: { id, customersId }, etag }, entries, signal) {
      const result = await data.put(
        under('condominium', id),
        { ...entries, id, customersId },
        { query: { customersId }, ...(etag !== null && { headers: { 'if-match': etag } }), signal },
      )
      if (result?.ok !== false || result.status !== 412) return saved(result, 'PUT condominium')
      const told = v.safeParse(condominiumChanged, result.data)
      const theirs = told.success ? { condominium: told.output.current, etag: etagOf(result) } : await read(id, signal)
      return { kind: 'conflict', theirs }
    },
    async remove(id, signal) {
      const result = await data.delete(under('condominium', id), { signal })
      if (result?.ok === false && result.status === 404) return { kind: 'removed' }
      if (result?.ok === false && result.status === 409 && v.is(errorMessage, result.data))
        return { kind: 'kept', message: result.data.message }
      dataOf(parseResult(result, removedSchema, { log, call: 'DELETE condominium' }))
      return { kind: 'removed' }
    },
  }
}

/** What the server holds against fields: a 422 names them, a 409 is about the wordCode, which is the only one of its kind. */
function refusalOf({
  status,
  data,
}: CallFailure): { fields: Readonly<Record<string, string>>; message: string } | null {
  if (status === 409 && v.is(errorMessage, data)) return { fields: { wordCode: data.message }, message: data.message }
  if (status !== 422) return null
  const refusal = v.safeParse(fieldsError, data)
  return refusal.success ? { fields: refusal.output.fields, message: refusal.output.message } : null
}

function etagOf(result: CallResult): string | null {
  return result?.headers?.get('etag') ?? null
}
