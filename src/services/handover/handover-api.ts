import * as v from 'valibot'
import { type Handover, type HandoverDraft, handover, handoverDraft } from '../../../contract/wire/answers/handovers.ts'
import { dataOf, parseResult } from '../http/call-result.ts'
import { createDataAccess } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

/** What the giver says, and the sign-in of the taker. */
export interface HandoverEntry {
  email: string
  password: string
  note: string
}

/** What the server holds against a field, as a text for a person. */
export type HandoverRefusal = v.InferOutput<typeof refusalSchema>['fields']

/** `refused`: nothing was handed over, and at least one field says why. */
export type HandoverAnswer = { kind: 'given'; handover: Handover } | { kind: 'refused'; fields: HandoverRefusal }

export interface HandoverApi {
  /** What the next person is to know. Throws a `CallError` with a text for a person. */
  draft(signal: AbortSignal): Promise<HandoverDraft>
  /** Throws a `CallError` for everything but success and refused fields. */
  accept(entry: HandoverEntry, signal: AbortSignal): Promise<HandoverAnswer>
}

const text = v.exactOptional(v.string())
const refusalSchema = v.object({ fields: v.object({ email: text, password: text, note: text }) })

/** Contract "Handovers" (INC-7). */
export function createHandoverApi(http: HttpClient, log: Log): HandoverApi {
  const data = createDataAccess(http)
  return {
    async draft(signal) {
      const result = await data.get('handovers/next', { signal })
      return dataOf(parseResult(result, handoverDraft, { log, call: 'handovers/next' }))
    },
    async accept({ email, password, note }, signal) {
      const result = await data.post('handovers', { email, password, note }, { signal })
      if (result?.ok === false && result.status === 422) {
        const refusal = v.safeParse(refusalSchema, result.data)
        if (refusal.success && Object.keys(refusal.output.fields).length > 0)
          return { kind: 'refused', fields: refusal.output.fields }
      }
      return { kind: 'given', handover: dataOf(parseResult(result, handover, { log, call: 'POST handovers' })) }
    },
  }
}
