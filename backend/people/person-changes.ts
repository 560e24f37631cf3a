import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { coversRights, everydayRights, moreRightsText, type Right, rights, rightWords } from '../../contract/rights.ts'
import type { OneTimeLink, PersonDetails } from '../../contract/wire/answers/people.ts'
import type { InviteBody, PersonBody } from '../../contract/wire/requests/people.ts'
import { accountById, isActive } from '../access/users.ts'
import type { Bus } from '../bus/bus.ts'
import type { Database, Queryable } from '../database/database.ts'
import { hasRow, valuesOf } from '../database/row-values.ts'
import { isPlausibleTime } from '../database/trusted-clock.ts'
import { appendFacts } from '../evidence/append.ts'
import { type Actor, theServer } from '../evidence/fact.ts'
import { refuseStale, type Tagged } from '../http/entity-tag.ts'
import { Refusal } from '../http/refusal.ts'
import { endAccess } from './access-ends.ts'
import { changedFieldsOf } from './changed-fields.ts'
import { dropLinkOf, invitationHoldsMs, makeLinkFor } from './one-time-links.ts'
import { lockPeople, personOf } from './people.ts'
import { noteAct, personIdOf } from './person-history.ts'

/** `now` in epoch milliseconds. */
export type AccountChange = { customersId: string; actor: Actor; now: number }

/** Adds a person with a link to join. Rejects with 409 if the e-mail is taken, 422 if a field is wrong. */
export async function invitePerson(
  bus: Bus,
  change: AccountChange,
  { email, ...body }: InviteBody,
): Promise<{ person: PersonDetails; link: OneTimeLink }> {
  const id = randomUUID()
  return bus.commit(async (transaction) => {
    await lockPeople(transaction, change.customersId)
    refuseUnfit(body, await rightsOf(transaction, change.actor))
    const made = await transaction.execute(
      `insert into users (id, customers_id, email, name, type, permissions, sees_all, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (email) do nothing`,
      [
        id,
        change.customersId,
        email,
        body.name,
        body.type,
        inOrder(body.permissions),
        body.seesAll,
        new Date(change.now),
      ],
    )
    if (made === 0) throw new Refusal(409, { message: emailTaken })
    await assign(transaction, { id, customersId: change.customersId }, body.seesAll ? [] : body.condominiumsId)
    const link = await makeLinkFor(transaction, id, personIdOf(change.actor), change.now)
    await noteAct(transaction, id, { act: 'invited', actor: change.actor, at: change.now })
    const { body: person } = await requirePerson(transaction, change, id)
    return { person, link }
  })
}

/**
 * Frees an e-mail that another customer invited if nobody accepted the invitation in time (ACC-5). The record belongs
 * to the other customer. If the clock is implausible, the e-mail stays taken.
 */
export async function endOldInvitation(database: Database, email: string, change: AccountChange): Promise<void> {
  const { customersId, now } = change
  await database.transaction(async (transaction) => {
    const [ended] = await transaction.query(
      `delete from users where email = $1 and customers_id <> $2 and password_hash is null and created_at <= $3
         and ${isPlausibleTime('$4')} and not exists (select from one_time_links where user_id = users.id and until > $4)
       returning id, customers_id as "customersId"`,
      [email, customersId, new Date(now - invitationHoldsMs), new Date(now)],
      v.object({ id: v.string(), customersId: v.string() }),
    )
    if (ended === undefined) return
    const fact = { kind: 'person', at: now, actor: theServer, subject: { person: ended.id } } as const
    await appendFacts(transaction, ended.customersId, { ...fact, data: { act: 'invitation-ended' } })
  })
}

/** Resolves to whether a person of another customer has the e-mail. */
export function isForeignEmail(database: Queryable, email: string, customersId: string): Promise<boolean> {
  return hasRow(database, 'select from users where email = $1 and customers_id <> $2', [email, customersId])
}

/**
 * Replaces an administrator's settings of a person; open sockets follow immediately. Rejects with 404, 403 (a person
 * with more rights), 409 (nobody else could give a right), 412 (a stale `ifMatch`), 422.
 */
