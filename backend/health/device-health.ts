import * as v from 'valibot'
import { type DeviceFailureCause, deviceFailureCauses } from '../../contract/wire/answers/devices/devices.ts'
import type { DeviceHealthAnswer } from '../../contract/wire/answers/devices/health.ts'
import type { Queryable } from '../database/database.ts'
import { valuesOf } from '../database/row-values.ts'

const failuresToOpen = 5
const openMs = 2 * 60_000

/** How the server's own contacts with a device went, in the words of the circuit breaker (spec §4). It refuses no call. */
export type HealthRecord = Pick<
  DeviceHealthAnswer,
  'failureCount' | 'lastFailureTime' | 'state' | 'isAvailable' | 'cause'
>

/** What `recordContacts` has counted of a device, of all servers on this database. */
export async function healthRecordOf(database: Queryable, wordCode: string, now: number): Promise<HealthRecord> {
  const [failures] = await database.query(
    `select failure_count as "failureCount", last_failure_at as "lastFailureAt", cause from device_checks
     where word_code = $1 and failure_count > 0`,
    [wordCode],
    v.object({ failureCount: v.number(), lastFailureAt: v.date(), cause: v.picklist(deviceFailureCauses) }),
  )
  return healthRecord(failures, now)
}

/** The devices whose last failure was at `before` or earlier. */
export function idleFailures(database: Queryable, before: Date): Promise<string[]> {
  const sql = 'select word_code from device_checks where failure_count > 0 and last_failure_at <= $1'
  return valuesOf(database, sql, [before], v.string())
}

/** The devices have failed no more than one that was never asked. */
export async function forgetFailures(database: Queryable, wordCodes: string[]): Promise<void> {
  await database.execute(
    'update device_checks set failure_count = 0, last_failure_at = null, cause = null where word_code = any($1::text[])',
    [wordCodes],
  )
}

/** What failures in a row say at `now`; without any the device is well. */
export function healthRecord(
  failures: { failureCount: number; lastFailureAt: Date; cause: DeviceFailureCause } | undefined,
  now: number,
): HealthRecord {
  if (failures === undefined) return { failureCount: 0, lastFailureTime: null, state: 'CLOSED', isAvailable: true }
  const { failureCount, lastFailureAt, cause } = failures
  const state = stateOf(failureCount, now - lastFailureAt.getTime())
  return { failureCount, lastFailureTime: lastFailureAt.toISOString(), state, isAvailable: state !== 'OPEN', cause }
}

function stateOf(failureCount: number, sinceFailureMs: number): HealthRecord['state'] {
  if (failureCount < failuresToOpen) return 'CLOSED'
  return sinceFailureMs >= openMs ? 'HALF_OPEN' : 'OPEN'
}
