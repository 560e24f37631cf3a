import * as v from 'valibot'
import { type Person, type PersonDetails, personSchema } from '../../contract/wire/answers/people.ts'
import { hasSecondFactor, isActive } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { timeColumn } from '../database/row-values.ts'
import { entityTagOf, type Tagged } from '../http/entity-tag.ts'
import { isOfMaker } from './one-time-links.ts'

const personRow = v.object({
  ...personSchema.entries,
  lastSeenAt: v.nullable(timeColumn),
  linkUntil: v.nullable(timeColumn),
})

const detailsRow = v.object({ ...personRow.entries, etag: v.string(), condominiumsId: v.array(v.string()) })

/** `$1` is the customer, `$2` the time: a person with an expired link is not pending. */
const columns = `users.id, users.name, users.email, users.type, users.permissions, users.sees_all as "seesAll",
  (select count(*)::int from user_condominiums where user_id = users.id) as condominiums,
  case when users.disabled_at is not null then 'disabled' when ${isActive} then 'active' else 'invited' end as status,
  greatest(users.last_seen_at, (select max(last_seen_at) from sessions where user_id = users.id)) as "lastSeenAt",
  (select until from one_time_links where user_id = users.id and until > $2 and ${isOfMaker}) as "linkUntil",
  ${hasSecondFactor} as "hasSecondFactor"`

/** Lists the customer's people by name. */
export function peopleOf(database: Queryable, customersId: string, now: number): Promise<Person[]> {
  return database.query(
    `select ${columns} from users where customers_id = $1 order by lower(users.name), users.id`,
    [customersId, new Date(now)],
    personRow,
  )
}

export async function personOf(
  database: Queryable,
  customersId: string,
  personId: string,
  now: number,
): Promise<Tagged<PersonDetails> | undefined> {
  const [row] = await database.query(
    `select ${columns}, ${entityTagOf('users.version')} as etag, array(
       select condominium_id from user_condominiums join condominiums on condominiums.id = condominium_id
       where user_id = users.id order by condominiums.name, condominiums.id) as "condominiumsId"
     from users where customers_id = $1 and users.id = $3`,
    [customersId, new Date(now), personId],
    detailsRow,
  )
  if (row === undefined) return undefined
  const { etag, ...body } = row
  return { etag, body }
}

/**
 * Locks the customer's people until the transaction ends, on all instances: otherwise two administrators could disable each other at the
 * same time, and none would be left (ACC-1). Without a customer: locks the creation of the first one.
 */
export async function lockPeople(transaction: Queryable, customersId = ''): Promise<void> {
  await transaction.execute("select pg_advisory_xact_lock(hashtextextended('people ' || $1, 0))", [customersId])
}
