import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSamePassword, passwordTexts } from '../../contract/fields/password.ts'
import { passwordChange } from '../../contract/fields/schemas.ts'
import { codeTexts } from '../../contract/fields/second-factor.ts'
import { proofBody, signInBody, sessionRoutes as wire } from '../../contract/wire/routes/session.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import { storePasswordHash, userRecord } from '../access/users.ts'
import type { BusParts } from '../bus/bus.ts'
import { appendFacts } from '../evidence/append.ts'
import { actorOf, factOf } from '../evidence/fact.ts'
import type { SigningKey } from '../evidence/signing-key.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { dropLinkOf } from '../people/one-time-links.ts'
import { noteAct } from '../people/person-history.ts'
import type { BrowserMarks } from './browser-mark.ts'
import type { CodeProofs } from './code-proofs.ts'
import { refuseBadChoice } from './password-choice.ts'
import { hashPassword } from './passwords.ts'
import type { PersonProofs } from './person-proofs.ts'
import { lifetime, sessionBegin } from './session-begin.ts'
import { endSession, endSessionsOf, renewSession, sessionsOf, storeProof } from './sessions.ts'
import { signInChallenges } from './sign-in-challenges.ts'

export function sessionRoutes(
  api: FastifyInstance,
  {
    database,
    bus,
    now,
    proofs,
    browsers,
    codes,
    signingKey,
  }: BusParts & { proofs: PersonProofs; browsers: BrowserMarks; codes: CodeProofs; signingKey: SigningKey },
): void {
  const begin = sessionBegin(proofs, now)
  const challenges = signInChallenges(database, signingKey, now)

  serve(api, wire.signIn, async (request, reply) => {
    const { email, password, remember } = parseInput(signInBody, request.body)
    const browser = browsers.of(request)
    const account = await proofs.prove(request, browser, email, password)
    browsers.send(request, reply, browser)
    const found = { account, remember: Boolean(remember) }
    if (await codes.areNeeded(account)) return { challenge: await challenges.make(found) }
    return database.transaction((transaction) => begin(transaction, request, found))
  })

  serve(api, wire.signOut, async (request) => {
    await endOne(request, identityOf(request).sessionId)
  })

  serve(api, wire.renew, async (request) => {
    const { account, sessionId } = identityOf(request)
    const expiresAt = await renewSession(database, sessionId, now())
    if (expiresAt === undefined) throw new Refusal(401)
    return { ...lifetime(expiresAt, now()), user: await userRecord(database, account) }
  })

  serve(api, wire.ownSessions, async (request) => {
    const { account, sessionId } = identityOf(request)
    const sessions = await sessionsOf(database, account.userId, now())
    return { result: sessions.map((session) => ({ ...session, current: session.id === sessionId })) }
  })

  serve(api, wire.endSession, async (request) => {
    if (!(await endOne(request, request.params.id))) throw new Refusal(404)
  })

  serve(api, wire.prove, async (request) => {
    const { account, sessionId } = identityOf(request)
    const { password, code } = parseInput(proofBody, request.body)
    const needsCode = await codes.areNeeded(account)
    if (needsCode && code === undefined) throw new Refusal(422, { fields: { code: codeTexts.missing } })
    await proofs.proveSelf(request, password, 'password')
    if (needsCode)
      await codes.use(request, account, code ?? '', (transaction) => storeProof(transaction, sessionId, now()))
  })

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
}
