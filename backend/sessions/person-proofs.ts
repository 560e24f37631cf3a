import type { FastifyRequest } from 'fastify'
import { attemptLimit } from '../access/attempt-limit.ts'
import { identityOf } from '../access/authentication.ts'
import { type SignInAttempt, signInLimits } from '../access/sign-in-limits.ts'
import { type Account, accountByEmail, passwordHashOf, plainCase, storePasswordHash } from '../access/users.ts'
import { bounds } from '../bounds.ts'
import type { Database, Queryable } from '../database/database.ts'
import { appendFacts } from '../evidence/append.ts'
import { type Fact, factOf, theInstallation, theServer } from '../evidence/fact.ts'
import { Personal } from '../evidence/personal.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { Refusal } from '../http/refusal.ts'
import { publicPassword } from '../seed/accounts.ts'
import type { Browser } from './browser-mark.ts'
import { passwordTurns } from './password-turns.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts'
import type { SecondFactors } from './second-factors.ts'
import { storeProof } from './sessions.ts'

const lockWindowMs = 5 * 60_000

/**
 * Checks the password of a person who signs in, takes over a shift, or proves to be present in a session (OPS-4, EVI-1,
 * ACC-4). Each method rejects with 429 after too many attempts. Each wrong password and the first 429 are recorded.
 */
export type PersonProofs = {
  /** Rejects with a 400 `Refusal` for an unknown account or a wrong password. */
  prove(request: FastifyRequest, browser: Browser, email: string, password: string): Promise<Account>
  /**
   * Proves that a colleague of the caller is present. Rejects with 422 at `password`; a person of another customer
   * counts as unknown.
   */
  proveColleague(request: FastifyRequest, email: string, password: string): Promise<Account>
  /**
   * Proves that the caller is present. If the caller has no second factor, stores the proof with the session. Rejects
   * with 422 at `field`.
   */
  proveSelf(request: FastifyRequest, password: string, field: 'password' | 'current'): Promise<void>
  /** Records a wrong code of the person; `at` is absent if the person is not signed in. */
  noteWrongCode(request: FastifyRequest, account: Account, at?: 'session'): Promise<void>
  /** Records a sign-in. */
  noteSignIn(
    transaction: Queryable,
    request: FastifyRequest,
    account: Account,
    data: { session: string; remember: boolean },
  ): Promise<void>
}

/** `step`: the password was right, but the code of the second factor was wrong. */
type Refused = { kind: 'session.refused' | 'session.locked'; at?: 'handover' | 'session'; step?: 'code' }

