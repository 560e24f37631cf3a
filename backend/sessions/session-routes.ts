import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSamePassword, passwordTexts } from '../../contract/fields/password.ts'
import { passwordChange } from '../../contract/fields/schemas.ts'
import { proofBody, signInBody, sessionRoutes as wire } from '../../contract/wire/routes/session.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import { storePasswordHash, userRecord } from '../access/users.ts'
import type { BusParts } from '../bus/bus.ts'
import { appendFacts } from '../evidence/append.ts'
import { actorOf, factOf } from '../evidence/fact.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { dropLinkOf } from '../people/one-time-links.ts'
import { noteAct } from '../people/person-history.ts'
import type { BrowserMarks } from './browser-mark.ts'
import { refuseBadChoice } from './password-choice.ts'
import { hashPassword } from './passwords.ts'
import { type PersonProofs, userAgentOf } from './person-proofs.ts'
import { endSession, endSessionsOf, renewSession, sessionsOf, startSession } from './sessions.ts'

export function sessionRoutes(
  api: FastifyInstance,
  { database, bus, now, proofs, browsers }: BusParts & { proofs: PersonProofs; browsers: BrowserMarks },
): void {
  serve(api, wire.signIn, async (request, reply) => {
    const { email, password, remember } = parseInput(signInBody, request.body)
    const browser = browsers.of(request)
    const account = await proofs.prove(request, browser, email, password)
    browsers.send(request, reply, browser)
    const session = { userId: account.userId, userAgent: userAgentOf(request), remember: Boolean(remember) }
    return database.transaction(async (transaction) => {
      const started = await startSession(transaction, session, now())
      await proofs.noteSignIn(transaction, request, account, { session: started.id, remember: session.remember })
      const { token, expiresAt } = started
      return { token, ...lifetime(expiresAt), user: await userRecord(transaction, account) }
    })
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
    return { result: sessions.map((session) => ({ ...session, current: session.id === sessionId })) }
  })

  serve(api, wire.endSession, async (request) => {
    if (!(await endOne(request, request.params.id))) throw new Refusal(404)
  })

  serve(api, wire.prove, (request) =>
    proofs.proveSelf(request, parseInput(proofBody, request.body).password, 'password'),
  )

  serve(api, wire.changePassword, async (request) => {
    const { account, sessionId } = identityOf(request)
    const { current, next } = parseInput(passwordChange, request.body)
    await proofs.proveSelf(request, current, 'current')
    if (isSamePassword(current, next)) throw new Refusal(422, { fields: { next: passwordTexts.unchanged } })
    await refuseBadChoice(next, account.email, 'next')
    const passwordHash = await hashPassword(next, { from: callerNetwork(request.ip) })
    await bus.commit(async (transaction, announce) => {
      await dropLinkOf(transaction, account.userId)
      const sessions = await endSessionsOf(transaction, account.userId, sessionId)
      announce({ kind: 'endedSessions', list: sessions })
      await storePasswordHash(transaction, account.userId, passwordHash)
      const ended = { sessions, wallLinks: [] }
      await noteAct(transaction, account.userId, { act: 'password-changed', actor: actorOf(request), at: now(), ended })
    })
  })

  function endOne(request: FastifyRequest, sessionId: string): Promise<boolean> {
    const { account, sessionId: own } = identityOf(request)
    const { userId, customersId } = account
    return bus.commit(async (transaction, announce) => {
      const isEnded = await endSession(transaction, userId, sessionId)
      if (!isEnded) return false
      announce({ kind: 'endedSessions', list: [sessionId] })
      const data = { session: sessionId, how: sessionId === own ? 'signed-out' : 'from-another' }
      await appendFacts(transaction, customersId, factOf(request, 'session.ended', now(), { person: userId }, data))
      return true
    })
  }

  function lifetime(expiresAt: Date): { expiration: string; expiresIn: number } {
    return { expiration: expiresAt.toISOString(), expiresIn: Math.round((expiresAt.getTime() - now()) / 1000) }
  }
}
