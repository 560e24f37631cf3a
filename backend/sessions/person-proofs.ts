import type { FastifyRequest } from 'fastify'
import { attemptLimit } from '../access/attempt-limit.ts'
import { signInLimits } from '../access/sign-in-limits.ts'
import { type Account, accountByEmail, plainCase, storePasswordHash } from '../access/users.ts'
import type { Database, Queryable } from '../database/database.ts'
import { appendFacts } from '../evidence/append.ts'
import { type FactKind, Personal, theInstallation, theServer } from '../evidence/fact.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { Refusal } from '../http/refusal.ts'
import { publicPassword } from '../seed/accounts.ts'
import { passwordTurns } from './password-turns.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'

const lockWindowMs = 5 * 60_000

/** Who somebody is, by e-mail and password: to sign in, or to take over a shift (OPS-4, EVI-1). */
export type PersonProofs = {
  /** Rejects with a 400 `Refusal` for who is nobody or has another password, with 429 after too many tries; both are recorded. */
  prove(request: FastifyRequest, email: string, password: string): Promise<Account>
  /** Records who came in, or did not. */
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
  // Before anything is looked up: a crowd must not keep the database from the others.
  const takeTurn = passwordTurns({ running: 4, waiting: 14, waitingEach: 6 })
  const lockNotes = attemptLimit(database, { name: 'lock-noted', most: 1, windowMs: lockWindowMs }, now)

  async function accountWith(request: FastifyRequest, email: string, password: string): Promise<Account> {
    const { ip } = request
    const found = await accountByEmail(database, email)
    const tried = found ?? { email: plainCase(email) }
    const attempt = await signIns.begin(ip, tried).catch(async (error: unknown) => {
      // One record for a time of lock, however often somebody knocks.
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
   * Who came in, or did not. Where there is no such account it is the installation's: the time that it takes must not tell, and what was
   * entered for an e-mail may be a password.
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