export async function changePerson(
  bus: Bus,
  change: AccountChange,
  personId: string,
  body: PersonBody,
  ifMatch: string | undefined,
): Promise<Tagged<PersonDetails>> {
  return bus.commit(async (transaction, announce) => {
    await lockPeople(transaction, change.customersId)
    const { found: before, own } = await requireWithinReach(transaction, change, personId)
    refuseStale(ifMatch, before.etag, before.body)
    refuseUnfit(body, own)
    const visibleCondominiums = body.seesAll ? [] : body.condominiumsId
    const moved = await assign(transaction, { id: personId, customersId: change.customersId }, visibleCondominiums)
    const changed = changedFieldsOf(before.body, body, moved)
    if (changed.length === 0) return before
    await transaction.execute(
      `update users set (name, type, permissions, sees_all, version) = ($2, $3, $4, $5, version + 1) where id = $1`,
      [personId, body.name, body.type, inOrder(body.permissions), body.seesAll],
    )
    const taken = everydayRights.filter((right) => !body.permissions.includes(right))
    await refuseIfLast(transaction, before.body, taken)
    await noteAct(transaction, personId, { act: 'changed', actor: change.actor, at: change.now, changed })
    announce({ kind: 'changedPeople', list: [personId] })
    return requirePerson(transaction, change, personId)
  })
}

/**
 * Replaces the person's link. Rejects with 404, 409 (a disabled person), and 403 (the actor themselves, or a person
 * with more rights).
 */
export async function renewLink(bus: Bus, change: AccountChange, personId: string): Promise<OneTimeLink> {
  return bus.commit(async (transaction) => {
    await lockPeople(transaction, change.customersId)
    const { body: person } = (await requireWithinReach(transaction, change, personId)).found
    if (person.status === 'disabled') throw new Refusal(409, { message: disabledHasNoLink })
    if (personId === personIdOf(change.actor)) throw new Refusal(403, { message: noOwnLink })
    const link = await makeLinkFor(transaction, personId, personIdOf(change.actor), change.now)
    await noteAct(transaction, personId, { act: 'link-made', actor: change.actor, at: change.now })
    return link
  })
}

/**
 * Ends sessions, sockets and link; ignores a disabled person. Rejects with 404, 403 (a person with more rights), and
 * 409 (oneself, the last administrator).
 */
export async function disablePerson(bus: Bus, change: AccountChange, personId: string): Promise<void> {
  await bus.commit(async (transaction, announce) => {
    await lockPeople(transaction, change.customersId)
    const { body: before } = (await requireWithinReach(transaction, change, personId)).found
    if (personId === personIdOf(change.actor)) throw new Refusal(409, { message: notOneself })
    if (before.status === 'disabled') return
    // Lock order link, sessions, person, as everywhere, to prevent deadlocks.
    await dropLinkOf(transaction, personId)
    const ended = await endAccess(transaction, personId)
    announce({ kind: 'endedSessions', list: [...ended.sessions] })
    await transaction.execute('update users set disabled_at = $2 where id = $1', [personId, new Date(change.now)])
    await refuseIfLast(transaction, before, ['users:write'])
    await noteAct(transaction, personId, { act: 'disabled', actor: change.actor, at: change.now, ended })
    // Also covers a socket from a session that this transaction could not see yet.
    announce({ kind: 'changedPeople', list: [personId] })
  })
}

/**
 * Restores the access of a person with the previous password. Rejects with 404, and with 403 for a person with more
 * rights.
 */
export async function enablePerson(bus: Bus, change: AccountChange, personId: string): Promise<void> {
  await bus.commit(async (transaction) => {
    await lockPeople(transaction, change.customersId)
    const { body: person } = (await requireWithinReach(transaction, change, personId)).found
    if (person.status !== 'disabled') return
    await transaction.execute('update users set disabled_at = null where id = $1', [personId])
    await noteAct(transaction, personId, { act: 'enabled', actor: change.actor, at: change.now })
  })
}

const emailTaken = 'Este e-mail já está em uso. Escolha outro.'
const disabledHasNoLink = 'O acesso desta pessoa está desativado. Ative-o antes de criar um link.'
const notOneself = 'Você não pode desativar o seu próprio acesso. Peça a outra pessoa que cuida dos acessos.'
const lastAdministrator =
  'Ninguém mais poderia cuidar das pessoas com acesso. Antes, dê essa permissão a outra pessoa que já entrou no painel.'
const lastWithRight = (right: Right) =>
  `Ninguém mais poderia dar a permissão “${rightWords[right]}”. Antes, dê essa permissão a outra pessoa que cuida dos acessos.`
const mustSeeAll = 'Quem cuida das pessoas com acesso precisa ver todos os condomínios.'
const noOwnLink = 'Para trocar a sua própria senha, use o seu perfil.'
const notYours = 'Você só pode dar permissões que você mesmo tem.'

async function requirePerson(
  transaction: Queryable,
  change: AccountChange,
  personId: string,
): Promise<Tagged<PersonDetails>> {
  const found = await personOf(transaction, change.customersId, personId, change.now)
  if (found === undefined) throw new Refusal(404)
  return found
}

