import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { everydayRights } from '../../contract/rights.ts'
import { type AcceptBody, acceptBody, linkBody } from '../../contract/wire/requests/people.ts'
import type { AnswerOf } from '../../contract/wire/route.ts'
import { invitationRoutes as wire } from '../../contract/wire/routes/people.ts'
import { attemptLimit, countAttempt } from '../access/attempt-limit.ts'
import { serve } from '../access/contract-route.ts'
import type { TokenLookup } from '../access/token-lookup.ts'
import { storePasswordHash } from '../access/users.ts'
import { bounds } from '../bounds.ts'
import type { Bus, BusParts } from '../bus/bus.ts'
import type { Queryable } from '../database/database.ts'
import type { Actor } from '../evidence/fact.ts'
import { callerNetwork } from '../http/caller-network.ts'
import { Refusal } from '../http/refusal.ts'
import { parseInput } from '../http/request-input.ts'
import { refuseBadChoice } from '../sessions/password-choice.ts'
import { hashPassword } from '../sessions/passwords.ts'
import { userAgentOf } from '../sessions/person-proofs.ts'
import { isTokenLike } from '../sessions/sessions.ts'
import { endAccess } from './access-ends.ts'
import { type FoundLink, findLink, isAnybodyThere, useLink } from './one-time-links.ts'
import { lockPeople } from './people.ts'
import { type LinkHolder, noteAct } from './person-history.ts'

type Accepted = AnswerOf<typeof wire.acceptInvitation>

/** Contract "Invitations": for the holder of a one-time link. */
export function invitationRoutes(
  api: FastifyInstance,
  { database, bus, tokens, now }: BusParts & { tokens: TokenLookup },
): void {
  const limit = attemptLimit(database, { name: 'one-time-link', ...bounds.oneTimeLinks.most }, now)

  serve(api, wire.invitation, async (request) => {
    const { personId: _, ...link } = await found(request, parseInput(linkBody, request.body).token)
    if (link.kind === 'first-administrator' && (await isAnybodyThere(database))) throw dead()
    return link
  })

  serve(api, wire.acceptInvitation, async (request) => {
    const body = parseInput(acceptBody, request.body)
    const { token, password } = body
    const from = callerNetwork(request.ip)
    const holder = { ip: request.ip, agent: userAgentOf(request) }
    const { personId, kind, email } = await found(request, token)
    if (kind === 'first-administrator') {
      const administrator = administratorIn(body)
      await refuseBadChoice(password, administrator.email, 'password')
      return joinFirst(bus, { token, holder }, administrator, await hashPassword(password, { from }), now())
    }
    if (personId === null || email === null) throw dead()
    await refuseBadChoice(password, email, 'password')
    return join(bus, { token, personId, kind, email, holder }, await hashPassword(password, { from }), now())
  })

  /** Counts only unknown tokens: the holder of a valid link is never blocked. */
  function found(request: FastifyRequest, token: string): Promise<FoundLink> {
    const network = callerNetwork(request.ip)
    return tokens.inTurn(network, async () => {
      const link = isTokenLike(token) ? await findLink(database, token, now()) : undefined
      if (link !== undefined) return link
      await countAttempt(limit, network)
      throw dead()
    })
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

/** Uses a person's link: stores the password and ends the person's sessions. Rejects with 404 if the link was already used. */
export async function join(
  bus: Bus,
  link: { token: string; personId: string; kind: 'join' | 'new-password'; email: string; holder: LinkHolder },
  passwordHash: string,
  now: number,
): Promise<Accepted> {
  const { token, personId, kind, email, holder } = link
  return bus.commit(async (transaction, announce) => {
    const used = await useLink(transaction, token, now)
    if (used === undefined) throw new Refusal(404)
    const ended = await endAccess(transaction, personId)
    announce({ kind: 'endedSessions', list: [...ended.sessions] })
    await storePasswordHash(transaction, personId, passwordHash)
    const act = kind === 'join' ? 'joined' : 'password-set'
    const actor = holderOf(used.madeBy)
    await noteAct(transaction, personId, { act, actor, at: now, ended, holder })
    return { email }
  })
}

/** Returns the actor of a call with a one-time link: the actor has not proved to be the person of the link. */
function holderOf(madeBy: string | null): Actor {
  return madeBy === null ? { server: true, link: true } : { person: madeBy, link: true }
}

/** The first administrator, as entered. */
export type FirstAdministrator = Required<Pick<AcceptBody, 'name' | 'email' | 'customerName'>>

/**
 * Uses the link of an empty installation: creates a customer, and its first administrator with all rights but `qa` (ACC-1). Rejects with
 * 404 if the link was already used, with 409 if any person can sign in by now.
 */
export async function joinFirst(
  bus: Bus,
  { token, holder }: { token: string; holder: LinkHolder },
  { name, email, customerName }: FirstAdministrator,
  passwordHash: string,
  now: number,
): Promise<Accepted> {
  return bus.commit(async (transaction) => {
    await lockPeople(transaction)
    if (await isAnybodyThere(transaction)) throw new Refusal(409, { message: somebodyIsThere })
    if ((await useLink(transaction, token, now)) === undefined) throw new Refusal(404)
    const customersId = await newCustomer(transaction, customerName)
    const id = randomUUID()
    const made = await transaction.execute(
      `insert into users (id, customers_id, email, name, type, permissions, sees_all, password_hash, created_at)
       values ($1, $2, $3, $4, 'admin', $5, true, $6, $7) on conflict (email) do nothing`,
      [id, customersId, email, name, everydayRights, passwordHash, new Date(now)],
    )
    if (made === 0) throw new Refusal(422, { fields: { email: 'Este e-mail já está em uso. Escolha outro.' } })
    await noteAct(transaction, id, { act: 'joined', actor: holderOf(null), at: now, holder })
    return { email }
  })
}

const somebodyIsThere = 'Já há quem administre esta instalação. Entre com o seu e-mail, ou peça um convite.'

async function newCustomer(transaction: Queryable, name: string): Promise<string> {
  const id = randomUUID()
  await transaction.execute('insert into customers (id, name) values ($1, $2)', [id, name])
  return id
}
