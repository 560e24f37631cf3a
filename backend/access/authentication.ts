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
    /** The route answers without a token. */
    open?: boolean
  }
}

/** Requires a valid token (else 401) on every route of the scope, including unknown paths; routes with `config.open` are exempt. */
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

/** Returns the identity of the caller; throws 401 on an open route. */
export function identityOf(request: FastifyRequest): Identity {
  if (request.identity === null) throw new Refusal(401)
  return request.identity
}

/** Returns the token of an `Authorization: Bearer …` header, or undefined. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(header ?? '')?.[1]
}
