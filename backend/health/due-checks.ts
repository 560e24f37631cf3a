import * as v from 'valibot'
import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { Queryable } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'
import { deviceColumns, deviceRow } from '../devices/devices.ts'

/** A check that was claimed and not noted may be claimed again after so long: by then its server is gone, or could not make it. */
const leaseMs = 15_000

type CheckQueue = 'slow' | 'quick'

/** The lanes in which a check is due: mostly none, which costs a fraction of claiming it. */
export async function dueQueues(database: Queryable, now: number): Promise<CheckQueue[]> {
  const [due] = await database.query(
    `select exists (select from device_checks where is_slow and next_check_at <= $1) as slow,
            exists (select from device_checks where not is_slow and next_check_at <= $1) as quick`,
    [new Date(now)],
    v.object({ slow: v.boolean(), quick: v.boolean() }),
  )
  return (['slow', 'quick'] as const).filter((queue) => due?.[queue])
}

/**
 * Up to `limit` active devices whose check is due, the longest overdue first, claimed for 15 s: no other server of this database gets
 * them meanwhile (SCA-3). One that is switched off is due again after `nextCheckMs`.
 */
export async function claimDueChecks(
  database: Queryable,
  { isSlow, limit, now, nextCheckMs }: { isSlow: boolean; limit: number; now: number; nextCheckMs: number },
): Promise<Device[]> {
  if (limit <= 0) return []
  const claimed = await database.query(
    `with due as (
       select word_code from device_checks where is_slow = $1 and next_check_at <= $2
       order by next_check_at limit $3 for update skip locked)
     update device_checks set next_check_at = case when devices.active then $4::timestamptz else $5::timestamptz end
     from due join devices on devices.word_code = due.word_code
     where device_checks.word_code = due.word_code returning ${deviceColumns}`,
    [isSlow, new Date(now), limit, new Date(now + leaseMs), new Date(now + nextCheckMs)],
    deviceRow,
  )
  return claimed.filter(({ active }) => active)
}

/** How many devices there are to check. */
export async function checkedDeviceCount(database: Queryable): Promise<number> {
  return (await firstValue(database, 'select count(*)::int from device_checks', [], v.number())) ?? 0
}

/** 50,000 devices are all checked within four minutes; a minute is left for what hangs (SCA-3). */
const longestMs = 4 * 60_000
const perDeviceMs = longestMs / 50_000

export type CheckPace = {
  /** How long after a check the next one of the same device is due, in ms. */
  nextCheckMs(): number
  setCount(devices: number): void
}

/** Checks come every `everyMs`, and of many devices seldomer: a check costs, and nobody looks at 50,000 each minute. */
export function checkPace(everyMs: number): CheckPace {
  let nextMs = everyMs
  return {
    nextCheckMs: () => nextMs,
    setCount(devices) {
      nextMs = Math.max(everyMs, Math.min(Math.ceil(devices * perDeviceMs), longestMs))
    },
  }
}
