import type { FastifyInstance, FastifyRequest } from 'fastify'
import { identityOf } from '../access/authentication.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/refusal.ts'
import { hasProof } from './sessions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Throws 403 with `reauthenticate` if the person of the session has not proved their identity in the last minutes
     * (ACC-4).
     */
    requireProof(request: FastifyRequest): Promise<void>
  }
  interface FastifyRequest {
    /**
     * For the security log (OPS-2). `missing`: the person must prove their identity first; `refused`: a password was
     * wrong.
     */
    proof: 'missing' | 'refused' | null
  }
}

const message = 'Confirme que é você: informe a sua senha e tente de novo.'

export function addProofs(app: FastifyInstance, database: Database, now: () => number): void {
  app.decorateRequest('proof', null)
  app.decorate('requireProof', async (request: FastifyRequest) => {
    if (await hasProof(database, identityOf(request).sessionId, now())) return
    request.proof = 'missing'
    throw new Refusal(403, { body: { error: true, message, reauthenticate: true } })
  })
}
