import * as v from 'valibot'
import { passwordError } from '../../../contract/wire/answers/account.ts'
import { dataOf, parseResult } from '../http/call-result.ts'
import { createDataAccess } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

/** What the server holds against a field, as a text for a person. */
export type PasswordRefusal = v.InferOutput<typeof passwordError>['fields']

/** `refused`: nothing was changed, and at least one field says why (422). */
export type PasswordAnswer = { kind: 'changed' } | { kind: 'refused'; fields: PasswordRefusal }

export interface PasswordApi {
  /**
   * Changes the password of who is signed in, which ends that person's other sessions. Throws a `CallError` with a text
   * for a person for everything but success and refused fields.
   */
  change(passwords: { current: string; next: string }, signal: AbortSignal): Promise<PasswordAnswer>
}

const refusalSchema = v.object({ fields: passwordError.entries.fields })
/** 204 has no body: whatever has one is no answer of this call. */
const changedSchema = v.nullish(v.literal(''))

/** The change of password of contract "Session". */
export function createPasswordApi(http: HttpClient, log: Log): PasswordApi {
  const data = createDataAccess(http)
  return {
    async change({ current, next }, signal) {
      const result = await data.post('auth/password', { current, next }, { signal })
      if (result && !result.ok && result.status === 422) {
        const refusal = v.safeParse(refusalSchema, result.data)
        if (refusal.success && Object.keys(refusal.output.fields).length > 0)
          return { kind: 'refused', fields: refusal.output.fields }
      }
      dataOf(parseResult(result, changedSchema, { log, call: 'auth/password' }))
      return { kind: 'changed' }
    },
  }
}
