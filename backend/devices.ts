import * as v from 'valibot'
import type { Queryable } from './database.ts'
import type { Account } from './users.ts'
import { visibilityOf, visibleCondominiums } from './visibility.ts'

const deviceRow = v.pipe(
  v.object({
    wordCode: v.string(),
    name: v.string(),
    model: v.string(),
    ip: v.string(),
    port: v.number(),
    condominiumId: v.string(),
    active: v.boolean(),
    status: v.picklist(['online', 'offline', 'unknown']),
    lastContactAt: v.nullable(v.date()),
    latencyMs: v.nullable(v.number()),
  }),
  v.transform((row) => ({ ...row, lastContactAt: row.lastContactAt?.toISOString() ?? null })),
)

/** The contract's `Device`; `lastContactAt` and `latencyMs` are null before the first contact. */
export type Device = v.InferOutput<typeof deviceRow>

const columns = `devices.word_code as "wordCode", devices.name, model, ip, port,
  condominium_id as "condominiumId", active, status, last_contact_at as "lastContactAt", latency_ms as "latencyMs"`

const visibleDevices = `from devices join condominiums on condominiums.id = devices.condominium_id
  where ${visibleCondominiums(1)}`

export type DevicePage = { condominiumId?: string | undefined; after: string; limit: number }

/** Up to `limit` devices the account may see, by wordCode, those after the wordCode `after` ('' for the first page). */
export function devicesOf(database: Queryable, account: Account, page: DevicePage): Promise<Device[]> {
  return database.query(
    `select ${columns} ${visibleDevices} and devices.word_code > $4
       and ($5::text is null or devices.condominium_id = $5) order by devices.word_code limit $6`,
    [...visibilityOf(account), page.after, page.condominiumId ?? null, page.limit],
    deviceRow,
  )
}

/** The device of that wordCode, where the account may see it. */
export async function deviceOf(database: Queryable, account: Account, wordCode: string): Promise<Device | undefined> {
  const [device] = await database.query(
    `select ${columns} ${visibleDevices} and devices.word_code = $4`,
    [...visibilityOf(account), wordCode],
    deviceRow,
  )
  return device
}
