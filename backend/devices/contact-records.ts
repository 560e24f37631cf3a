import * as v from 'valibot'
import { type Device, type DeviceFailureCause, deviceSchema } from '../../contract/wire/answers/devices/devices.ts'
import type { Session } from '../database/database.ts'
import { columnsOf } from '../database/row-values.ts'
import { appendFactsOf } from '../evidence/append.ts'
import { type Fact, theServer } from '../evidence/fact.ts'

/** Result of a contact with a device at the time `at`: an answer, or the cause of the failure. */
export type Contact = {
  device: Device
  outcome: { latencyMs: number } | DeviceFailureCause
  at: Date
}

/**
 * Stores contacts, at most one per device: status, last contact, latency, failures in a row, next check after `nextCheckMs` (PAGE-5).
 * Resolves to each previous status; skips a device that is deleted or has a new address. Lost and recovered contact become records of the
 * chain (EVI-1).
 */
export async function recordContacts(
  database: Session,
  contacts: readonly Contact[],
  nextCheckMs: number,
): Promise<Map<string, Device['status']>> {
  const devices = contacts.map(({ device }) => device)
  const failures = contacts.map(({ outcome }) => (typeof outcome === 'string' ? outcome : null))
  const latencies = contacts.map(({ outcome }) => (typeof outcome === 'string' ? null : outcome.latencyMs))
  const rows = await database.transaction(async (transaction) => {
    const found = await transaction.query(
      `with given as (
       select word_code, ip, port, cause, latency_ms, at::timestamptz as at
       from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::int[], $6::text[])
         as given (word_code, ip, port, cause, latency_ms, at)),
     earlier as (
       select devices.word_code, devices.status, device_checks.cause
       from devices join given on given.word_code = devices.word_code
         left join device_checks on device_checks.word_code = devices.word_code
       order by devices.word_code for update of devices),
     changed as (
       update devices set status = case when given.cause is null then 'online' else 'offline' end,
         latency_ms = given.latency_ms,
         last_contact_at = case when given.cause is null then given.at else devices.last_contact_at end
       from given join earlier on earlier.word_code = given.word_code
       where devices.word_code = given.word_code and devices.ip = given.ip and devices.port = given.port
       returning devices.word_code, devices.condominium_id, devices.status, devices.active, earlier.status as before, given.cause, given.at,
         given.cause is distinct from earlier.cause as is_otherwise),
     noted as (
       insert into device_changes (word_code, kind, at)
       select word_code, status, at from changed where active and before <> status),
     -- The cause has changed: the incident must show the new cause (INC-1).
     failed_otherwise as (
       insert into happenings (word_code, kind, at)
       select word_code, 'offline', at from changed
       where active and before = 'offline' and status = 'offline' and is_otherwise order by word_code),
     counted as (
       update device_checks set checked_at = changed.at, cause = changed.cause,
         next_check_at = changed.at + make_interval(secs => $7::float8 / 1000),
         failure_count = case when changed.cause is null then 0 else failure_count + 1 end,
         last_failure_at = case when changed.cause is not null then changed.at end,
         is_slow = coalesce(changed.cause in ('hung', 'silent', 'unreachable'), false)
       from changed where device_checks.word_code = changed.word_code)
     select word_code as "wordCode", before, changed.status, changed.at, changed.cause, changed.condominium_id as "condominiumId",
       case when active and before <> changed.status and 'offline' in (before, changed.status) then
         (select customers_id from condominiums where id = changed.condominium_id) end as "customersId",
       case when before = 'offline' and changed.status = 'online' then
         (select at from device_changes where device_changes.word_code = changed.word_code and kind = 'offline' order by id desc limit 1) end as "lostAt"
     from changed`,
      [
        ...columnsOf(devices, ['wordCode', 'ip', 'port']),
        failures,
        latencies,
        contacts.map(({ at }) => at.toISOString()),
        nextCheckMs,
      ],
      contactRow,
    )
    await appendFactsOf(transaction, factsOf(found))
    return found
  })
  return new Map(rows.map(({ wordCode, before }) => [wordCode, before]))
}

const contactRow = v.object({
  wordCode: v.string(),
  before: deviceSchema.entries.status,
  status: deviceSchema.entries.status,
  at: v.date(),
  cause: v.nullable(v.string()),
  condominiumId: v.string(),
  /** Customer of a device that lost or recovered contact. */
  customersId: v.nullable(v.string()),
  lostAt: v.nullable(v.date()),
})

function factsOf(rows: readonly v.InferOutput<typeof contactRow>[]): { customersId: string; fact: Fact }[] {
  return rows.flatMap(({ customersId, wordCode, condominiumId, status, before, at, cause, lostAt }) => {
    if (customersId === null) return []
    const isBack = status === 'online'
    const fact: Fact = {
      kind: isBack ? 'contact.back' : 'contact.lost',
      at: at.getTime(),
      actor: theServer,
      subject: { device: wordCode, condominium: condominiumId },
      data: isBack ? { lostAt: lostAt?.toISOString() ?? null, forMs: durationOf(lostAt, at) } : { before, cause },
    }
    return { customersId, fact }
  })
}

/** Returns null if the clock was set back in between: the duration is unknown. */
function durationOf(from: Date | null, to: Date): number | null {
  return from === null || from > to ? null : to.getTime() - from.getTime()
}
