import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { auditDelivery, auditQuery, deliveredRecord } from '../../contract/wire/requests/audit.ts'
import { recordRoutes as wire } from '../../contract/wire/routes/records.ts'
import { requireCaller, requireCondominium } from '../access/access.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { Database } from '../database/database.ts'
import { cursorSchema, rowNumber } from '../http/list-cursor.ts'
import { Refusal } from '../http/refusal.ts'
import { fieldsOf, parseInput } from '../http/request-input.ts'
import type { DiskReserve } from '../readiness/disk-reserve.ts'
import type { Warnings } from '../readiness/warnings.ts'
import { auditRecords, storeAuditRecords } from './audit-records.ts'
import { type DeclaredQuota, refuseUsedUp } from './declared-quota.ts'

const listQuery = v.object({ ...auditQuery.entries, cursor: v.optional(cursorSchema([rowNumber])) })

type Parts = {
  database: Database
  warnings: Warnings
  declaredQuota: DeclaredQuota
  diskReserve: DiskReserve
  now: () => number
}

/** Routes of contract "Import and audit": delivery and list. */
export function auditRoutes(api: FastifyInstance, parts: Parts): void {
  const { database, warnings, declaredQuota: quota, diskReserve, now } = parts

  serve(
    api,
    wire.deliverAudit,
    async (request) => {
      const { account } = identityOf(request)
      const { condominiumId, userId } = request.params
      requireCaller(account, userId)
      await requireCondominium(database, account, condominiumId)
      const schema = v.object({
        ...deliveredRecord.entries,
        userId: v.literal(userId, 'O usuário difere do que está no endereço.'),
        condominiumId: v.literal(condominiumId, 'O condomínio difere do que está no endereço.'),
      })
      const records = parseInput(auditDelivery, request.body).records.map((given, index) => {
        const parsed = v.safeParse(schema, given)
        if (!parsed.success) throw malformedRecord(index, fieldsOf(parsed.issues))
        return parsed.output
      })
      await storeAuditRecords(database, account, records, new Date(now()), quota)
      return { accepted: records.map((record) => record.id) }
    },
    {
      async admit(request) {
        await diskReserve.require()
        await refuseUsedUp(database, identityOf(request).account.userId, { quota, now: now() })
      },
    },
  )

  serve(api, wire.audit, async (request) => {
    const { account } = identityOf(request)
    const { cursor, ...wanted } = parseInput(listQuery, request.query)
    const page = await auditRecords(database, account, { ...wanted, after: cursor?.[0] })
    const { customersId } = account
    const problem = warnings.text('unsound-chain', customersId) ?? warnings.text('uncut-chain', customersId)
    return { ...page, ...(problem !== undefined && { problem }) }
  })
}

function malformedRecord(index: number, problems: Record<string, string>): Refusal {
  const fields: Record<string, string> = {}
  for (const [field, text] of Object.entries(problems)) fields[`records.${index}${field && '.'}${field}`] = text
  return new Refusal(422, {
    message: `O registro de índice ${index} tem campos inválidos. Nenhum registro deste envio foi guardado.`,
    fields,
  })
}
