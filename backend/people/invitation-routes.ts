import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AcceptBody, acceptBody, linkBody } from '../../contract/wire/requests/people.ts'
import { invitationRoutes as wire } from '../../contract/wire/routes/people.ts'
import { attemptLimit } from '../access/attempt-limit.ts'
import { serve } from '../access/contract-route.ts'
import type { BusParts } from '../bus/bus.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { refuseBadChoice } from '../sessions/password-choice.ts'
import { hashPassword } from '../sessions/passwords.ts'
import { countAttempt } from '../sessions/session-routes.ts'
import { type FirstAdministrator, join, joinFirst } from './joining.ts'
import { type FoundLink, findLink, isAnybodyThere } from './one-time-links.ts'

const mostUnknown = 10
const windowMs = 5 * 60_000

/** Contract "Invitations": for whoever holds a one-time link. */
export function invitationRoutes(api: FastifyInstance, { database, bus, now }: BusParts): void {
  const limit = attemptLimit(database, { name: 'one-time-link', most: mostUnknown, windowMs }, now)

  serve(api, wire.invitation, async (request) => {
    const { personId: _, ...link } = await found(request, parseInput(linkBody, request.body).token)
    if (link.kind === 'first-administrator' && (await isAnybodyThere(database))) throw dead()
    return link
  })

  serve(api, wire.acceptInvitation, async (request) => {
    const body = parseInput(acceptBody, request.body)
    const { token, password } = body
    const from = callerNetwork(request.ip)
    const { personId, kind, email } = await found(request, token)
    if (kind === 'first-administrator') {
      const administrator = administratorIn(body)
      await refuseBadChoice(password, administrator.email, 'password')
      await joinFirst(bus, token, administrator, await hashPassword(password, { from }), now())
      return { email: administrator.email }
    }
    if (personId === null || email === null) throw dead()
    await refuseBadChoice(password, email, 'password')
    await join(bus, { token, personId, kind }, await hashPassword(password, { from }), now())
    return { email }
  })

  /** Only those that are unknown count: who holds a link is never kept from using it. */
  async function found(request: FastifyRequest, token: string): Promise<FoundLink> {
    const link = await findLink(database, token, now())
    if (link !== undefined) return link
    await countAttempt(limit, callerNetwork(request.ip))
    throw dead()
  }
}

function dead(): Refusal {
  return new Refusal(404, { message: 'Este link não vale mais. Peça outro a quem cuida dos acessos.' })
}

function administratorIn({ name, email, customerName }: AcceptBody): FirstAdministrator {
  if (name !== undefined && email !== undefined && customerName !== undefined) return { name, email, customerName }
  const missing = Object.entries({ name, email, customerName }).filter(([, value]) => value === undefined)
  throw new Refusal(422, { fields: Object.fromEntries(missing.map(([field]) => [field, 'Preencha este campo.'])) })
}
