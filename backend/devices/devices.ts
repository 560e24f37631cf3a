import * as v from 'valibot'
import { type Device, deviceSchema } from '../../contract/wire/answers/devices/devices.ts'
import { type DeviceReach, deviceReach, type HealthDetails } from '../../contract/wire/answers/devices/health.ts'
import type { Account } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { hasRow, timeColumn, valuesOf } from '../database/row-values.ts'
import { entityTagOf } from '../http/entity-tag.ts'

export const deviceRow = v.object({
  ...deviceSchema.entries,
  lastContactAt: v.nullable(timeColumn),
  canOpen: v.boolean(),
  etag: v.string(),
})

export type StoredDevice = v.InferOutput<typeof deviceRow>

/** The columns of `devices` that `deviceRow` reads. */
export const deviceColumns = `devices.word_code as "wordCode", devices.name, model, ip, port,
  condominium_id as "condominiumId", active, status, last_contact_at as "lastContactAt", latency_ms as "latencyMs",
  can_open as "canOpen", ${entityTagOf('devices.version')} as etag`

export const visibleDevices = `from devices join condominiums on condominiums.id = devices.condominium_id
  where ${visibleCondominiums(1)}`

export type DevicePage = {
  condominiumId?: string | undefined
  status?: Device['status'] | undefined
  after: string
  limit: number
}

/**
 * Returns a page of up to `limit` devices that the account may see, by wordCode, after the wordCode `after` ('' for the first page), as one
 * line of the contract's JSON, made by the database (see `condominiumsText`).
 */
export async function devicePageText(database: Queryable, account: Account, page: DevicePage): Promise<string> {
  const [row] = await database.query(
    `with found as (
       select ${deviceColumns.replace('last_contact_at', isoTimeOf('last_contact_at'))} ${visibleDevices}
         and devices.word_code > $4
         and ($5::text is null or devices.condominium_id = $5) and ($6::text is null or devices.status = $6)
       order by devices.word_code limit $7::int + 1),
     shown as (select * from found order by "wordCode" limit $7::int)
     select coalesce(replace(json_agg(shown order by "wordCode")::text, E', \\n ', ','), '[]') as result,
       case when (select count(*) from found) > $7::int then max("wordCode") end as "nextCursor" from shown`,
    [...visibilityOf(account), page.after, page.condominiumId ?? null, page.status ?? null, page.limit],
    v.object({ result: v.string(), nextCursor: v.nullable(v.string()) }),
  )
  return `{"result":${row?.result ?? '[]'},"nextCursor":${JSON.stringify(row?.nextCursor ?? null)}}`
}