export function personProofs(database: Database, now: () => number, factors: SecondFactors): PersonProofs {
  const limits = signInLimits(database, now)
  // Applied before any query: many attempts must not keep the database from other calls.
  const takeTurn = passwordTurns(bounds.signInTurns.most)
  const lockNotes = attemptLimit(database, { name: 'lock-noted', count: 1, timeMs: lockWindowMs }, now)

  /**
   * Compares the password if the limits allow it; `found` is undefined for an unknown account. Resolves to whether the
   * password is right.
   */
  async function check(
    request: FastifyRequest,
    {
      begun,
      found,
      hash,
      password,
      at,
      turn,
    }: {
      begun: Promise<SignInAttempt>
      found: Account | undefined
      hash: string | undefined
      password: string
      at?: Refused['at']
      turn: string
    },
  ): Promise<boolean> {
    const lockKey = at === undefined ? (found?.userId ?? callerNetwork(request.ip)) : identityOf(request).account.userId
    const attempt = await begun.catch(async (error: unknown) => {
      // Writes one record per locked period, however many attempts follow.
      const isFirst = (await lockNotes.attempt(lockKey)) === 0
      if (isFirst) await noteRefused(request, found, { kind: 'session.locked', ...(at && { at }) })
      throw error
    })
    const isRight = await verifyPassword(password, hash, turn).catch(async (error: unknown) => {
      await attempt.takeBack()
      throw error
    })
    if (isRight && found !== undefined) await attempt.succeeded()
    else {
      request.proof = 'refused'
      await noteRefused(request, found, { kind: 'session.refused', ...(at && { at }) })
    }
    return isRight && found !== undefined
  }

  async function accountWith(
    request: FastifyRequest,
    { browser, email, password, turn }: { browser: Browser; email: string; password: string; turn: string },
  ): Promise<Account> {
    const row = await accountByEmail(database, email)
    const begun = limits.begin(request.ip, row ?? { email: plainCase(email) }, browser.id)
    const isRight = await check(request, { begun, found: row, hash: row?.passwordHash, password, turn })
    if (!isRight || row === undefined) throw new Refusal(400, { message: wrongSignIn })
    const { passwordHash, ...account } = row
    if (isOutdated(passwordHash) && password !== publicPassword)
      await storePasswordHash(database, account.userId, await hashPassword(password, { from: turn }))
    return account
  }

  /**
   * Records a refused password. Before a sign-in, the record of an unknown account belongs to the installation: the
   * response time must not reveal whether the account exists, and an entered e-mail may be a password. In a session,
   * the record belongs to the caller's customer.
   */
  async function noteRefused(
    request: FastifyRequest,
    account: Account | undefined,
    { kind, at, step }: Refused,
  ): Promise<void> {
    const agent = new Personal(userAgentOf(request))
    const subject = account ? { person: account.userId } : {}
    const fact: Fact =
      at === undefined
        ? { kind, at: now(), actor: theServer, subject, data: { step, from: new Personal(request.ip), agent } }
        : factOf(request, kind, now(), subject, { in: at, step })
    const customersId =
      at === undefined ? (account?.customersId ?? theInstallation) : identityOf(request).account.customersId
    await database.transaction((transaction) => appendFacts(transaction, customersId, fact))
  }

  return {
    prove(request, browser, email, password) {
      const turn = browser.isKnown ? `browser ${browser.id}` : callerNetwork(request.ip)
      return takeTurn(turn, () => accountWith(request, { browser, email, password, turn }))
    },
    proveColleague(request, email, password) {
      const { account } = identityOf(request)
      return takeTurn(account.userId, async () => {
        const row = await accountByEmail(database, email)
        const found = row?.customersId === account.customersId ? row : undefined
        const begun = limits.beginColleague(request.ip, account.userId)
        const attempt = {
          begun,
          found,
          hash: found?.passwordHash,
          password,
          at: 'handover',
          turn: account.userId,
        } as const
        if (!(await check(request, attempt)) || found === undefined)
          throw new Refusal(422, { fields: { password: wrongSignIn } })
        const { passwordHash: _, ...colleague } = found
        return colleague
      })
    },
    async proveSelf(request, password, field) {
      const { account, sessionId } = identityOf(request)
      const hash = await passwordHashOf(database, account.userId)
      const begun = limits.beginOwn(account.userId)
      const attempt = { begun, found: account, hash, password, at: 'session', turn: account.userId } as const
      if (!(await check(request, attempt))) throw new Refusal(422, { fields: { [field]: wrongOwn[field] } })
      if (!(await factors.isSet(database, account.userId))) await storeProof(database, sessionId, now())
    },
    noteWrongCode(request, account, at) {
      request.proof = 'refused'
      return noteRefused(request, account, { kind: 'session.refused', step: 'code', ...(at && { at }) })
    },
    noteSignIn(transaction, request, account, data) {
      const from = new Personal(request.ip)
      const agent = new Personal(userAgentOf(request))
      return appendFacts(transaction, account.customersId, {
        kind: 'session.begun',
        at: now(),
        actor: { person: account.userId, from },
        subject: { person: account.userId },
        data: { ...data, agent },
      })
    },
  }
}

const wrongSignIn = 'E-mail ou senha inválidos'
const wrongOwn = { password: 'Senha incorreta.', current: 'Senha atual incorreta.' } as const

export function userAgentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, 300)
}
