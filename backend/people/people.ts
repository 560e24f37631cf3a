import * as v from 'valibot'
import { personTypes } from '../../contract/rights.ts'
import { type Person, type PersonDetails, personSchema, personStatuses } from '../../contract/wire/answers/people.ts'
import { isActive } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'

const { id, name, email, permissions, seesAll } = personSchema.entries

const personRow = v.object({
  id,
  name,
  email,
  type: v.picklist(personTypes),
  permissions,
  seesAll,
  condominiums: v.number(),
  status: v.picklist(personStatuses),
  lastSeenAt: v.nullable(v.date()),
  linkUntil: v.nullable(v.date()),
})

const detailsRow = v.object({ ...personRow.entries, version: v.number(), condominiumsId: v.array(v.string()) })

/** `$1` is the customer, `$2` the time: a link that is over waits for nobody. */
const columns = `users.id, users.name, users.email, users.type, users.permissions, users.sees_all as "seesAll",
  (select count(*)::int from user_condominiums where user_id = users.id) as condominiums,
  case when users.disabled_at is not null then 'disabled' when ${isActive} then 'active' else 'invited' end as status,
  greatest(users.last_seen_at, (select max(last_seen_at) from sessions where user_id = users.id)) as "lastSeenAt",
  (select until from one_time_links where user_id = users.id and until > $2) as "linkUntil"`

/** Everybody of the customer, by name. */
export async function peopleOf(database: Queryable, customersId: string, now: number): Promise<Person[]> {
  const rows = await database.query(
    `select ${columns} from users where customers_id = $1 order by lower(users.name), users.id`,
    [customersId, new Date(now)],
    personRow,
  )
  return rows.map(told)
}

export type FoundPerson = { person: PersonDetails; version: number }

/** One of the customer's people with the condominiums assigned, or undefined. */
export async function personOf(
  database: Queryable,
  customersId: string,
  personId: string,
  now: number,
): Promise<FoundPerson | undefined> {
  const [row] = await database.query(
    `select ${columns}, users.version, array(
       select condominium_id from user_condominiums join condominiums on condominiums.id = condominium_id
       where user_id = users.id order by condominiums.name, condominiums.id) as "condominiumsId"
     from users where customers_id = $1 and users.id = $3`,
    [customersId, new Date(now), personId],
    detailsRow,
  )
  if (row === undefined) return undefined
  const { version, condominiumsId, ...person } = row
  return { person: { ...told(person), condominiumsId }, version }
}

function told(row: v.InferOutput<typeof personRow>): Person {
  return {
    ...row,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    linkUntil: row.linkUntil?.toISOString() ?? null,
  }
}
