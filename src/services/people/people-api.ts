import * as v from 'valibot'
import { errorMessage } from '../../../contract/wire/answers/error-message.ts'
import { fieldsError } from '../../../contract/wire/answers/errors.ts'
import {
  invited,
  type OneTimeLink,
  oneTimeLink,
  type Person,
  type PersonDetails,
  type PersonHistory,
  personChanged,
  personDetails,
  personHistory,
  personSchema,
} from '../../../contract/wire/answers/people.ts'
import type { InviteBody, PersonBody } from '../../../contract/wire/requests/people.ts'
import { type CallResult, dataOf, listOf, parseResult } from '../http/call-result.ts'
import { createDataAccess, under } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

/** A person as the server had him at one moment. */
export interface PersonRecord {
  person: PersonDetails
  /** Names that version to the server; null where the server names none, and the last one to save wins. */
  etag: string | null
}

/** What somebody new is let in by: shown this once. */
export interface Invited {
  person: PersonDetails
  link: OneTimeLink
}

export type PersonSaveAnswer =
  | ({ kind: 'invited' } & Invited)
  | { kind: 'saved'; record: PersonRecord }
  /** Nothing was saved; `message` is the server's text, `fields` what it holds against each. */
  | { kind: 'refused'; fields: Readonly<Record<string, string>>; message: string }
  /** Somebody else has changed the person since he was read. */
  | { kind: 'conflict'; theirs: PersonRecord }

/** What is done to a person's access. */
export type PersonAct = 'link' | 'disable' | 'enable'

/** `kept`: it may not be done, as with the last administrator; `message` says why. `link`: of the act of that name. */
export type PersonActAnswer = { kind: 'done'; link: OneTimeLink | null } | { kind: 'kept'; message: string }

/** The customer's people (ACC-2). Whatever is no answer of those named throws a `CallError` with a text for a person. */
export interface PeopleApi {
  /** By name. */
  list(signal: AbortSignal): Promise<Person[]>
  read(id: string, signal: AbortSignal): Promise<PersonRecord>
  /** Newest first. */
  history(id: string, signal: AbortSignal): Promise<PersonHistory['result']>
  invite(body: InviteBody, signal: AbortSignal): Promise<PersonSaveAnswer>
  /** Replaces what an administrator says of a person who still is at `etag`. */
  change(record: PersonRecord, body: PersonBody, signal: AbortSignal): Promise<PersonSaveAnswer>
  act(id: string, act: PersonAct, signal: AbortSignal): Promise<PersonActAnswer>
}

/** 204 has no body: whatever has one is no answer of this call. */
const doneSchema = v.nullish(v.literal(''))

export function createPeopleApi(http: HttpClient, log: Log): PeopleApi {
  const data = createDataAccess(http)
  const listSchema = v.object({ result: listOf(personSchema, { log, what: 'pessoas' }) })
  const recordOf = (result: CallResult, call: string): PersonRecord => ({
    person: dataOf(parseResult(result, personDetails, { log, call })),
    etag: etagOf(result),
  })
  const read = async (id: string, signal: AbortSignal) =>
    recordOf(await data.get(under('users', id), { signal }), 'GET users/:id')
  return {
    read,
    async list(signal) {
      return dataOf(parseResult(await data.get('users', { signal }), listSchema, { log, call: 'GET users' })).result
    },
    async history(id, signal) {
      const call = 'GET users/:id/history'
      const result = await data.get(`${under('users', id)}/history`, { signal })
      return dataOf(parseResult(result, personHistory, { log, call })).result
    },
    async invite(body, signal) {
      const result = await data.post('users', body, { signal })
      const message = keptMessage(result)
      if (message !== null) return { kind: 'refused', fields: { email: message }, message }
      return (
        refusalOf(result) ?? { kind: 'invited', ...dataOf(parseResult(result, invited, { log, call: 'POST users' })) }
      )
    },
    async change({ person: { id }, etag }, body, signal) {
      const result =
        etag === null
          ? await data.put(under('users', id), body, { signal })
          : await data.putByUserIfMatch('users', id, body, etag, { signal })
      if (result?.ok === false && result.status === 412) {
        const told = v.safeParse(personChanged, result.data)
        const theirs = told.success ? { person: told.output.current, etag: etagOf(result) } : await read(id, signal)
        return { kind: 'conflict', theirs }
      }
      const message = keptMessage(result)
      if (message !== null) return { kind: 'refused', fields: {}, message }
      return refusalOf(result) ?? { kind: 'saved', record: recordOf(result, 'PUT users/:id') }
    },
    async act(id, act, signal) {
      const call = `POST users/:id/${act}`
      const result = await data.post(`${under('users', id)}/${act}`, undefined, { signal })
      const message = keptMessage(result)
      if (message !== null) return { kind: 'kept', message }
      if (act === 'link') return { kind: 'done', link: dataOf(parseResult(result, oneTimeLink, { log, call })) }
      dataOf(parseResult(result, doneSchema, { log, call }))
      return { kind: 'done', link: null }
    },
  }
}

/** What a 409 says: the e-mail is taken, or nobody else could look after the people (ACC-1). */
function keptMessage(result: CallResult): string | null {
  return result?.ok === false && result.status === 409 && v.is(errorMessage, result.data) ? result.data.message : null
}

function refusalOf(result: CallResult): (PersonSaveAnswer & { kind: 'refused' }) | null {
  if (result?.ok !== false || result.status !== 422) return null
  const refusal = v.safeParse(fieldsError, result.data)
  if (!refusal.success) return null
  return { kind: 'refused', fields: refusal.output.fields, message: refusal.output.message }
}

function etagOf(result: CallResult): string | null {
  return result?.headers?.get('etag') ?? null
}