function isoTimeOf(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** Returns the device if the account may see it. */
export async function deviceOf(
  database: Queryable,
  account: Account,
  wordCode: string,
): Promise<StoredDevice | undefined> {
  const [device] = await database.query(
    `select ${deviceColumns} ${visibleDevices} and devices.word_code = $4`,
    [...visibilityOf(account), wordCode],
    deviceRow,
  )
  return device
}

/** Returns whether the device belongs to the account's customer, visible to this user or not. */
export function isOfCustomer(database: Queryable, account: Account, wordCode: string): Promise<boolean> {
  return hasRow(
    database,
    `select from devices join condominiums on condominiums.id = devices.condominium_id
     where devices.word_code = $1 and condominiums.customers_id = $2`,
    [wordCode, account.customersId],
  )
}

/** Lists the devices among `wordCodes` (or the first `count`) that the account may see, by wordCode. */
export function someDevicesOf(
  database: Queryable,
  account: Account,
  wanted: { wordCodes?: string[] | undefined; count: number },
): Promise<Device[]> {
  return database.query(
    `select ${deviceColumns} ${visibleDevices} and ($4::text[] is null or devices.word_code = any($4::text[]))
     order by devices.word_code limit $5`,
    [...visibilityOf(account), wanted.wordCodes ?? null, wanted.count],
    deviceRow,
  )
}

export async function visibleAmong(database: Queryable, account: Account, wordCodes: string[]): Promise<string[]> {
  if (wordCodes.length === 0) return []
  return valuesOf(
    database,
    `select devices.word_code ${visibleDevices} and devices.word_code = any($4::text[])`,
    [...visibilityOf(account), wordCodes],
    v.string(),
  )
}

/** Returns the device and locks its record until the transaction ends. */
export async function holdDevice(transaction: Queryable, wordCode: string): Promise<StoredDevice | undefined> {
  const [device] = await transaction.query(
    `select ${deviceColumns} from devices where word_code = $1 for update`,
    [wordCode],
    deviceRow,
  )
  return device
}

export type DeviceFields = Pick<Device, 'name' | 'model' | 'ip' | 'port' | 'condominiumId'>

/** Resolves to undefined if any customer has the wordCode. */
export async function createDevice(
  database: Queryable,
  device: DeviceFields & { wordCode: string; active: boolean },
): Promise<StoredDevice | undefined> {
  const { wordCode, condominiumId, name, model, ip, port, active } = device
  const [made] = await database.query(
    `insert into devices (word_code, condominium_id, name, model, ip, port, active)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (word_code) do nothing returning ${deviceColumns}`,
    [wordCode, condominiumId, name, model, ip, port, active],
    deviceRow,
  )
  return made
}

/** Changes the entered fields. At a new address the device counts as never contacted. */
export async function changeDevice(
  database: Queryable,
  wordCode: string,
  fields: DeviceFields,
  at: Date,
): Promise<void> {
  const { condominiumId, name, model, ip, port } = fields
  await database.execute(
    `with changed as (
       update devices set condominium_id = $2, name = $3, model = $4, ip = $5, port = $6,
         status = case when devices.ip = $5 and devices.port = $6 then devices.status else 'unknown' end,
         last_contact_at = case when devices.ip = $5 and devices.port = $6 then last_contact_at end,
         latency_ms = case when devices.ip = $5 and devices.port = $6 then latency_ms end
       from (select status, condominium_id from devices where word_code = $1 for update) as earlier
       where word_code = $1 returning active, devices.status <> earlier.status as "isForgotten",
         devices.status, devices.condominium_id <> earlier.condominium_id as "isElsewhere"),
     noted as (
       insert into device_changes (word_code, kind, at)
       select $1, 'unknown', $7 from changed where active and "isForgotten"),
     -- The device leaves the incident of the earlier condominium; a failure begins an incident in the new one.
     elsewhere as (
       insert into happenings (word_code, kind, at)
       select $1, kind, $7 from changed, unnest('{unknown,offline}'::text[]) with ordinality as step (kind, number)
       where active and "isElsewhere" and kind in ('unknown', status) order by number)
     select from changed`,
    [wordCode, condominiumId, name, model, ip, port, at],
  )
}

/** `by`: the person, or null if the server itself corrects the state; `key`: the call's `Idempotency-Key`. */
export async function setActive(
  database: Queryable,
  wordCode: string,
  active: boolean,
  { at, by, key }: { at: Date; by: string | null; key: string | undefined },
): Promise<void> {
  await database.execute(
    `with changed as (
       update devices set active = $2
       from (select active from devices where word_code = $1 for update) as earlier
       where word_code = $1 and earlier.active <> $2 returning status)
     insert into device_changes (word_code, kind, at, by_id, call_key)
     select $1, kind, $3, $4, $5 from changed,
       unnest(case when $2 then array['activated', status] else array['inactive'] end) as kind`,
    [wordCode, active, at, by, key ?? null],
  )
}

/** Stores the device's own statement whether it offers openings (OPEN-1). */
export async function noteCanOpen(database: Queryable, wordCode: string, canOpen: boolean): Promise<void> {
  await database.execute('update devices set can_open = $2 where word_code = $1 and can_open <> $2', [
    wordCode,
    canOpen,
  ])
}

/** False if the device is already deleted. */
export async function removeDevice(database: Queryable, wordCode: string): Promise<boolean> {
  return (await database.execute('delete from devices where word_code = $1', [wordCode])) > 0
}

const reachRow = v.object({ ...deviceReach.entries, lastContactAt: v.nullable(timeColumn) })

/** Lists the state of each device that the account may see; leaves out devices without a contact. */
export function deviceReachOf(database: Queryable, account: Account): Promise<DeviceReach[]> {
  return database.query(
    `select devices.word_code as "wordCode", status = 'online' as online, latency_ms as "latencyMs",
       last_contact_at as "lastContactAt"
     ${visibleDevices} and status <> 'unknown' order by devices.word_code`,
    visibilityOf(account),
    reachRow,
  )
}

const countsRow = v.object({
  total: v.number(),
  online: v.number(),
  offline: v.number(),
  inactive: v.number(),
  oldestCheckAt: v.nullable(timeColumn),
})

/**
 * Counts the devices that the account may see: the active ones (LIVE-7), these by the result of the last call, and the
 * deactivated ones (STATE-3); `oldestCheckAt` is the oldest last call.
 */
export async function deviceCounts(
  database: Queryable,
  account: Account,
): Promise<{ devices: HealthDetails['devices'] & { inactive: number }; oldestCheckAt: string | null }> {
  const [counts] = await database.query(
    `select count(*) filter (where active)::int as total,
       count(*) filter (where active and status = 'online')::int as online,
       count(*) filter (where active and status = 'offline')::int as offline,
       count(*) filter (where not active)::int as inactive,
       min(checked_at) filter (where active) as "oldestCheckAt"
     from devices join condominiums on condominiums.id = devices.condominium_id
       join device_checks on device_checks.word_code = devices.word_code
     where ${visibleCondominiums(1)}`,
    visibilityOf(account),
    countsRow,
  )
  const { oldestCheckAt = null, ...devices } = counts ?? { total: 0, online: 0, offline: 0, inactive: 0 }
  return { devices, oldestCheckAt }
}
