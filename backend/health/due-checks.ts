import * as v from 'valibot'
import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { Queryable } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'
import { deviceColumns, deviceRow } from '../devices/devices.ts'
import { checkTimes } from './check-times.ts'

/** A claimed check without a result may be claimed again after this time: its server has died or could not run it. */
const leaseMs = 15_000

type CheckQueue = 'slow' | 'quick'
type CheckTime = { now: number; nextCheckMs: number }

/**
 * Returns the latest time at which a next check can be due if the clock was not set back. A stored check with a later
 * time is due at once: the clock was set back after the check was stored.
 */
function latestCheckAt({ now, nextCheckMs }: CheckTime): Date {
  return new Date(now + 2 * Math.max(nextCheckMs, leaseMs))
}

/** Lists queues with a due check: usually none, and this query costs a fraction of a claim. */
export async function dueQueues(database: Queryable, time: CheckTime): Promise<CheckQueue[]> {
  const isDue = (queue: string) =>
    `exists (select from device_checks where ${queue} and next_check_at <= $1)
       or exists (select from device_checks where ${queue} and next_check_at > $2)`
  const [due] = await database.query(
    `select ${isDue('is_slow')} as slow, ${isDue('not is_slow')} as quick`,
    [new Date(time.now), latestCheckAt(time)],
    v.object({ slow: v.boolean(), quick: v.boolean() }),
  )
  return (['slow', 'quick'] as const).filter((queue) => due?.[queue])
}

/**
 * Claims up to `limit` active devices with a due check for 15 s, longest overdue first: no other server of this database gets them (SCA-3).
 * A device that is switched off is due again after `nextCheckMs`.
 */
export async function claimDueChecks(
  database: Queryable,
  { isSlow, limit, ...time }: CheckTime & { isSlow: boolean; limit: number },
): Promise<Device[]> {
  if (limit <= 0) return []
  const { now, nextCheckMs } = time
  const claimed = await database.query(
    // Two ranges of the index: one condition for both would read the whole index.
    `with overdue as (
       select word_code from device_checks where is_slow = $1 and next_check_at <= $2
       order by next_check_at limit $3::int for update skip locked),
     ahead as (
       select word_code from device_checks where is_slow = $1 and next_check_at > $6
       limit $3::int - (select count(*) from overdue) for update skip locked),
     due as (select word_code from overdue union all select word_code from ahead)
     update device_checks set next_check_at = case when devices.active then $4::timestamptz else $5::timestamptz end
     from due join devices on devices.word_code = due.word_code
     where device_checks.word_code = due.word_code returning ${deviceColumns}`,
    [isSlow, new Date(now), limit, new Date(now + leaseMs), new Date(now + nextCheckMs), latestCheckAt(time)],
    deviceRow,
  )
  return claimed.filter(({ active }) => active)
}

/** Counts the active devices: the server does not check the others. */
export async function checkedDeviceCount(database: Queryable): Promise<number> {
  return (await firstValue(database, 'select count(*)::int from devices where active', [], v.number())) ?? 0
}

const longestMs = checkTimes.longestEveryMs
const perDeviceMs = longestMs / checkTimes.mostDevices

export type CheckPace = {
  /** Returns the milliseconds between two checks of one device. */
  nextCheckMs(): number
  setCount(devices: number): void
}

/** Computes the interval: `everyMs`, or longer for many devices, to limit the cost of 50,000 checks. */
export function checkPace(everyMs: number): CheckPace {
  let nextMs = everyMs
  return {
    nextCheckMs: () => nextMs,
    setCount(devices) {
      nextMs = Math.max(everyMs, Math.min(Math.ceil(devices * perDeviceMs), longestMs))
    },
  }
}
