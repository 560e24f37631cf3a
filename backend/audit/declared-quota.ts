import * as v from 'valibot'
import { bounds } from '../bounds.ts'
import type { Queryable } from '../database/database.ts'
import { Refusal } from '../http/refusal.ts'

/** Most declared records, and bytes of them, that one person may store on one day (UTC). */
export type DeclaredQuota = { records: number; bytes: number }

/** Returns the quota of the options; default as `bounds` has it. */
export function quotaOf(options: {
  declaredRecords?: number | undefined
  declaredMegabytes?: number | undefined
}): DeclaredQuota {
  const { records, bytes } = bounds.declaredRecords.most
  const { declaredRecords = records, declaredMegabytes = bytes / megabyte } = options
  return { records: declaredRecords, bytes: declaredMegabytes * megabyte }
}

const megabyte = 1_000_000
const dayMs = 24 * 60 * 60_000
const used = v.object({ records: v.number(), bytes: v.number() })
const columns = 'records, bytes::float8 as bytes'

/** Rejects with a 429 `Refusal` if the person has used up the quota of the day: before a body is read. */
export async function refuseUsedUp(
  database: Queryable,
  userId: string,
  { quota, now }: { quota: DeclaredQuota; now: number },
): Promise<void> {
  const sql = `select ${columns} from declared_days where user_id = $1 and day = $2::date`
  const [found] = await database.query(sql, [userId, dayOf(now)], used)
  if (found !== undefined && (found.records >= quota.records || found.bytes >= quota.bytes)) throw usedUp(now)
}

/** Counts stored records. Rejects with a 429 `Refusal`, which must end the transaction, if they exceed the quota of the day. */
export async function countDeclared(
  transaction: Queryable,
  userId: string,
  { records, bytes, quota, now }: DeclaredQuota & { quota: DeclaredQuota; now: number },
): Promise<void> {
  const [sum] = await transaction.query(
    `insert into declared_days as known (user_id, day, records, bytes) values ($1, $2::date, $3, $4)
     on conflict (user_id, day) do update set (records, bytes) = (known.records + excluded.records, known.bytes + excluded.bytes)
     returning ${columns}`,
    [userId, dayOf(now), records, bytes],
    used,
  )
  if (sum !== undefined && (sum.records > quota.records || sum.bytes > quota.bytes)) throw usedUp(now)
}

function usedUp(now: number): Refusal {
  return new Refusal(429, {
    message: 'A cota de registros de hoje acabou. Os registros ficam neste navegador e seguem amanhã.',
    headers: { 'retry-after': String(Math.ceil((dayMs - (now % dayMs)) / 1000)) },
  })
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}
