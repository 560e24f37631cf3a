import * as v from 'valibot'
import { deviceFailureCauses } from '../../contract/wire/answers/devices/devices.ts'
import { type Alarm, alarmSchema } from '../../contract/wire/answers/event-kinds.ts'
import type { IncidentCause, IncidentKind } from '../../contract/wire/answers/incidents.ts'
import type { Queryable } from '../database/database.ts'

/** Kinds of incidents that begin with an event. */
export type GateKind = Exclude<IncidentKind, 'contact'>

export type OutboxEvent = {
  wordCode: string
  kind: (typeof kinds)[number]
  /** In milliseconds since the epoch. */
  at: number
  cause: IncidentCause
  /** The catalogued kind of an `alarm`, else null. */
  alarm?: Alarm | null
  /** The device's condominium and customer; null if the device is deleted. */
  place: { condominiumId: string; customersId: string } | null
}

const kinds = ['offline', 'online', 'unknown', 'inactive', 'gone', 'door-forced', 'gate-held-open', 'alarm'] as const
const outboxEventRow = v.object({
  id: v.string(),
  wordCode: v.string(),
  kind: v.picklist(kinds),
  at: v.date(),
  alarm: v.nullable(alarmSchema),
})

const deviceRow = v.object({
  wordCode: v.string(),
  condominiumId: v.string(),
  customersId: v.string(),
  cause: v.nullable(v.picklist(deviceFailureCauses)),
})

/** Removes the oldest events, at most `limit`, in order; the caller creates their incidents in the same transaction. */
export async function takeOutboxEvents(transaction: Queryable, limit: number): Promise<OutboxEvent[]> {
  const taken = await transaction.query(
    `delete from happenings where id in (select id from happenings order by id limit $1)
     returning id::text, word_code as "wordCode", kind, at, alarm`,
    [limit],
    outboxEventRow,
  )
  // Combined with the delete, the planner would expect all devices.
  const devices = await transaction.query(
    `select devices.word_code as "wordCode", devices.condominium_id as "condominiumId", condominiums.customers_id as "customersId",
       device_checks.cause
     from devices join condominiums on condominiums.id = devices.condominium_id
       left join device_checks on device_checks.word_code = devices.word_code
     where devices.word_code = any($1)`,
    [[...new Set(taken.map(({ wordCode }) => wordCode))]],
    deviceRow,
  )
  const known = new Map(devices.map((device) => [device.wordCode, device]))
  return taken
    .sort((one, other) => Number(one.id) - Number(other.id))
    .map(({ wordCode, kind, at, alarm }) => {
      const device = known.get(wordCode)
      return {
        wordCode,
        kind,
        at: at.getTime(),
        alarm,
        cause: device?.cause ?? 'unknown',
        place: device === undefined ? null : { condominiumId: device.condominiumId, customersId: device.customersId },
      }
    })
}

/** Adds a gate event to the outbox if its kind is an incident. */
export async function noteGateEvent(
  transaction: Queryable,
  event: { wordCode: string; kind: GateKind; alarm?: Alarm | null | undefined; at: string },
): Promise<void> {
  const { wordCode, kind, alarm, at } = event
  await transaction.execute('insert into happenings (word_code, kind, at, alarm) values ($1, $2, $3, $4::jsonb)', [
    wordCode,
    kind,
    at,
    alarm ? JSON.stringify(alarm) : null,
  ])
}