/**
 * Returns the person, and the rights of the actor. Throws 404, and 403 if the person has a right that the actor lacks:
 * nobody changes, disables or restores the access of a person with more rights, or makes a link for them (ACC-5).
 */
async function requireWithinReach(
  transaction: Queryable,
  change: AccountChange,
  personId: string,
): Promise<{ found: Tagged<PersonDetails>; own: readonly Right[] }> {
  const found = await requirePerson(transaction, change, personId)
  const own = await rightsOf(transaction, change.actor)
  if (!coversRights(own, found.body.permissions)) throw new Refusal(403, { message: moreRightsText })
  return { found, own }
}

/**
 * Returns the actor's rights after `lockPeople`: a concurrent change may have taken them. An operator at the machine
 * has all rights. Throws 403 for a person without `users:write`.
 */
async function rightsOf(transaction: Queryable, actor: Actor): Promise<readonly Right[]> {
  const actorId = personIdOf(actor)
  if (actorId === null) return rights
  const own = (await accountById(transaction, actorId))?.permissions ?? []
  if (!own.includes('users:write')) throw new Refusal(403)
  return own
}

function refuseUnfit(body: PersonBody, own: readonly Right[]): void {
  if (body.permissions.includes('users:write') && !body.seesAll)
    throw new Refusal(422, { fields: { seesAll: mustSeeAll } })
  if (!coversRights(own, body.permissions)) throw new Refusal(422, { fields: { permissions: notYours } })
}

function inOrder(permissions: readonly Right[]): Right[] {
  return rights.filter((right) => permissions.includes(right))
}

/**
 * Throws 409 if, after the change, no active person with `users:write` has one of the rights that the person loses:
 * nobody could give it any more (ACC-1). `losing` may name rights that the person never had.
 */
async function refuseIfLast(transaction: Queryable, person: PersonDetails, losing: readonly Right[]): Promise<void> {
  const lost = losing.filter((right) => person.permissions.includes(right))
  if (person.status !== 'active' || !person.permissions.includes('users:write') || lost.length === 0) return
  const kept = await valuesOf(
    transaction,
    `select distinct unnest(permissions) from users where ${isActive} and 'users:write' = any (permissions)
       and customers_id = (select customers_id from users where id = $1)`,
    [person.id],
    v.picklist(rights),
  )
  if (lost.includes('users:write') && !kept.includes('users:write'))
    throw new Refusal(409, { message: lastAdministrator })
  const [ending] = lost.filter((right) => !kept.includes(right))
  if (ending !== undefined) throw new Refusal(409, { message: lastWithRight(ending) })
}

const named = v.object({ id: v.string(), name: v.string() })
type NamedCondominium = v.InferOutput<typeof named>

/**
 * Assigns exactly these condominiums to a person of the customer, in the transaction; resolves to the names of those added and removed.
 * Rejects with 422 if one is not the customer's.
 */
export async function assign(
  transaction: Queryable,
  { id, customersId }: { id: string; customersId: string },
  condominiumsId: readonly string[],
): Promise<{ given: NamedCondominium[]; taken: NamedCondominium[] }> {
  const wanted = [...new Set(condominiumsId)]
  // Waits for a concurrent deletion; the condominium is then missing.
  const found = await transaction.query(
    'select id, name from condominiums where customers_id = $1 and id = any($2::text[]) order by id for key share',
    [customersId, wanted],
    named,
  )
  if (found.length < wanted.length) throw new Refusal(422, { fields: { condominiumsId: unknownCondominium } })
  const taken = await transaction.query(
    `delete from user_condominiums using condominiums
     where user_id = $1 and condominiums.id = condominium_id and not condominium_id = any($2::text[])
     returning condominiums.id, condominiums.name`,
    [id, wanted],
    named,
  )
  const given = await transaction.query(
    `insert into user_condominiums (user_id, condominium_id) select $1, unnest($2::text[])
     on conflict do nothing returning condominium_id as id, '' as name`,
    [id, wanted],
    named,
  )
  const added = new Set(given.map((one) => one.id))
  return { given: byName(found.filter((one) => added.has(one.id))), taken: byName(taken) }
}

const unknownCondominium = 'Há um condomínio que não existe mais. Recarregue a página e escolha de novo.'

function byName(condominiums: NamedCondominium[]): NamedCondominium[] {
  return condominiums.toSorted((one, other) => one.name.localeCompare(other.name, 'pt-BR'))
}
