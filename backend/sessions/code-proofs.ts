import type { FastifyRequest } from 'fastify'
import { type AttemptLimit, attemptLimit, countAttempt } from '../access/attempt-limit.ts'
import type { Account } from '../access/users.ts'
import { bounds } from '../bounds.ts'
import type { Database, Queryable } from '../database/database.ts'
import { actorOf } from '../evidence/fact.ts'
import { Personal } from '../evidence/personal.ts'
import { Refusal } from '../http/refusal.ts'
import { noteAct } from '../people/person-history.ts'
import type { PersonProofs } from './person-proofs.ts'
import type { SecondFactors } from './second-factors.ts'

const wrong = 'Código incorreto ou já usado. Espere o próximo código e tente de novo.'

/** Checks the codes of second factors (SES-12). */
export type CodeProofs = {
  factors: SecondFactors
  limit: AttemptLimit
  /** Resolves to whether this person needs a code besides the password. */
  areNeeded(account: Account): Promise<boolean>
  /**
   * Uses a code, and runs `work` in the same transaction. Rejects with 429 after too many wrong codes. A wrong or used
   * code is recorded and rejects with 400 before a sign-in, with 422 at `code` in a session.
   */
  use<Result>(
    request: FastifyRequest,
    account: Account,
    code: string,
    work: (transaction: Queryable) => Promise<Result>,
  ): Promise<Result>
}

export function codeProofs(
  database: Database,
  now: () => number,
  { factors, proofs }: { factors: SecondFactors; proofs: PersonProofs },
): CodeProofs {
  const limit = attemptLimit(database, { name: 'second-factor', ...bounds.secondFactorCodes.most }, now)
  return {
    factors,
    limit,
    areNeeded: ({ userId }) => factors.isSet(database, userId),
    async use(request, account, code, work) {
      const { userId } = account
      await countAttempt(limit, userId)
      const isIn = request.identity !== null
      const refusal = isIn ? wrongCode() : new Refusal(400, { message: wrong })
      const done = await database
        .transaction(async (transaction) => {
          const used = await factors.use(transaction, userId, code)
          if (used === undefined) throw refusal
          if (used === 'recovery') {
            const actor = isIn ? actorOf(request) : { person: userId, from: new Personal(request.ip) }
            await noteAct(transaction, userId, { act: 'recovery-code-used', actor, at: now() })
          }
          return work(transaction)
        })
        .catch(async (error: unknown) => {
          if (error === refusal) await proofs.noteWrongCode(request, account, isIn ? 'session' : undefined)
          throw error
        })
      await limit.clear(userId)
      return done
    },
  }
}

export function wrongCode(): Refusal {
  return new Refusal(422, { fields: { code: wrong } })
}
