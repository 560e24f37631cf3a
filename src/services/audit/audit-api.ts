import * as v from 'valibot'
import type { AuditRecord } from '../../../contract/wire/answers/audit.ts'
import { errorMessage } from '../../../contract/wire/answers/error-message.ts'
import { recordRoutes } from '../../../contract/wire/routes/records.ts'
import { dataOf } from '../http/call-result.ts'
import type { ContractCall } from '../http/contract-call.ts'

/** `refused`: the server stored none of the records, because one of them is invalid. */
export type DeliveryAnswer = { kind: 'accepted'; ids: string[] } | { kind: 'refused'; message: string }

/**
 * Sends records of one condominium and user to the server, which stores each id once. `ids`: the records that the
 * server now has. Throws a `CallError` for every answer that is not the server's own decision on these records.
 */
export type DeliverAudit = (
  condominiumId: string,
  userId: string,
  records: readonly AuditRecord[],
  signal: AbortSignal,
) => Promise<DeliveryAnswer>

/** A gateway's own 422 has another body. */
const refusalSchema = v.object({ error: v.literal(true), ...errorMessage.entries })

export function auditDelivery(call: ContractCall): DeliverAudit {
  return async (condominiumId, userId, records, signal) => {
    const params = { condominiumId, userId }
    const body = { records: [...records] }
    const result = await call(recordRoutes.deliverAudit, { params, body, signal })
    if (result?.named === 422 && v.is(refusalSchema, result.data))
      return { kind: 'refused', message: result.data.message }
    return { kind: 'accepted', ids: dataOf(result).accepted }
  }
}
