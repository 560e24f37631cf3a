import type { FastifyRequest } from 'fastify'
import type * as v from 'valibot'
import type { sessionBegun } from '../../contract/wire/answers/session.ts'
import { type Account, userRecord } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { type PersonProofs, userAgentOf } from './person-proofs.ts'
import { startSession } from './sessions.ts'

/** Returns a function that begins and records a session. The record takes the last lock of the transaction. */
export function sessionBegin(proofs: PersonProofs, now: () => number) {
  return async (
    transaction: Queryable,
    request: FastifyRequest,
    { account, remember }: { account: Account; remember: boolean },
  ): Promise<v.InferOutput<typeof sessionBegun>> => {
    const session = { userId: account.userId, userAgent: userAgentOf(request), remember }
    const { id, token, expiresAt } = await startSession(transaction, session, now())
    await proofs.noteSignIn(transaction, request, account, { session: id, remember })
    return { token, ...lifetime(expiresAt, now()), user: await userRecord(transaction, account) }
  }
}

export function lifetime(expiresAt: Date, now: number): { expiration: string; expiresIn: number } {
  return { expiration: expiresAt.toISOString(), expiresIn: Math.round((expiresAt.getTime() - now) / 1000) }
}
