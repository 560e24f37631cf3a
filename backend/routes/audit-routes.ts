import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { requireCaller, requireCondominium, requirePermission } from '../access.ts'
import { auditKinds, auditRecord, isoTime } from '../audit-record.ts'
import { type AuditPlace, auditRecords, storeAuditRecords } from '../audit-records.ts'
import { identityOf } from '../authentication.ts'
import type { Database } from '../database.ts'
import { Refusal } from '../refusal.ts'
import { fieldsOf, parseInput } from '../request-input.ts'

const mostRecords = 500
const mostPerPage = 1_000
const limitText = `Informe um número de 1 a ${mostPerPage}.`
const cursorText = 'Este marcador não veio desta lista. Comece pela primeira página.'

const deliveryBody = v.object({
  records: v.pipe(v.array(v.unknown()), v.maxLength(mostRecords, `Envie no máximo ${mostRecords} registros por vez.`)),
})

const place = v.pipe(
  v.string(),
  v.transform((cursor) => Buffer.from(cursor, 'base64url').toString()),
  v.parseJson(undefined, cursorText),
  v.strictTuple([rowNumber(), isoTime, rowNumber()], cursorText),
  v.transform(([arrivedUpTo, at, row]): AuditPlace => ({ arrivedUpTo, at, rowNumber: row })),
)

const listQuery = v.object({
  wordCode: v.optional(v.string()),
  condominiumId: v.optional(v.string()),
  kind: v.optional(v.picklist(auditKinds, `Escolha um destes: ${auditKinds.join(', ')}.`)),
  from: v.optional(isoTime),
  to: v.optional(isoTime),
  limit: v.optional(
    v.pipe(v.string(), v.digits(limitText), v.toNumber(), v.minValue(1, limitText), v.maxValue(mostPerPage, limitText)),
    '100',
  ),
  cursor: v.optional(place),
})

/** Contract "Audit": whoever is signed in delivers, `audit:read` reads. */
export function auditRoutes(api: FastifyInstance, parts: { database: Database; now: () => number }): void {
  const { database, now } = parts

  api.post<{ Params: { condominiumId: string; userId: string } }>(
    '/device-audit/:condominiumId/:userId',
    async (request) => {
      const { account } = identityOf(request)
      const { condominiumId, userId } = request.params
      requireCaller(account, userId)
      await requireCondominium(database, account, condominiumId)
      const schema = v.object({
        ...auditRecord.entries,
        userId: v.literal(userId, 'O usuário difere do que está no endereço.'),
        condominiumId: v.literal(condominiumId, 'O condomínio difere do que está no endereço.'),
      })
      const records = parseInput(deliveryBody, request.body).records.map((given, index) => {
        const parsed = v.safeParse(schema, given)
        if (!parsed.success) throw malformedRecord(index, fieldsOf(parsed.issues))
        return parsed.output
      })
      await storeAuditRecords(database, account, records, new Date(now()))
      return { accepted: records.map((record) => record.id) }
    },
  )

  api.get('/device-audit', async (request) => {
    const { account } = identityOf(request)
    requirePermission(account, 'audit:read')
    const { cursor, ...wanted } = parseInput(listQuery, request.query)
    const { records, next } = await auditRecords(database, account, { ...wanted, after: cursor })
    return { result: records, nextCursor: next && cursorOf(next) }
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

function cursorOf({ arrivedUpTo, at, rowNumber }: AuditPlace): string {
  return Buffer.from(JSON.stringify([arrivedUpTo, at.toISOString(), rowNumber])).toString('base64url')
}

function rowNumber() {
  return v.pipe(v.string(), v.regex(/^\d{1,18}$/))
}
