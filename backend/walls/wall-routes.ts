import type { FastifyInstance, FastifyRequest } from 'fastify'
import { wallLinkBody, wallRoutes as wire } from '../../contract/wire/routes/wall.ts'
import { bearerToken, identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { TokenLookup } from '../access/token-lookup.ts'
import type { BusParts } from '../bus/bus.ts'
import { type ClockWatch, clockPlausibility } from '../clock/clock-watch.ts'
import type { Queryable } from '../database/database.ts'
import { appendFacts } from '../evidence/append.ts'
import { factOf } from '../evidence/fact.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { noteToken } from '../http/connection-limits.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { isTokenLike } from '../sessions/sessions.ts'
import { dropWallLink, makeWallLink, mostWallLinks, wallLinksOf, wallOfToken } from './wall-links.ts'
import { wallViewOf } from './wall-view.ts'

export function wallRoutes(
  api: FastifyInstance,
  { database, bus, tokens, now, clock }: BusParts & { tokens: TokenLookup; clock: ClockWatch },
): void {
  serve(api, wire.wallLinks, async (request) => ({
    result: await wallLinksOf(database, identityOf(request).account.userId),
  }))

  serve(api, wire.makeWallLink, async (request) => {
    const { userId } = identityOf(request).account
    const { name } = parseInput(wallLinkBody, request.body)
    return bus.commit(async (transaction) => {
      const made = await makeWallLink(transaction, { userId, name }, now())
      if (made === undefined)
        throw new Refusal(409, { message: `Você já tem ${mostWallLinks} links. Revogue um que não usa mais.` })
      await record(transaction, request, 'made', made.id)
      return made
    })
  })

  serve(api, wire.revokeWallLink, async (request) => {
    const { id } = request.params
    await bus.commit(async (transaction) => {
      if (!(await dropWallLink(transaction, identityOf(request).account.userId, id))) throw new Refusal(404)
      await record(transaction, request, 'revoked', id)
    })
  })

  serve(api, wire.wall, async (request) => {
    const token = bearerToken(request.headers.authorization)
    const isWall = token !== undefined && isTokenLike(token)
    const wall = isWall
      ? await tokens.inTurn(callerNetwork(request.ip), () => wallOfToken(database, token, now()))
      : undefined
    if (wall === undefined) throw new Refusal(401)
    noteToken(request.raw.socket)
    return { ...(await wallViewOf(database, wall, now())), ...(await clockPlausibility(clock)) }
  })

  function record(
    transaction: Queryable,
    request: FastifyRequest,
    act: 'made' | 'revoked',
    link: string,
  ): Promise<void> {
    const { userId, customersId } = identityOf(request).account
    return appendFacts(transaction, customersId, factOf(request, 'wall', now(), { person: userId }, { act, link }))
  }
}
