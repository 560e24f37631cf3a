import * as v from 'valibot'
import { type DeviceReach, deviceReach, type HealthDetails } from '../../contract/wire/answers/health.ts'
import type { Account } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { timeColumn } from '../database/row-values.ts'
import { visibleDevices } from './devices.ts'

const reachRow = v.object({ ...deviceReach.entries, lastContactAt: v.nullable(timeColumn) })

/** What is known of each device the account may see; those without a contact are left out. */
export function deviceFigures(database: Queryable, account: Account): Promise<DeviceReach[]> {
  return database.query(
    `select devices.word_code as "wordCode", status = 'online' as online, latency_ms as "latencyMs",
       last_contact_at as "lastContactAt"
     ${visibleDevices} and status <> 'unknown' order by devices.word_code`,
    visibilityOf(account),
    reachRow,
  )
}

/** How many devices the account may see that are not switched off (LIVE-7), and how many of them answered or failed when they were last asked; and when the one was asked that waits longest. */
export async function deviceCounts(
  database: Queryable,
  account: Account,
): Promise<{ devices: HealthDetails['devices']; oldestCheckAt: string | null }> {
  const [counts] = await database.query(
    `select count(*)::int as total, count(*) filter (where status = 'online')::int as online,
       count(*) filter (where status = 'offline')::int as offline, min(checked_at) as "oldestCheckAt"
     from devices join condominiums on condominiums.id = devices.condominium_id
       join device_checks on device_checks.word_code = devices.word_code
     where ${visibleCondominiums(1)} and active`,
    visibilityOf(account),
    v.object({ total: v.number(), online: v.number(), offline: v.number(), oldestCheckAt: v.nullable(timeColumn) }),
  )
  const { oldestCheckAt = null, ...devices } = counts ?? { total: 0, online: 0, offline: 0 }
  return { devices, oldestCheckAt }
}
