import { createHash, randomBytes, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { type OwnSession, ownSessionSchema } from '../../contract/wire/answers/account.ts'
import { proofHoldsMinutes } from '../../contract/wire/route.ts'
import { type Account, accountColumns, accountRow } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { passOverUnavailable } from '../database/database-unavailable.ts'
import { firstValue, hasRow, timeColumn, valuesOf } from '../database/row-values.ts'

const minuteMs = 60_000
const sessionLifetimeMs = 60 * minuteMs
/** Longest time of a session after the sign-in, however often it is renewed. */
export const longestSessionMs = 12 * 60 * minuteMs
const lastSeenStepMs = minuteMs

export type Identity = { sessionId: string; expiresAt: Date; account: Account }

const entryRow = v.object({
  ...v.omit(ownSessionSchema, ['current']).entries,
  createdAt: timeColumn,
  lastSeenAt: timeColumn,
})

const identityRow = v.object({
  ...accountRow.entries,
  sessionId: v.string(),
  expiresAt: v.date(),
  lastSeenAt: v.date(),
})

/** Starts a session of 60 minutes. The token is returned only once; the database stores only its hash. */
export async function startSession(
  database: Queryable,
  session: { userId: string; userAgent: string; remember: boolean },
  now: number,
): Promise<{ id: string; token: string; expiresAt: Date }> {
  const id = randomUUID()
  const token = newToken()
  const expiresAt = new Date(now + sessionLifetimeMs)
  await database.execute(
    `insert into sessions (id, user_id, token_hash, created_at, expires_at, last_seen_at, proved_at, user_agent, remember)
     values ($1, $2, $3, $4, $5, $4, $4, $6, $7)`,
    [id, session.userId, hashOfToken(token), new Date(now), expiresAt, session.userAgent, session.remember],
  )
  return { id, token, expiresAt }
}

/**
 * Returns the identity of a valid token, else undefined. Stores when the session was last seen, to the minute. A session with times of a
 * clock that was ahead gets times of the current clock: it ends 60 minutes from now at the latest.
 */
export async function identityOfToken(database: Queryable, token: string, now: number): Promise<Identity | undefined> {
  const [row] = await database.query(
    `select ${accountColumns}, sessions.id as "sessionId", sessions.expires_at as "expiresAt",
       sessions.last_seen_at as "lastSeenAt"
     from sessions join users on users.id = sessions.user_id
     where sessions.token_hash = $1 and sessions.expires_at > $2 and users.disabled_at is null`,
    [hashOfToken(token), new Date(now)],
    identityRow,
  )
  if (row === undefined) return undefined
  const { sessionId, expiresAt, lastSeenAt, ...account } = row
  const aheadMs = lastSeenAt.getTime() - now
  const end = new Date(aheadMs < lastSeenStepMs ? expiresAt : Math.min(expiresAt.getTime(), now + sessionLifetimeMs))
  if (Math.abs(aheadMs) >= lastSeenStepMs)
    await database
      .execute(
        'update sessions set last_seen_at = $2, created_at = least(created_at, $2), expires_at = $3 where id = $1',
        [sessionId, new Date(now), end],
      )
      .catch(passOverUnavailable)
  return { sessionId, expiresAt: end, account }
}

/** Stores that the person of the session has just proved their identity (ACC-4). */
export async function storeProof(database: Queryable, sessionId: string, now: number): Promise<void> {
  await database.execute('update sessions set proved_at = $2 where id = $1', [sessionId, new Date(now)])
}

/**
 * Resolves to whether the person of the session proved their identity in the last minutes. The clock of another
 * instance may be a minute ahead.
 */
export function hasProof(database: Queryable, sessionId: string, now: number): Promise<boolean> {
  const sql = 'select from sessions where id = $1 and proved_at > $2 and proved_at <= $3'
  const [from, until] = [now - proofHoldsMinutes * minuteMs, now + minuteMs]
  return hasRow(database, sql, [sessionId, new Date(from), new Date(until)])
}

/** Extends the session to now + 60 minutes, at most 12 hours after the sign-in; undefined if the session has ended. */
export function renewSession(database: Queryable, sessionId: string, now: number): Promise<Date | undefined> {
  return firstValue(
    database,
    `update sessions set expires_at = least($2::timestamptz, created_at + $3 * interval '1 millisecond')
     where id = $1 returning expires_at`,
    [sessionId, new Date(now + sessionLifetimeMs), longestSessionMs],
    v.date(),
  )
}

export function sessionsOf(database: Queryable, userId: string, now: number): Promise<Omit<OwnSession, 'current'>[]> {
  return database.query(
    `select id, created_at as "createdAt", last_seen_at as "lastSeenAt", user_agent as "userAgent", remember
     from sessions where user_id = $1 and expires_at > $2 order by sessions.created_at desc, id`,
    [userId, new Date(now)],
    entryRow,
  )
}

/** Ends one session of a user; false for an unknown id. */
export async function endSession(database: Queryable, userId: string, sessionId: string): Promise<boolean> {
  return (await database.execute('delete from sessions where id = $1 and user_id = $2', [sessionId, userId])) > 0
}

/** Resolves to the ids of the ended sessions. */
export function endSessionsOf(database: Queryable, userId: string, keptId = ''): Promise<string[]> {
  const sql = 'delete from sessions where user_id = $1 and id <> $2 returning id'
  return valuesOf(database, sql, [userId, keptId], v.string())
}

/** Creates an unguessable token. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the form of `newToken`: any other text is refused without a query. */
export function isTokenLike(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** Returns the hash that the database stores instead of the token. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
