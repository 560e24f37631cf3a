import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSamePassword, passwordTexts } from '../../contract/fields/password.ts'
import { passwordChange } from '../../contract/fields/schemas.ts'
import { signInBody } from '../../contract/wire/requests/session.ts'
import { sessionRoutes as wire } from '../../contract/wire/routes/session.ts'
import { type AttemptLimit, attemptLimit } from '../access/attempt-limit.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import { accountByEmail, passwordHashOf, storePasswordHash, userRecord } from '../access/users.ts'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { noteAct } from '../people/person-history.ts'
import { publicPassword } from '../seed/accounts.ts'
import { refuseBadChoice } from './password-choice.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'
import { endSession, endSessionsOf, renewSession, sessionsOf, startSession } from './sessions.ts'

const mostAttempts = 10
const attemptWindowMs = 5 * 60_000

export type SessionRouteParts = { database: Database; bus: Bus; now: () => number }

/** Contract "Session". */
export function sessionRoutes(api: FastifyInstance, { database, bus, now }: SessionRouteParts): void {
  const limit = attemptLimit(database, { name: 'sign-in', most: mostAttempts, windowMs: attemptWindowMs }, now)

  serve(api, wire.signIn, async (request) => {
    const { email, password, remember } = parseInput(signInBody, request.body)
    const attemptKey = `${request.ip} ${email.toLowerCase()}`
    await countAttempt(limit, attemptKey)
    const account = await accountByEmail(database, email)
    if (!(await verifyPassword(password, account?.passwordHash)) || account === undefined)
      throw new Refusal(400, { message: 'E-mail ou senha inválidos' })
    await limit.clear(attemptKey)
    if (isOutdated(account.passwordHash) && password !== publicPassword)
      await storePasswordHash(database, account.userId, await hashPassword(password))
    const session = { userId: account.userId, userAgent: userAgentOf(request), remember: Boolean(remember) }
    const { token, expiresAt } = await startSession(database, session, now())
    const { passwordHash: _, ...known } = account
    return { token, ...lifetime(expiresAt), user: await userRecord(database, known) }
  })

  serve(api, wire.signOut, async (request) => {
    const { account, sessionId } = identityOf(request)
    await endOne(account.userId, sessionId)
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
    const { account } = identityOf(request)
    if (!(await endOne(account.userId, request.params.id))) throw new Refusal(404)
  })

  serve(api, wire.changePassword, async (request) => {
    const { account, sessionId } = identityOf(request)
    const { current, next } = parseInput(passwordChange, request.body)
    const attemptKey = `password ${account.userId}`
    await countAttempt(limit, attemptKey)
    if (!(await verifyPassword(current, await passwordHashOf(database, account.userId))))
      throw new Refusal(422, { fields: { current: 'Senha atual incorreta.' } })
    await limit.clear(attemptKey)
    if (isSamePassword(current, next)) throw new Refusal(422, { fields: { next: passwordTexts.unchanged } })
    await refuseBadChoice(next, account.email, 'next')
    const passwordHash = await hashPassword(next)
    await bus.commit(async (transaction, tell) => {
      tell({ kind: 'endedSessions', list: await endSessionsOf(transaction, account.userId, sessionId) })
      await storePasswordHash(transaction, account.userId, passwordHash)
      await noteAct(transaction, account.userId, { act: 'password-changed', by: account.userId, at: now() })
    })
  })

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

/** Rejects with 429 once the limit is reached. */
export async function countAttempt(limit: AttemptLimit, key: string): Promise<void> {
  const retryAfterSeconds = await limit.attempt(key)
  if (retryAfterSeconds > 0) throw new Refusal(429, { headers: { 'retry-after': String(retryAfterSeconds) } })
}

function userAgentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, 300)
}
