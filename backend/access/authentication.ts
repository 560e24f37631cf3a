import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerNetwork } from '../http/caller-network.ts'
import { noteToken } from '../http/connection-limits.ts'
import { Refusal } from '../http/refusal.ts'
import type { Identity } from '../sessions/sessions.ts'
import type { TokenLookup } from './token-lookup.ts'

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
export function requireToken(scope: FastifyInstance, tokens: TokenLookup): void {
  scope.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.open) return
    const caller = { connection: request.raw.socket, network: callerNetwork(request.ip) }
    const identity = await tokens.identityOf(caller, bearerToken(request.headers.authorization))
    if (identity === undefined) throw new Refusal(401)
    request.identity = identity
    noteToken(request.raw.socket)
  })
  scope.addHook('onSend', async ({ method }) => {
    // The caller may expect the effect of the write in the next answer.
    if (method !== 'GET') tokens.changed()
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
