import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { mayGive, type Right, rights, rightWords, typeWords } from '../../contract/rights.ts'
import type { OneTimeLink, PersonDetails } from '../../contract/wire/answers/people.ts'
import type { InviteBody, PersonBody } from '../../contract/wire/requests/people.ts'
import { isActive } from '../access/users.ts'
import type { Bus } from '../bus/bus.ts'
import type { Database, Queryable } from '../database/database.ts'
import { hasRow } from '../database/row-values.ts'
import { isPlausibleTime } from '../database/trusted-clock.ts'
import { appendFacts } from '../evidence/append.ts'
import { type Actor, theServer } from '../evidence/fact.ts'
import { refuseStale, type Tagged } from '../http/entity-tag.ts'
import { Refusal } from '../http/refusal.ts'
import { endAccess } from './access-ends.ts'
import { dropLinkOf, invitationHoldsMs, makeLinkFor } from './one-time-links.ts'
import { lockPeople, personOf } from './people.ts'
import { noteAct, type PersonChange, personIdOf } from './person-history.ts'

/**
 * `now` in epoch milliseconds. `own`: the rights of the actor, who may give no other rights (ACC-5); absent for an
 * operator at the machine, who may give all rights.
 */
export type AccountChange = { customersId: string; actor: Actor; now: number; own?: readonly Right[] }

/** Adds a person with a link to join. Rejects with 409 if the e-mail is taken, 422 if fields contradict each other. */
export async function invitePerson(
  bus: Bus,
  change: AccountChange,
  { email, ...body }: InviteBody,
): Promise<{ person: PersonDetails; link: OneTimeLink }> {
  const id = randomUUID()
  return bus.commit(async (transaction) => {
    refuseUnfit(body, change.own, [])
    await lockPeople(transaction, change.customersId)
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
 * Replaces an administrator's settings of a person; open sockets follow immediately. Rejects with 404, 409 (the last
 * administrator), 412 (a stale `ifMatch`), 422.
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
    const before = await requirePerson(transaction, change, personId)
    refuseStale(ifMatch, before.etag, before.body)
    refuseUnfit(body, change.own, before.body.permissions)
    const visibleCondominiums = body.seesAll ? [] : body.condominiumsId
    const moved = await assign(transaction, { id: personId, customersId: change.customersId }, visibleCondominiums)
    const changed = changedFieldsOf(before.body, body, moved)
    if (changed.length === 0) return before
    await transaction.execute(
      `update users set (name, type, permissions, sees_all, version) = ($2, $3, $4, $5, version + 1) where id = $1`,
      [personId, body.name, body.type, inOrder(body.permissions), body.seesAll],
    )
    if (!body.permissions.includes('users:write')) await refuseIfLast(transaction, before.body)
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
    const { body: person } = await requirePerson(transaction, change, personId)
    if (person.status === 'disabled') throw new Refusal(409, { message: disabledHasNoLink })
    if (personId === personIdOf(change.actor)) throw new Refusal(403, { message: noOwnLink })
    refuseMoreRights(change, person)
    const link = await makeLinkFor(transaction, personId, personIdOf(change.actor), change.now)
    await noteAct(transaction, personId, { act: 'link-made', actor: change.actor, at: change.now })
    return link
  })
}

/** Ends sessions, sockets and link; ignores a disabled person. Rejects with 404, and 409 (oneself, the last administrator). */
export async function disablePerson(bus: Bus, change: AccountChange, personId: string): Promise<void> {
  await bus.commit(async (transaction, announce) => {
    await lockPeople(transaction, change.customersId)
    const { body: before } = await requirePerson(transaction, change, personId)
    if (personId === personIdOf(change.actor)) throw new Refusal(409, { message: notOneself })
    if (before.status === 'disabled') return
    // Lock order link, sessions, person, as everywhere, to prevent deadlocks.
    await dropLinkOf(transaction, personId)
    const ended = await endAccess(transaction, personId)
    announce({ kind: 'endedSessions', list: [...ended.sessions] })
    await transaction.execute('update users set disabled_at = $2 where id = $1', [personId, new Date(change.now)])
    await refuseIfLast(transaction, before)
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
    const { body: person } = await requirePerson(transaction, change, personId)
    if (person.status !== 'disabled') return
    refuseMoreRights(change, person)
    await transaction.execute('update users set disabled_at = null where id = $1', [personId])
    await noteAct(transaction, personId, { act: 'enabled', actor: change.actor, at: change.now })
  })
}

