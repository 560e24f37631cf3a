import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { type NewWallLink, type WallLink, wallLinkSchema } from '../../contract/wire/answers/wall.ts'
import { type Account, accountColumns, accountRow, isActive } from '../access/users.ts'
import { bounds } from '../bounds.ts'
import type { Queryable } from '../database/database.ts'
import { passOverUnavailable } from '../database/database-unavailable.ts'
import { timeColumn, valuesOf } from '../database/row-values.ts'
import { hashOfToken, newToken } from '../sessions/sessions.ts'

export const mostWallLinks = bounds.wallLinks.most.count
const lastSeenStepMs = 60_000

const linkRow = v.object({
  ...wallLinkSchema.entries,
  createdAt: timeColumn,
  lastSeenAt: v.nullable(timeColumn),
})

export function wallLinksOf(database: Queryable, userId: string): Promise<WallLink[]> {
  return database.query(
    `select id, name, created_at as "createdAt", last_seen_at as "lastSeenAt" from wall_links
     where user_id = $1 order by created_at desc, id`,
    [userId],
    linkRow,
  )
}

/**
 * Adds a link; undefined if the person has the maximum. The token is returned only once; the database stores only its
 * hash.
 */
export async function makeWallLink(
  transaction: Queryable,
  { userId, name }: { userId: string; name: string },
  now: number,
): Promise<NewWallLink | undefined> {
  // Serialised, so that two concurrent calls cannot exceed the maximum.
  await transaction.execute('select from users where id = $1 for update', [userId])
  const id = randomUUID()
  const token = newToken()
  const at = new Date(now)
  const made = await transaction.execute(
    `insert into wall_links (id, user_id, name, token_hash, created_at)
     select $1, $2, $3, $4, $5 where (select count(*) from wall_links where user_id = $2) < ${mostWallLinks}`,
    [id, userId, name, hashOfToken(token), at],
  )
  return made === 0 ? undefined : { id, name, createdAt: at.toISOString(), lastSeenAt: null, token }
}

export async function dropWallLink(transaction: Queryable, userId: string, id: string): Promise<boolean> {
  return (await transaction.execute('delete from wall_links where id = $1 and user_id = $2', [id, userId])) > 0
}

/** Resolves to the ids of the removed links. */
export function dropWallLinksOf(transaction: Queryable, userId: string): Promise<string[]> {
  return valuesOf(transaction, 'delete from wall_links where user_id = $1 returning id', [userId], v.string())
}

/** Returns the account and the link's name for a wall's token; undefined if unknown. Stores when the wall was last seen. */
export async function wallOfToken(
  database: Queryable,
  token: string,
  now: number,
): Promise<{ account: Account; name: string } | undefined> {
  const [row] = await database.query(
    `select ${accountColumns}, wall_links.id as "linkId", wall_links.name as "linkName", wall_links.last_seen_at as "lastSeenAt"
     from wall_links join users on users.id = wall_links.user_id where token_hash = $1 and ${isActive}`,
    [hashOfToken(token)],
    v.object({ ...accountRow.entries, linkId: v.string(), linkName: v.string(), lastSeenAt: v.nullable(v.date()) }),
  )
  if (row === undefined) return undefined
  const { linkId, linkName: name, lastSeenAt, ...account } = row
  if (now - (lastSeenAt?.getTime() ?? 0) >= lastSeenStepMs)
    await database
      .execute('update wall_links set last_seen_at = $2 where id = $1', [linkId, new Date(now)])
      .catch(passOverUnavailable)
  return { account, name }
}
