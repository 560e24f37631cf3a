import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { noteToken } from '../http/connection-limits.ts'
import { Refusal } from '../http/refusal.ts'
import { type Identity, identityOfToken } from '../sessions/sessions.ts'

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | null
  }
  interface FastifyContextConfig {
    /** Answered without a token. */
    open?: boolean
  }
}

/** Every route of this scope, unknown paths included, wants a living token (401), but those with `config.open`. */
export function requireToken(scope: FastifyInstance, database: Database, now: () => number): void {
  scope.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.open) return
    const token = bearerToken(request.headers.authorization)
    const identity = token === undefined ? undefined : await identityOfToken(database, token, now())
    if (identity === undefined) throw new Refusal(401)
    request.identity = identity
    noteToken(request.raw.socket)
  })
}

/** Who the request speaks for; throws 401 on a route that is open. */
export function identityOf(request: FastifyRequest): Identity {
  if (request.identity === null) throw new Refusal(401)
  return request.identity
}

/** The token of an `Authorization: Bearer …` header, else undefined. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
}
