import * as v from 'valibot'
import { unansweredText } from '../../contract/evidence/fact-texts.ts'
import {
  type ContactShares,
  deviceStateKinds,
  type TimelineItem,
  timelineItem,
} from '../../contract/wire/answers/devices/device-timeline.ts'
import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { Queryable } from '../database/database.ts'
import { timeColumn } from '../database/row-values.ts'
import { cataloguedColumn } from '../events/events.ts'
import { runsSince } from '../health/server-runs.ts'
import { contactShares } from './contact-shares.ts'
import type { DeviceOp } from './device-protocol.ts'

const dayMs = 24 * 60 * 60_000
const monthMs = 30 * dayMs

/** Position between two items: the sequence number, and an id, which is a letter for its table and a number of fixed length. */
export type TimelinePlace = { sequence: string; id: string }

const itemRow = v.pipe(
  v.object({ ...timelineItem.entries, sequence: v.string(), op: v.nullable(v.string()), at: timeColumn }),
  v.transform(({ op, ...item }) => (op === null ? item : { ...item, description: unansweredText(op) })),
)
/** An item with its place in the sequence that changes and events share. */
export type PlacedItem = TimelineItem & TimelinePlace

/**
 * Lists the history of a device, newest first in the order of the sequence, at most `limit` items. Lost and recovered contact come from the
 * changes only.
 */
export function timelineOf(
  database: Queryable,
  { wordCode, condominiumId }: Device,
  { limit, before }: { limit: number; before?: TimelinePlace | undefined },
): Promise<PlacedItem[]> {
  return database.query(
    `select id, seq::text as sequence, at, kind, description, op, catalogued, "isEvent" from (
       (select 'c' || lpad(id::text, 19, '0') as id, seq, at, kind, '' as description, op, null::jsonb as catalogued, false as "isEvent" from device_changes
         where word_code = $1
           and ($3::bigint is null or seq <= $3 and (seq, 'c' || lpad(id::text, 19, '0')) < ($3, $4))
         order by device_changes.seq desc, device_changes.id desc limit $5)
       union all
       (select 'e' || lpad(id::text, 19, '0'), id, at, kind, description, null, ${cataloguedColumn}, true from events
         where condominium_id = $2 and word_code = $1 and kind not in ('device-up', 'device-down')
           and ($3::bigint is null or events.id <= $3 and (events.id, 'e' || lpad(id::text, 19, '0')) < ($3, $4))
         order by events.id desc limit $5)) as items
     order by seq desc, id desc limit $5`,
    [wordCode, condominiumId, before?.sequence ?? null, before?.id ?? null, limit],
    itemRow,
  )
}

/** Computes how long the device was online in the last 24 hours and 30 days (PAGE-5). */
export async function availabilityOf(
  database: Queryable,
  wordCode: string,
  now: number,
): Promise<{ day: ContactShares; month: ContactShares }> {
  const from = now - monthMs
  const changes = await database.query(
    `select kind, at from device_changes where word_code = $1 and kind = any($3::text[])
       and at >= coalesce((select max(at) from device_changes
         where word_code = $1 and kind = any($3::text[]) and at <= $2), $2)
     order by at, id`,
    [wordCode, new Date(from), deviceStateKinds],
    v.object({
      kind: v.picklist(deviceStateKinds),
      at: v.pipe(
        v.date(),
        v.transform((at) => at.getTime()),
      ),
    }),
  )
  const runs = await runsSince(database, from, now)
  return {
    day: contactShares(changes, runs, { from: now - dayMs, to: now }),
    month: contactShares(changes, runs, { from, to: now }),
  }
}

/** Notes that nobody knows whether the device got this command. */
export async function noteUnanswered(database: Queryable, wordCode: string, op: DeviceOp, at: Date): Promise<void> {
  await database.execute("insert into device_changes (word_code, kind, op, at) values ($1, 'unanswered', $2, $3)", [
    wordCode,
    op,
    at,
  ])
}

/** Records that the device has executed a command that sets no state. */
export async function noteDone(
  database: Queryable,
  wordCode: string,
  kind: 'restarted' | 'opened',
  at: Date,
): Promise<void> {
  await database.execute('insert into device_changes (word_code, kind, at) values ($1, $2, $3)', [wordCode, kind, at])
}
