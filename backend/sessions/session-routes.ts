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
import type { Database } from '../database/database.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { passwordTurns } from './password-turns.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { endOtherSessions, endSession, renewSession, sessionsOf, startSession } from './sessions.ts'

const mostChanges = 10
const changesWindowMs = 5 * 60_000

export type SessionRouteParts = { database: Database; bus: Bus; now: () => number }

/** Contract "Session". */
export function sessionRoutes(api: FastifyInstance, { database, bus, now }: SessionRouteParts): void {
  const signIns = signInLimits(database, now)
  // Before anything is looked up: a crowd must not keep the database from the others.
  const takeTurn = passwordTurns({ running: 4, waiting: 14, waitingEach: 6 })
  const limit = attemptLimit(database, { name: 'password', most: mostChanges, windowMs: changesWindowMs }, now)

  serve(api, wire.signIn, async (request) => {
    const { email, password, remember } = parseInput(signInBody, request.body)
    const account = await takeTurn(callerNetwork(request.ip), () => accountWith(request.ip, email, password))
    const session = { userId: account.userId, userAgent: userAgentOf(request), remember: Boolean(remember) }
    const { token, expiresAt } = await startSession(database, session, now())
    return { token, ...lifetime(expiresAt), user: await userRecord(database, account) }
  })

  serve(api, wire.signOut, async (request) => {
    const { account, sessionId } = identityOf(request)
    await endOne(account.userId, sessionId)
  })

  serve(api, wire.renew, async (request) => {
    const expiresAt = await renewSession(database, identityOf(request).sessionId, now())
    if (expiresAt === undefined) throw new Refusal(401)
    return lifetime(expiresAt)
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
    const { account } = identityOf(request)
    if (!(await endOne(account.userId, request.params.id))) throw new Refusal(404)
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
    const passwordHash = await hashPassword(next, from)
    await bus.commit(async (transaction, tell) => {
      await storePasswordHash(transaction, account.userId, passwordHash)
      tell({ kind: 'endedSessions', list: await endOtherSessions(transaction, account.userId, sessionId) })
    })
  })

  /** Who signs in; a 400 `Refusal` for everybody else. */
  async function accountWith(ip: string, email: string, password: string): Promise<Account> {
    const found = await accountByEmail(database, email)
    const attempt = await signIns.begin(ip, found ?? { email: plainCase(email) })
    const isRight = await verifyPassword(password, found?.passwordHash, callerNetwork(ip)).catch(
      async (error: unknown) => {
        await attempt.takeBack()
        throw error
      },
    )
    if (!isRight || found === undefined) throw new Refusal(400, { message: 'E-mail ou senha inválidos' })
    await attempt.succeeded()
    const { passwordHash: _, ...account } = found
    return account
  }

  function endOne(userId: string, sessionId: string): Promise<boolean> {
    return bus.commit(async (transaction, tell) => {
      const isEnded = await endSession(transaction, userId, sessionId)
      if (isEnded) tell({ kind: 'endedSessions', list: [sessionId] })
      return isEnded
    })
  }

  function lifetime(expiresAt: Date): { expiration: string; expiresIn: number } {
    return { expiration: expiresAt.toISOString(), expiresIn: Math.round((expiresAt.getTime() - now()) / 1000) }
  }
}

async function countAttempt(limit: AttemptLimit, key: string): Promise<void> {
  const retryAfterSeconds = await limit.attempt(key)
  if (retryAfterSeconds > 0) throw new Refusal(429, { headers: { 'retry-after': String(retryAfterSeconds) } })
}

function userAgentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, 300)
}
