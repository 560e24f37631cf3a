import * as v from 'valibot'
import { breakerRules, isOpenTimeoutOver } from '../../contract/devices/breaker-rules.ts'
import { type DeviceFailureCause, deviceFailureCauses } from '../../contract/wire/answers/devices/devices.ts'
import type { DeviceHealthAnswer } from '../../contract/wire/answers/devices/health.ts'
import type { Queryable } from '../database/database.ts'
import { valuesOf } from '../database/row-values.ts'

/** Results of the server's own contacts with a device, as states of the circuit breaker (spec §4). Does not block calls. */
export type HealthRecord = Pick<
  DeviceHealthAnswer,
  'failureCount' | 'lastFailureTime' | 'state' | 'isAvailable' | 'cause'
>

/** Reads the record from the counts of `recordContacts`, which all servers of this database share. */
export async function healthRecordOf(database: Queryable, wordCode: string, now: number): Promise<HealthRecord> {
  const [failures] = await database.query(
    `select failure_count as "failureCount", last_failure_at as "lastFailureAt", cause from device_checks
     where word_code = $1 and failure_count > 0`,
    [wordCode],
    v.object({ failureCount: v.number(), lastFailureAt: v.date(), cause: v.picklist(deviceFailureCauses) }),
  )
  return healthRecord(failures, now)
}

export function idleFailures(database: Queryable, before: Date): Promise<string[]> {
  const sql = 'select word_code from device_checks where failure_count > 0 and last_failure_at <= $1'
  return valuesOf(database, sql, [before], v.string())
}

export async function forgetFailures(database: Queryable, wordCode: string): Promise<void> {
  await database.execute(
    'update device_checks set failure_count = 0, last_failure_at = null, cause = null where word_code = $1',
    [wordCode],
  )
}

/** Clears failures that are still idle since `before`, in a fixed order to prevent deadlocks. Resolves to the devices that had some. */
export async function forgetIdleFailures(
  transaction: Queryable,
  wordCodes: readonly string[],
  before: Date,
): Promise<{ wordCode: string; condominiumId: string }[]> {
  return transaction.query(
    `with held as (select word_code from device_checks
       where word_code = any($1::text[]) and failure_count > 0 and last_failure_at <= $2 order by word_code for update)
     update device_checks set failure_count = 0, last_failure_at = null, cause = null
     from held join devices using (word_code) where device_checks.word_code = held.word_code
     returning held.word_code as "wordCode", condominium_id as "condominiumId"`,
    [wordCodes, before],
    v.object({ wordCode: v.string(), condominiumId: v.string() }),
  )
}

/** Derives the record from failures in a row; without failures the device is healthy. */
export function healthRecord(
  failures: { failureCount: number; lastFailureAt: Date; cause: DeviceFailureCause } | undefined,
  now: number,
): HealthRecord {
  if (failures === undefined) return { failureCount: 0, lastFailureTime: null, state: 'CLOSED', isAvailable: true }
  const { failureCount, lastFailureAt, cause } = failures
  const state = stateOf(failureCount, lastFailureAt.getTime(), now)
  return { failureCount, lastFailureTime: lastFailureAt.toISOString(), state, isAvailable: state !== 'OPEN', cause }
}

function stateOf(failureCount: number, lastFailureAt: number, now: number): HealthRecord['state'] {
  if (failureCount < breakerRules.threshold) return 'CLOSED'
  // A failure after now: the clock was set back.
  return lastFailureAt > now || isOpenTimeoutOver(lastFailureAt, now) ? 'HALF_OPEN' : 'OPEN'
}
