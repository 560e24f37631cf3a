import * as v from 'valibot'
import { invitation, type OneTimeLink } from '../../contract/wire/answers/people.ts'
import { isActive } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { hasRow, timeColumn } from '../database/row-values.ts'
import { hashOfToken, newToken } from '../sessions/sessions.ts'

const holdsMs = 72 * 60 * 60_000

/**
 * A link of 72 hours in place of the person's one before: to join, or, where the person has a password, to choose another.
 * The token is told once; only its hash is stored.
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

/** A link of 72 hours to make the first administrator with; any of them holds while there is nobody (ACC-1). */
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

/** The link of a token, and whom it is for; undefined where it is none, was used, replaced, or is over. */
export async function findLink(database: Queryable, token: string, now: number): Promise<FoundLink | undefined> {
  const [found] = await database.query(
    `select kind, until, users.id as "personId", users.name, users.email, customers.name as "customerName"
     from one_time_links left join users on users.id = one_time_links.user_id
       left join customers on customers.id = users.customers_id
     where token_hash = $1 and until > $2`,
    [hashOfToken(token), new Date(now)],
    foundLink,
  )
  return found
}

/** Uses a link up. False for whoever comes second. */
export async function useLink(transaction: Queryable, token: string, now: number): Promise<boolean> {
  const used = await transaction.execute('delete from one_time_links where token_hash = $1 and until > $2', [
    hashOfToken(token),
    new Date(now),
  ])
  return used > 0
}

/** The link of a person, if any, opens nothing any more. */
export async function dropLinkOf(transaction: Queryable, personId: string): Promise<void> {
  await transaction.execute('delete from one_time_links where user_id = $1', [personId])
}

/** Whether anybody at all can sign in. */
export function isAnybodyThere(database: Queryable): Promise<boolean> {
  return hasRow(database, `select from users where ${isActive} limit 1`, [])
}

function newLink(now: number): { link: OneTimeLink; hash: string; until: Date } {
  const token = newToken()
  const until = new Date(now + holdsMs)
  return { link: { token, until: until.toISOString() }, hash: hashOfToken(token), until }
}
