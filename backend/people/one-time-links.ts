import * as v from 'valibot'
import { invitation, type OneTimeLink } from '../../contract/wire/answers/people.ts'
import { isActive } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { hasRow, timeColumn } from '../database/row-values.ts'
import { hashOfToken, newToken } from '../sessions/sessions.ts'

const holdsMs = 72 * 60 * 60_000
/** Condition on the time `$2`. A link with a later end was made with a clock that was ahead, and is not valid for years. */
const isValid = `until > $2 and until <= $2::timestamptz + interval '${2 * holdsMs} milliseconds'`

/**
 * Creates a link for 72 hours and replaces the person's previous one: to join, or, for a person with a password, to
 * choose another. The token is returned only once; the database stores only its hash.
 */
export async function makeLinkFor(transaction: Queryable, personId: string, now: number): Promise<OneTimeLink> {
  const { link, hash, until } = newLink(now)
  await transaction.execute(
    `insert into one_time_links (token_hash, kind, user_id, until)
     select $1, case when password_hash is null then 'join' else 'new-password' end, id, $3 from users where id = $2
     on conflict (user_id) do update set (token_hash, kind, until) = (excluded.token_hash, excluded.kind, excluded.until)`,
    [hash, personId, until],
  )
  return link
}

/** Creates a link for 72 hours for the first administrator; each such link is valid until any person can sign in (ACC-1). */
export async function makeFirstLink(database: Queryable, now: number): Promise<OneTimeLink> {
  const { link, hash, until } = newLink(now)
  await database.execute(
    "insert into one_time_links (token_hash, kind, until) values ($1, 'first-administrator', $2)",
    [hash, until],
  )
  return link
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

/** Marks a link as used. False if it was already used. */
export async function useLink(transaction: Queryable, token: string, now: number): Promise<boolean> {
  const used = await transaction.execute(`delete from one_time_links where token_hash = $1 and ${isValid}`, [
    hashOfToken(token),
    new Date(now),
  ])
  return used > 0
}

/** Removes the link of a person, if any. */
export async function dropLinkOf(transaction: Queryable, personId: string): Promise<void> {
  await transaction.execute('delete from one_time_links where user_id = $1', [personId])
}

/** Returns whether any person can sign in. */
export function isAnybodyThere(database: Queryable): Promise<boolean> {
  return hasRow(database, `select from users where ${isActive} limit 1`, [])
}

function newLink(now: number): { link: OneTimeLink; hash: string; until: Date } {
  const token = newToken()
  const until = new Date(now + holdsMs)
  return { link: { token, until: until.toISOString() }, hash: hashOfToken(token), until }
}
