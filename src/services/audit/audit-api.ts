import * as v from 'valibot'
import { type AuditRecord, type StoredRecord, storedRecordSchema } from '../../../contract/wire/answers/audit.ts'
import { errorMessage } from '../../../contract/wire/answers/error-message.ts'
import { nextCursor } from '../../../contract/wire/scalars.ts'
import { id } from '../../../contract/wire/text.ts'
import { dataOf, listOf, parseResult } from '../http/call-result.ts'
import { createDataAccess } from '../http/data-access.ts'
import type { HttpClient } from '../http/http-client.ts'
import type { Log } from '../log/log.ts'

export interface AuditFilter {
  wordCode?: string
  condominiumId?: string
  kind?: AuditRecord['kind']
  /** ISO date-times. */
  from?: string
  to?: string
  limit?: number
  cursor?: string
}

export interface AuditPage {
  records: StoredRecord[]
  /** For the next page, or null on the last. */
  nextCursor: string | null
}

/** `refused`: the server itself says that it stored none of them, because of what one of them is. */
export type DeliveryAnswer = { kind: 'accepted'; ids: string[] } | { kind: 'refused'; message: string }

export interface AuditApi {
  /**
   * Hands records of one condominium and user to the server, which stores each id once. `ids` are those that it now
   * has. Throws a `CallError` for every answer that is not the server's own on these records.
   */
  deliver(
    condominiumId: string,
    userId: string,
    records: readonly AuditRecord[],
    signal: AbortSignal,
  ): Promise<DeliveryAnswer>
  /** The records that the server has (permission `audit:read`). Throws a `CallError`. */
  list(filter: AuditFilter, signal: AbortSignal): Promise<AuditPage>
}

/** A gateway that answers 422 by itself has other bodies. */
const refusalSchema = v.object({ error: v.literal(true), ...errorMessage.entries })

/** contract "Audit". */
export function createAuditApi(http: HttpClient, log: Log): AuditApi {
  const data = createDataAccess(http)
  const acceptedSchema = v.object({ accepted: listOf(id, { log, what: 'registros aceitos' }) })
  const pageSchema = v.object({
    result: listOf(storedRecordSchema, { log, what: 'auditoria' }),
    nextCursor,
  })
  return {
    async deliver(condominiumId, userId, records, signal) {
      const ids = { condominiumId, userId }
      const result = await data.postByCondominiumAndUser('device-audit', ids, { records }, { signal })
      if (result?.ok === false && result.status === 422 && v.is(refusalSchema, result.data))
        return { kind: 'refused', message: result.data.message }
      const { accepted } = dataOf(parseResult(result, acceptedSchema, { log, call: 'POST device-audit' }))
      return { kind: 'accepted', ids: accepted }
    },
    async list(filter, signal) {
      const result = await data.get('device-audit', { query: { ...filter }, signal })
      const page = dataOf(parseResult(result, pageSchema, { log, call: 'device-audit' }))
      return { records: page.result, nextCursor: page.nextCursor }
    },
  }
}
