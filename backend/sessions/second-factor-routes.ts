import type { FastifyInstance } from 'fastify'
import { codeBody, signInCodeBody, secondFactorRoutes as wire } from '../../contract/wire/routes/second-factor.ts'
import { countAttempt } from '../access/attempt-limit.ts'
import { identityOf } from '../access/authentication.ts'
import { serve } from '../access/contract-route.ts'
import type { BusParts } from '../bus/bus.ts'
import { actorOf } from '../evidence/fact.ts'
import type { SigningKey } from '../evidence/signing-key.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { noteAct } from '../people/person-history.ts'
import { type CodeProofs, wrongCode } from './code-proofs.ts'
import type { PersonProofs } from './person-proofs.ts'
import { removeSecondFactor } from './second-factors.ts'
import { sessionBegin } from './session-begin.ts'
import { endSessionsOf } from './sessions.ts'
import { signInChallenges } from './sign-in-challenges.ts'

export function secondFactorRoutes(
  api: FastifyInstance,
  {
    database,
    bus,
    now,
    proofs,
    codes,
    signingKey,
  }: BusParts & { proofs: PersonProofs; codes: CodeProofs; signingKey: SigningKey },
): void {
  const { factors, limit } = codes
  const begin = sessionBegin(proofs, now)
  const challenges = signInChallenges(database, signingKey, now)

  serve(api, wire.signInCode, async (request) => {
    const { challenge, code } = parseInput(signInCodeBody, request.body)
    const found = await challenges.open(challenge)
    if (found === undefined) throw new Refusal(404, { message: 'A entrada demorou demais. Entre de novo com a senha.' })
    return codes.use(request, found.account, code, (transaction) => begin(transaction, request, found))
  })

  serve(api, wire.secondFactor, (request) => factors.stateOf(database, identityOf(request).account.userId))

  serve(api, wire.offerSecondFactor, (request) =>
    database.transaction(async (transaction) => {
      const offer = await factors.offer(transaction, identityOf(request).account)
      if (offer === undefined) throw new Refusal(409, { message: 'A verificação em duas etapas já está ativada.' })
      return offer
    }),
  )

  serve(api, wire.confirmSecondFactor, async (request) => {
    const { account, sessionId } = identityOf(request)
    const { userId } = account
    const { code } = parseInput(codeBody, request.body)
    await countAttempt(limit, userId)
    const answer = await bus.commit(async (transaction, announce) => {
      const confirmed = await factors.confirm(transaction, userId, code)
      if (confirmed === 'wrong') throw wrongCode()
      if (confirmed === undefined) throw new Refusal(409, { message: 'Comece de novo: este segredo não vale mais.' })
      const sessions = await endSessionsOf(transaction, userId, sessionId)
      announce({ kind: 'endedSessions', list: sessions })
      const ended = { sessions, wallLinks: [] }
      await noteAct(transaction, userId, { act: 'second-factor-set', actor: actorOf(request), at: now(), ended })
      return { recoveryCodes: confirmed }
    })
    await limit.clear(userId)
    return answer
  })

  serve(api, wire.removeSecondFactor, async (request) => {
    const { account } = identityOf(request)
    const { userId } = account
    const { code } = parseInput(codeBody, request.body)
    if (!(await codes.areNeeded(account))) throw new Refusal(409, { message: 'Ela já está desativada.' })
    await codes.use(request, account, code, async (transaction) => {
      await removeSecondFactor(transaction, userId)
      await noteAct(transaction, userId, { act: 'second-factor-removed', actor: actorOf(request), at: now() })
    })
  })
}
