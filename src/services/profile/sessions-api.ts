import * as v from 'valibot'
import { type OwnSession, ownSessionSchema } from '../../../contract/wire/answers/account.ts'
import { CallError, dataOf, listOf, parseResult } from '../http/call-result.ts'
import { createDataAccess, under } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

const call = 'auth/sessions'

/** The list of sessions of contract "Session" (SHELL-5). Each throws a `CallError` with a text for a person. */
export interface SessionsApi {
  /** This one first, then those last seen most recently. */
  list(signal: AbortSignal): Promise<OwnSession[]>
  /** Whoever uses that session is signed out at once. One that is gone already counts as ended. */
  end(id: string, signal: AbortSignal): Promise<void>
}

/** 204 has no body: whatever has one is no answer of this call. */
const endedSchema = v.nullish(v.literal(''))

export function createSessionsApi(http: HttpClient, log: Log): SessionsApi {
  const data = createDataAccess(http)
  const listSchema = v.object({ result: listOf(ownSessionSchema, { log, what: 'sessões' }) })
  return {
    async list(signal) {
      const { result } = dataOf(parseResult(await data.get(call, { signal }), listSchema, { log, call }))
      return result.toSorted(
        (left, right) =>
          Number(right.current) - Number(left.current) || Date.parse(right.lastSeenAt) - Date.parse(left.lastSeenAt),
      )
    },
    async end(id, signal) {
      try {
        const result = await data.delete(under(call, id), { signal })
        dataOf(parseResult(result, endedSchema, { log, call }))
      } catch (error) {
        if (!(error instanceof CallError && error.status === 404)) throw error
      }
    },
  }
}
