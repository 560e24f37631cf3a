import type { FastifyRequest } from 'fastify'
import { attemptLimit } from '../access/attempt-limit.ts'
import { signInLimits } from '../access/sign-in-limits.ts'
import { type Account, accountByEmail, plainCase, storePasswordHash } from '../access/users.ts'
import { bounds } from '../bounds.ts'
import type { Database, Queryable } from '../database/database.ts'
import { appendFacts } from '../evidence/append.ts'
import { type FactKind, Personal, theInstallation, theServer } from '../evidence/fact.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { Refusal } from '../http/refusal.ts'
import { publicPassword } from '../seed/accounts.ts'
import { passwordTurns } from './password-turns.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'

const lockWindowMs = 5 * 60_000

/** Proof of identity by e-mail and password: to sign in, or to take over a shift (OPS-4, EVI-1). */
export type PersonProofs = {
  /** Rejects with a 400 `Refusal` for an unknown account or a wrong password, with 429 after too many attempts; both are recorded. */
  prove(request: FastifyRequest, email: string, password: string): Promise<Account>
  /** Records a sign-in or its failure. */
  note(
    transaction: Queryable,
    request: FastifyRequest,
    account: Account | undefined,
    kind: FactKind,
    data?: { session?: string; remember?: boolean },
  ): Promise<void>
}

export function personProofs(database: Database, now: () => number): PersonProofs {
  const signIns = signInLimits(database, now)
  // Applied before any query: many attempts must not keep the database from other calls.
  const takeTurn = passwordTurns(bounds.signInTurns.most)
  const lockNotes = attemptLimit(database, { name: 'lock-noted', count: 1, timeMs: lockWindowMs }, now)

  async function accountWith(request: FastifyRequest, email: string, password: string): Promise<Account> {
    const { ip } = request
    const found = await accountByEmail(database, email)
    const tried = found ?? { email: plainCase(email) }
    const attempt = await signIns.begin(ip, tried).catch(async (error: unknown) => {
      // Writes one record per locked period, however many attempts follow.
      const isFirst = (await lockNotes.attempt(found?.userId ?? callerNetwork(ip))) === 0
      if (isFirst) await database.transaction((transaction) => noteEntry(transaction, request, found, 'session.locked'))
      throw error
    })
    const isRight = await verifyPassword(password, found?.passwordHash, callerNetwork(ip)).catch(
      async (error: unknown) => {
        await attempt.takeBack()
        throw error
      },
    )
    if (!isRight || found === undefined) {
      await database.transaction((transaction) => noteEntry(transaction, request, found, 'session.refused'))
      throw new Refusal(400, { message: 'E-mail ou senha inválidos' })
    }
    await attempt.succeeded()
    const { passwordHash, ...account } = found
    if (isOutdated(passwordHash) && password !== publicPassword)
      await storePasswordHash(database, account.userId, await hashPassword(password, { from: callerNetwork(ip) }))
    return account
  }

  /**
   * Records a sign-in or its failure. For an unknown account the record belongs to the installation: response time must reveal nothing, and
   * an entered e-mail may in fact be a password.
   */
  function noteEntry(
    transaction: Queryable,
    request: FastifyRequest,
    account: Account | undefined,
    kind: FactKind,
    data: { session?: string; remember?: boolean } = {},
  ): Promise<void> {
    const of = account?.userId ?? ''
    const from = new Personal(of, request.ip)
    const agent = new Personal(of, userAgentOf(request))
    const isIn = kind === 'session.begun'
    return appendFacts(transaction, account?.customersId ?? theInstallation, {
      kind,
      at: now(),
      actor: isIn ? { person: of, from } : theServer,
      subject: account ? { person: of } : {},
      data: isIn ? { ...data, agent } : { from, agent },
    })
  }

  return {
    prove: (request, email, password) =>
      takeTurn(callerNetwork(request.ip), () => accountWith(request, email, password)),
    note: noteEntry,
  }
}

export function userAgentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, 300)
}
