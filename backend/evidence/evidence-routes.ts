import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { dossierQuery, evidenceRoutes as wire } from '../../contract/wire/routes/evidence.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import { bounds } from '../bounds.ts'
import type { Database } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'
import { onAnswered } from '../http/connection-limits.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import type { DiskReserve } from '../readiness/disk-reserve.ts'
import { appendFacts } from './append.ts'
import { makeDossier } from './dossier.ts'
import { dossierPlaces } from './dossier-places.ts'
import { factOf } from './fact.ts'
import { signHead } from './heads.ts'
import type { SigningKey } from './signing-key.ts'

const seesNotAll = 'O dossiê leva os registros de toda a administradora. Peça a quem vê todos os condomínios.'

export function evidenceRoutes(
  api: FastifyInstance,
  {
    database,
    signingKey,
    diskPath,
    diskReserve,
    version,
    now,
  }: {
    database: Database
    signingKey: SigningKey
    diskPath: string | undefined
    diskReserve: DiskReserve
    version: string
    now: () => number
  },
): void {
  const takePlace = dossierPlaces()
  const directory = diskPath ?? tmpdir()

  serve(api, wire.chainHead, async (request) => {
    const { customersId } = identityOf(request).account
    const head = await signHead(database, signingKey, customersId, now())
    const { publicKey, fingerprint } = signingKey
    return { head, publicKey, fingerprint, chainedUpTo: await chainedUpTo(customersId) }
  })

  serve(api, wire.dossier, async (request, reply) => {
    const { account } = identityOf(request)
    if (!account.seesAll) throw new Refusal(403, { message: seesNotAll })
    const query = parseInput(dossierQuery, request.query)
    if (query.from >= query.to) throw new Refusal(422, { fields: { to: 'O fim deve vir depois do início.' } })
    const { wordCode: device, condominiumId: condominium } = query
    const data = { what: 'dossier', from: query.from.toISOString(), to: query.to.toISOString() }
    const subject = { ...(device !== undefined && { device }), ...(condominium !== undefined && { condominium }) }
    await diskReserve.require()
    const place = takePlace(account.customersId)
    onAnswered(request.raw, reply.raw, place.leave)
    // Before the dossier is made, so that the dossier includes this record.
    await database.transaction((transaction) =>
      appendFacts(transaction, account.customersId, factOf(request, 'export', now(), subject, data)),
    )
    const { customersId, userId } = account
    const { mediaType, bytes, chunks } = await makeDossier(
      { database, key: signingKey, directory, now: now() },
      { customersId, userId, version },
      query,
      { signal: place.signal, onSent: place.leave },
    )
    reply.raw.setTimeout(bounds.dossiers.most.silenceMs, () => reply.raw.destroy())
    return reply
      .type(mediaType)
      .header('content-length', bytes)
      .send(Readable.from(chunks, { objectMode: false }))
  })

  async function chainedUpTo(customersId: string): Promise<number> {
    const sql = `select (record::jsonb #>> '{data,upTo}')::int from evidence
      where customers_id = $1 and kind = 'chained' order by seq limit 1`
    return (await firstValue(database, sql, [customersId], v.number())) ?? 0
  }
}
