import type { FastifyInstance } from 'fastify'
import { cepQuery } from '../../contract/wire/requests/condominiums.ts'
import { condominiumRoutes as wire } from '../../contract/wire/routes/condominiums.ts'
import { attemptLimit } from '../access/attempt-limit.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import { bounds } from '../bounds.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import type { CepLookup } from './cep-lookup.ts'

export type CepRouteParts = { database: Database; findCep: CepLookup; now: () => number }

/** `GET condominium/cep` of contract "Condominiums" (CON-4): 503 if the service fails. */
export function cepRoutes(api: FastifyInstance, { database, findCep, now }: CepRouteParts): void {
  const limit = attemptLimit(database, { name: 'cep', ...bounds.cepQuestions.most }, now)

  serve(api, wire.cep, async (request) => {
    const { userId } = identityOf(request).account
    const { cep } = parseInput(cepQuery, request.query)
    const retryAfterSeconds = await limit.attempt(userId)
    if (retryAfterSeconds > 0)
      throw new Refusal(429, {
        message: 'Muitas consultas de CEP. Aguarde um minuto ou preencha o endereço.',
        headers: { 'retry-after': String(retryAfterSeconds) },
      })
    const address = await findCep(cep).catch((error: unknown) => {
      request.log.warn({ err: error }, 'CEP look-up failed')
      throw new Refusal(503, { message: 'A consulta de CEP não responde. Preencha o endereço ou tente mais tarde.' })
    })
    if (address === undefined)
      throw new Refusal(404, { message: 'CEP não encontrado. Confira os números ou preencha o endereço.' })
    return address
  })
}
