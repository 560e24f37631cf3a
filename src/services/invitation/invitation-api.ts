import * as v from 'valibot'
import { fieldsError } from '../../../contract/wire/answers/errors.ts'
import { type Invitation, invitation, invitationAccepted } from '../../../contract/wire/answers/people.ts'
import type { AcceptBody } from '../../../contract/wire/requests/people.ts'
import { type CallResult, dataOf, parseResult } from '../http/call-result.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

/** `dead`: no such link, or it was used, replaced or is over. */
export type LinkAnswer = { kind: 'found'; invitation: Invitation } | { kind: 'dead' }

export type AcceptAnswer =
  | { kind: 'accepted'; email: string }
  | { kind: 'dead' }
  /** There is an administrator by now (ACC-1). */
  | { kind: 'taken' }
  /** Nothing was done; `fields` says what is held against each, `message` is the server's text. */
  | { kind: 'refused'; fields: Readonly<Record<string, string>>; message: string }

/** For whoever holds a one-time link, signed in or not. Whatever is no answer of those named throws a `CallError` with a text for a person. */
export interface InvitationApi {
  look(token: string, signal: AbortSignal): Promise<LinkAnswer>
  accept(body: AcceptBody, signal: AbortSignal): Promise<AcceptAnswer>
}

export function createInvitationApi(http: HttpClient, log: Log): InvitationApi {
  // Whoever is signed in here is not who the link is for.
  const post = (path: string, body: unknown, signal: AbortSignal) =>
    http.call(path, { method: 'POST', body, signal, authenticated: false })
  return {
    async look(token, signal) {
      const call = 'invitations/look'
      const result = await post(call, { token }, signal)
      if ([404, 422].includes(statusOf(result))) return { kind: 'dead' }
      return { kind: 'found', invitation: dataOf(parseResult(result, invitation, { log, call })) }
    },
    async accept(body, signal) {
      const call = 'invitations/accept'
      const result = await post(call, body, signal)
      if (statusOf(result) === 404) return { kind: 'dead' }
      if (statusOf(result) === 409) return { kind: 'taken' }
      if (result?.ok === false && result.status === 422) {
        const refusal = v.safeParse(fieldsError, result.data)
        if (refusal.success) return { kind: 'refused', fields: refusal.output.fields, message: refusal.output.message }
      }
      return { kind: 'accepted', email: dataOf(parseResult(result, invitationAccepted, { log, call })).email }
    },
  }
}

/** 0 where there is none. */
function statusOf(result: CallResult): number {
  return result?.ok === false ? (result.status ?? 0) : 0
}
