import * as v from 'valibot'
import {
  type ContactShares,
  deviceChangeKinds,
  type TimelineItem,
  timelineItem,
} from '../../contract/wire/answers/devices/device-timeline.ts'
import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { Queryable } from '../database/database.ts'
import { timeColumn } from '../database/row-values.ts'
import { runsSince } from '../health/server-runs.ts'
import { contactShares } from './contact-shares.ts'

const dayMs = 24 * 60 * 60_000
const monthMs = 30 * dayMs

/** Position between two items; an id is a letter for its table and a number of fixed length. */
export type TimelinePlace = { at: Date; id: string }

const itemRow = v.object({ ...timelineItem.entries, at: timeColumn })

/** Lists the history of a device, newest first, at most `limit` items. Lost and recovered contact come from the changes only. */
export function timelineOf(
  database: Queryable,
  { wordCode, condominiumId }: Device,
  { limit, before }: { limit: number; before?: TimelinePlace | undefined },
): Promise<TimelineItem[]> {
  return database.query(
    `(select 'c' || lpad(id::text, 19, '0') as id, at, kind, '' as description from device_changes
       where word_code = $1
         and ($3::timestamptz is null or at <= $3 and (at, 'c' || lpad(id::text, 19, '0')) < ($3, $4))
       order by device_changes.at desc, device_changes.id desc limit $5)
     union all
     (select 'e' || lpad(id::text, 19, '0'), at, kind, description from events
       where condominium_id = $2 and word_code = $1 and kind not in ('device-up', 'device-down')
         and ($3::timestamptz is null or at <= $3 and (at, 'e' || lpad(id::text, 19, '0')) < ($3, $4))
       order by events.at desc, events.id desc limit $5)
     order by at desc, id desc limit $5`,
    [wordCode, condominiumId, before?.at ?? null, before?.id ?? null, limit],
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
    `select kind, at from device_changes where word_code = $1 and kind not in ('activated', 'restarted')
       and at >= coalesce((select max(at) from device_changes
         where word_code = $1 and kind not in ('activated', 'restarted') and at <= $2), $2)
     order by at, id`,
    [wordCode, new Date(from)],
    v.object({
      kind: v.picklist(deviceChangeKinds.filter((kind) => kind !== 'activated' && kind !== 'restarted')),
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

export async function noteRestart(database: Queryable, wordCode: string, at: Date): Promise<void> {
  await database.execute("insert into device_changes (word_code, kind, at) values ($1, 'restarted', $2)", [
    wordCode,
    at,
  ])
}
