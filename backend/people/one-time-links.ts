import * as v from 'valibot'
import { invitationDays, passwordLinkHours } from '../../contract/fields/one-time-link.ts'
import { invitation, type OneTimeLink } from '../../contract/wire/answers/people.ts'
import { isActive, lacksSecondFactor } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { hasRow, timeColumn } from '../database/row-values.ts'
import { hashOfToken, newToken } from '../sessions/sessions.ts'

const hourMs = 60 * 60_000
const holdsMs = passwordLinkHours * hourMs
/** An invitation and its link end at the same time (ACC-5). */
export const invitationHoldsMs = invitationDays * 24 * hourMs

/** SQL condition: the maker of the link may still change a person with the rights of its person, or the link was made at the machine (ACC-5). */
export const isOfMaker = `(made_by_id is null or exists (
  select from users join users as person on person.id = one_time_links.user_id
  where users.id = made_by_id and users.disabled_at is null and 'users:write' = any (users.permissions)
    and not ${lacksSecondFactor} and person.permissions <@ users.permissions))`

/** Condition on the time `$2`. A link with a later end was made with a clock that was ahead, and is not valid for years. */
const isValid = `until > $2 and until <= $2::timestamptz + interval '${2 * invitationHoldsMs} milliseconds' and ${isOfMaker}`

/**
 * Creates a link and replaces the previous link of the person. The link is valid for 7 days to join, or, for a person
 * with a password, for 72 hours to choose another password. `madeBy`: id of the maker; null at the machine. Only this
 * call returns the token: the database stores only its hash.
 */
export async function makeLinkFor(
  transaction: Queryable,
  personId: string,
  madeBy: string | null,
  now: number,
): Promise<OneTimeLink> {
  const { token, hash } = newSecret()
  const [until] = await transaction.query(
    `insert into one_time_links (token_hash, kind, user_id, made_by_id, until)
     select $1, case when password_hash is null then 'join' else 'new-password' end, id, $3,
       case when password_hash is null then $4::timestamptz else $5::timestamptz end from users where id = $2
     on conflict (user_id) do update set (token_hash, kind, made_by_id, until) =
       (excluded.token_hash, excluded.kind, excluded.made_by_id, excluded.until)
     returning until`,
    [hash, personId, madeBy, new Date(now + invitationHoldsMs), new Date(now + holdsMs)],
    v.object({ until: timeColumn }),
  )
  if (until === undefined) throw new Error('the person does not exist')
  return { token, ...until }
}

/** Creates a link for 72 hours for the first administrator; each such link is valid until any person can sign in (ACC-1). */
export async function makeFirstLink(database: Queryable, now: number): Promise<OneTimeLink> {
  const { token, hash } = newSecret()
  const until = new Date(now + holdsMs)
  await database.execute(
    "insert into one_time_links (token_hash, kind, until) values ($1, 'first-administrator', $2)",
    [hash, until],
  )
  return { token, until: until.toISOString() }
}

const foundLink = v.object({ ...invitation.entries, until: timeColumn, personId: v.nullable(v.string()) })
export type FoundLink = v.InferOutput<typeof foundLink>

/** Returns the link of a token and its person; undefined if the link is unknown, used, replaced or expired. */
export async function findLink(database: Queryable, token: string, now: number): Promise<FoundLink | undefined> {
  const [found] = await database.query(
    `select kind, until, users.id as "personId", users.name, users.email, customers.name as "customerName"
     from one_time_links left join users on users.id = one_time_links.user_id
       left join customers on customers.id = users.customers_id
     where token_hash = $1 and ${isValid}`,
    [hashOfToken(token), new Date(now)],
    foundLink,
  )
  return found
}

/** Marks a link as used. Resolves to its maker; undefined if the link was already used. */
export async function useLink(
  transaction: Queryable,
  token: string,
  now: number,
): Promise<{ madeBy: string | null } | undefined> {
  const [used] = await transaction.query(
    `delete from one_time_links where token_hash = $1 and ${isValid} returning made_by_id as "madeBy"`,
    [hashOfToken(token), new Date(now)],
    v.object({ madeBy: v.nullable(v.string()) }),
  )
  return used
}

/** Removes the link of a person, if any. */
export async function dropLinkOf(transaction: Queryable, personId: string): Promise<void> {
  await transaction.execute('delete from one_time_links where user_id = $1', [personId])
}

/** Returns whether any person can sign in. */
export function isAnybodyThere(database: Queryable): Promise<boolean> {
  return hasRow(database, `select from users where ${isActive} limit 1`, [])
}

function newSecret(): { token: string; hash: string } {
  const token = newToken()
  return { token, hash: hashOfToken(token) }
}
