import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSamePassword, passwordTexts } from '../../contract/fields/password.ts'
import { passwordChange } from '../../contract/fields/schemas.ts'
import { signInBody } from '../../contract/wire/requests/session.ts'
import { sessionRoutes as wire } from '../../contract/wire/routes/session.ts'
import { type AttemptLimit, attemptLimit } from '../access/attempt-limit.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import { signInLimits } from '../access/sign-in-limits.ts'
import {
  type Account,
  accountByEmail,
  passwordHashOf,
  plainCase,
  storePasswordHash,
  userRecord,
} from '../access/users.ts'
import type { Bus } from '../bus/bus.ts'
import type { Database, Queryable } from '../database/database.ts'
import { appendFacts } from '../evidence/append.ts'
import { actorOf, type FactKind, Personal, theInstallation, theServer } from '../evidence/fact.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { noteAct } from '../people/person-history.ts'
import { publicPassword } from '../seed/accounts.ts'
import { refuseBadChoice } from './password-choice.ts'
import { passwordTurns } from './password-turns.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'
import { endSession, endSessionsOf, renewSession, sessionsOf, startSession } from './sessions.ts'

const mostChanges = 10
const changesWindowMs = 5 * 60_000

export type SessionRouteParts = { database: Database; bus: Bus; now: () => number }

/** Contract "Session". */
export function sessionRoutes(api: FastifyInstance, { database, bus, now }: SessionRouteParts): void {
  const signIns = signInLimits(database, now)
  // Before anything is looked up: a crowd must not keep the database from the others.
  const takeTurn = passwordTurns({ running: 4, waiting: 14, waitingEach: 6 })
  const lockNotes = attemptLimit(database, { name: 'lock-noted', most: 1, windowMs: changesWindowMs }, now)
  const limit = attemptLimit(database, { name: 'password', most: mostChanges, windowMs: changesWindowMs }, now)

  serve(api, wire.signIn, async (request) => {
    const { email, password, remember } = parseInput(signInBody, request.body)
    const account = await takeTurn(callerNetwork(request.ip), () => accountWith(request, email, password))
    const session = { userId: account.userId, userAgent: userAgentOf(request), remember: Boolean(remember) }
    const { token, expiresAt } = await database.transaction(async (transaction) => {
      const started = await startSession(transaction, session, now())
      await noteEntry(transaction, request, account, 'session.begun', {
        session: started.id,
        remember: session.remember,
      })
      return started
    })
    return { token, ...lifetime(expiresAt), user: await userRecord(database, account) }
  })

  serve(api, wire.signOut, async (request) => {
    await endOne(request, identityOf(request).sessionId)
  })

  serve(api, wire.renew, async (request) => {
    const { account, sessionId } = identityOf(request)
    const expiresAt = await renewSession(database, sessionId, now())
    if (expiresAt === undefined) throw new Refusal(401)
    return { ...lifetime(expiresAt), user: await userRecord(database, account) }
  })

  serve(api, wire.ownSessions, async (request) => {
    const { account, sessionId } = identityOf(request)
    const sessions = await sessionsOf(database, account.userId, now())
    return {
      result: sessions.map(({ id, createdAt, lastSeenAt, userAgent }) => ({
        id,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        userAgent,
        current: id === sessionId,
      })),
    }
  })

  serve(api, wire.endSession, async (request) => {
    if (!(await endOne(request, request.params.id))) throw new Refusal(404)
  })

  serve(api, wire.changePassword, async (request) => {
    const { account, sessionId } = identityOf(request)
    const { current, next } = parseInput(passwordChange, request.body)
    const from = callerNetwork(request.ip)
    await countAttempt(limit, account.userId)
    if (!(await verifyPassword(current, await passwordHashOf(database, account.userId), from)))
      throw new Refusal(422, { fields: { current: 'Senha atual incorreta.' } })
    await limit.clear(account.userId)
    if (isSamePassword(current, next)) throw new Refusal(422, { fields: { next: passwordTexts.unchanged } })
    await refuseBadChoice(next, account.email, 'next')
    const passwordHash = await hashPassword(next, { from })
    await bus.commit(async (transaction, tell) => {
      tell({ kind: 'endedSessions', list: await endSessionsOf(transaction, account.userId, sessionId) })
      await storePasswordHash(transaction, account.userId, passwordHash)
      await noteAct(transaction, account.userId, { act: 'password-changed', by: account.userId, at: now() })
    })
  })

  /** Who signs in; a 400 `Refusal` for everybody else. */
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
    return appendFacts(transaction, account?.customersId ?? theInstallation, [
      {
        kind,
        at: now(),
        actor: isIn ? { person: of, from } : theServer,
        subject: account ? { person: of } : {},
        data: isIn ? { ...data, agent } : { from, agent },
      },
    ])
  }

  function endOne(request: FastifyRequest, sessionId: string): Promise<boolean> {
    const { userId, customersId } = identityOf(request).account
    return bus.commit(async (transaction, tell) => {
      const isEnded = await endSession(transaction, userId, sessionId)
      if (!isEnded) return false
      tell({ kind: 'endedSessions', list: [sessionId] })
      await appendFacts(transaction, customersId, [
        {
          kind: 'session.ended',
          at: now(),
          actor: actorOf(request),
          subject: { person: userId },
          data: { session: sessionId },
        },
      ])
      return true
    })
  }

  function lifetime(expiresAt: Date): { expiration: string; expiresIn: number } {
    return { expiration: expiresAt.toISOString(), expiresIn: Math.round((expiresAt.getTime() - now()) / 1000) }
  }
}

/** Rejects with 429 once the limit is reached. */
export async function countAttempt(limit: AttemptLimit, key: string): Promise<void> {
  const retryAfterSeconds = await limit.attempt(key)
  if (retryAfterSeconds > 0) throw new Refusal(429, { headers: { 'retry-after': String(retryAfterSeconds) } })
}

function userAgentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, 300)
}
