import * as v from 'valibot'
import type { Database, Queryable } from '../database/database.ts'
import { hasRow, timeColumn, valuesOf } from '../database/row-values.ts'
import { isPlausibleTime } from '../database/trusted-clock.ts'
import { appendFactsOf } from '../evidence/append.ts'
import { type Fact, theServer } from '../evidence/fact.ts'

const expiredAtOnce = 500

const expiredRow = v.object({ id: v.string(), userId: v.string(), customersId: v.string(), expiresAt: timeColumn })

/** Deletes expired sessions, with a record of each (EVI-1). An implausible clock ends no session. */
export async function endExpiredSessions(database: Database, now: number): Promise<void> {
  const isAnyExpired = 'select from sessions where expires_at <= $1 limit 1'
  while (await hasRow(database, isAnyExpired, [new Date(now)]))
    if ((await database.transaction((transaction) => endSomeExpired(transaction, now))) === 0) return
}

/** Leaves sessions that another transaction is ending. */
async function endSomeExpired(transaction: Queryable, now: number): Promise<number> {
  const expired = await transaction.query(
    `delete from sessions using users where users.id = user_id and sessions.id = any(array(
       select id from sessions where expires_at <= $1 and ${isPlausibleTime('$1')} order by id limit ${expiredAtOnce} for update skip locked))
     returning sessions.id, user_id as "userId", customers_id as "customersId", expires_at as "expiresAt"`,
    [new Date(now)],
    expiredRow,
  )
  const facts = expired.map(({ id, userId, customersId, expiresAt }) => {
    const data = { session: id, how: 'expired', expiresAt }
    const fact: Fact = { kind: 'session.ended', at: now, actor: theServer, subject: { person: userId }, data }
    return { customersId, fact }
  })
  await appendFactsOf(transaction, facts)
  return expired.length
}

/** Returns those of `ids` that are valid; ends expired ones. */
export async function livingSessions(database: Database, ids: string[], now: number): Promise<Set<string>> {
  await endExpiredSessions(database, now)
  const living = 'select id from sessions where id = any($1::text[]) and expires_at > $2'
  return new Set(await valuesOf(database, living, [ids, new Date(now)], v.string()))
}
