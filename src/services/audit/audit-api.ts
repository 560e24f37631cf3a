import * as v from 'valibot'
import { type AuditRecord, type StoredRecord, storedRecordSchema } from '../../../contract/wire/answers/audit.ts'
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

export interface AuditApi {
  /**
   * Hands records of one condominium and user to the server, which stores each id once. `accepted` are the ids that it
   * now has. Throws a `CallError`.
   */
  deliver(
    condominiumId: string,
    userId: string,
    records: readonly AuditRecord[],
    signal: AbortSignal,
  ): Promise<{ accepted: string[] }>
  /** The records that the server has (permission `audit:read`). Throws a `CallError`. */
  list(filter: AuditFilter, signal: AbortSignal): Promise<AuditPage>
}

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
      return dataOf(parseResult(result, acceptedSchema, { log, call: 'POST device-audit' }))
    },
    async list(filter, signal) {
      const result = await data.get('device-audit', { query: { ...filter }, signal })
      const page = dataOf(parseResult(result, pageSchema, { log, call: 'device-audit' }))
      return { records: page.result, nextCursor: page.nextCursor }
    },
  }
}
