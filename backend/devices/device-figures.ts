import * as v from 'valibot'
import { type DeviceReach, deviceReach, type HealthDetails } from '../../contract/wire/answers/health.ts'
import type { Account } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'

const visibleDevices = `from devices join condominiums on condominiums.id = devices.condominium_id
  where ${visibleCondominiums(1)}`

/** What is known of each device the account may see; those without a contact are left out. */
export function deviceFigures(database: Queryable, account: Account): Promise<DeviceReach[]> {
  return database.query(
    `select devices.word_code as "wordCode", status = 'online' as online, latency_ms as "latencyMs"
     ${visibleDevices} and status <> 'unknown' order by devices.word_code`,
    visibilityOf(account),
    deviceReach,
  )
}

/** How many devices the account may see, and how many of them answered or failed when they were last asked. */
export async function deviceCounts(database: Queryable, account: Account): Promise<HealthDetails['devices']> {
  const [counts] = await database.query(
    `select count(*)::int as total, count(*) filter (where status = 'online')::int as online,
       count(*) filter (where status = 'offline')::int as offline ${visibleDevices}`,
    visibilityOf(account),
    v.object({ total: v.number(), online: v.number(), offline: v.number() }),
  )
  return counts ?? { total: 0, online: 0, offline: 0 }
}