const emailTaken = 'Este e-mail já está em uso. Escolha outro.'
const disabledHasNoLink = 'O acesso desta pessoa está desativado. Ative-o antes de criar um link.'
const notOneself = 'Você não pode desativar o seu próprio acesso. Peça a outra pessoa que cuida dos acessos.'
const lastAdministrator =
  'Ninguém mais poderia cuidar das pessoas com acesso. Antes, dê essa permissão a outra pessoa que já entrou no painel.'
const mustSeeAll = 'Quem cuida das pessoas com acesso precisa ver todos os condomínios.'
const noOwnLink = 'Para trocar a sua própria senha, use o seu perfil.'
const hasMoreRights =
  'Esta pessoa tem permissões que você não tem. Peça a quem também as tem, ou a quem cuida do servidor.'
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
 * Throws 403 if the person has a right that the actor lacks: the actor could use the new link or access themselves
 * (ACC-5).
 */
function refuseMoreRights({ own }: AccountChange, { permissions }: PersonDetails): void {
  if (own !== undefined && !mayGive(own, permissions)) throw new Refusal(403, { message: hasMoreRights })
}

function refuseUnfit(body: PersonBody, own: readonly Right[] | undefined, had: readonly Right[]): void {
  if (body.permissions.includes('users:write') && !body.seesAll)
    throw new Refusal(422, { fields: { seesAll: mustSeeAll } })
  if (own !== undefined && !mayGive(own, body.permissions, had))
    throw new Refusal(422, { fields: { permissions: notYours } })
}

function inOrder(permissions: readonly Right[]): Right[] {
  return rights.filter((right) => permissions.includes(right))
}

/** Throws 409 if, after the change, no active person of the customer may write its users (ACC-1). */
async function refuseIfLast(transaction: Queryable, person: PersonDetails): Promise<void> {
  if (person.status !== 'active' || !person.permissions.includes('users:write')) return
  const hasOther = await hasRow(
    transaction,
    `select from users where ${isActive} and 'users:write' = any (permissions)
       and customers_id = (select customers_id from users where id = $1) limit 1`,
    [person.id],
  )
  if (!hasOther) throw new Refusal(409, { message: lastAdministrator })
}

const named = v.object({ id: v.string(), name: v.string() })
export type NamedCondominium = v.InferOutput<typeof named>

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

const mostNames = 100

/** Lists the changed fields of a person, in words for display. */
export function changedFieldsOf(
  before: PersonDetails,
  next: PersonBody,
  { given, taken }: { given: NamedCondominium[]; taken: NamedCondominium[] },
): PersonChange[] {
  const pairs: PersonChange[] = [
    { field: 'name', before: before.name, after: next.name },
    { field: 'type', before: typeWords[before.type], after: typeWords[next.type] },
    { field: 'permissions', before: rightsText(before.permissions), after: rightsText(next.permissions) },
    { field: 'seesAll', before: visibleCondominiumsText(before.seesAll), after: visibleCondominiumsText(next.seesAll) },
    { field: 'condominiumsGiven', before: '', after: namesText(given) },
    { field: 'condominiumsTaken', before: namesText(taken), after: '' },
  ]
  return pairs.filter((pair) => pair.before !== pair.after)
}

function rightsText(permissions: readonly Right[]): string {
  return permissions
    .map((right) => rightWords[right])
    .toSorted((one, other) => one.localeCompare(other, 'pt-BR'))
    .join(', ')
}

function visibleCondominiumsText(seesAll: boolean): string {
  return seesAll ? 'Todos os condomínios' : 'Só os condomínios escolhidos'
}

function namesText(condominiums: NamedCondominium[]): string {
  const names = condominiums.slice(0, mostNames).map(({ name }) => name)
  const more = condominiums.length - names.length
  return more > 0 ? `${names.join(', ')} e mais ${more}` : names.join(', ')
}
