import * as v from 'valibot'
import { type Activity, activitySchema, isMovement, type LastEventAnswer } from '../../contract/wire/answers/events.ts'
import type { Account } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { firstValue, sequenceColumn, timeColumn } from '../database/row-values.ts'
import { timeSince } from './time-since.ts'

const activityRow = v.object({ ...activitySchema.entries, sequence: sequenceColumn, at: timeColumn })

/** SQL for the entry of the customer's catalogue for a row of `events`, or null (EVT-1). */
export const cataloguedColumn = `(select jsonb_build_object('name', event_kinds.name, 'rank', rank, 'calls', calls)
    from event_kinds join condominiums on condominiums.customers_id = event_kinds.customers_id
    where condominiums.id = events.condominium_id and code = events.kind) as catalogued`

const activityColumns = `id::text, id::text as sequence, condominium_id as "condominiumId", word_code as "wordCode",
  coalesce((select devices.name from devices where devices.word_code = events.word_code), '') as "deviceName",
  ip, kind, description, at, ${cataloguedColumn}`

/** Stores an event; `now` in milliseconds since the epoch. */
export async function storeEvent(
  transaction: Queryable,
  event: Omit<Activity, 'id' | 'sequence' | 'deviceName' | 'catalogued'>,
  now: number,
): Promise<Activity> {
  const [stored] = await transaction.query(
    `insert into events (condominium_id, word_code, ip, kind, description, at)
     values ($1, $2, $3, $4, $5, $6) returning ${activityColumns}`,
    [event.condominiumId, event.wordCode, event.ip, event.kind, event.description, event.at],
    activityRow,
  )
  if (stored === undefined) throw new Error('an inserted event was not returned')
  if (!isMovement(event.kind)) return stored
  // A late event does not replace a newer event. If the stored time is in the future, a clock was ahead, and any event
  // replaces the stored event.
  await transaction.execute(
    `update condominiums set last_event_at = $2, last_event_ip = $3
     where id = $1 and (last_event_at is null or last_event_at <= $2 or last_event_at > $4::timestamptz + interval '1 minute')`,
    [event.condominiumId, event.at, event.ip, new Date(now)],
  )
  return stored
}

/**
 * Lists the newest events of a condominium in the order of their sequence; `before` is the id of an `Activity` or an ISO time, both
 * exclusive.
 */
export function eventsOf(
  database: Queryable,
  condominiumId: string,
  page: { limit: number; before?: { id: string } | { at: Date } | undefined },
): Promise<Activity[]> {
  const { limit, before } = page
  const time = 'at < $3'
  const event = 'id < $3::bigint'
  return database.query(
    `select ${activityColumns} from events where condominium_id = $1
       and ${before === undefined ? 'true' : 'at' in before ? time : event}
     order by events.id desc limit $2`,
    [condominiumId, limit, ...Object.values(before ?? {})],
    activityRow,
  )
}

/**
 * Returns the state of the customer's last events. It changes with each condominium's last event, even for a second event in the same
 * millisecond or an event stored late. '' if there is no event.
 */
export async function lastEventsState(database: Queryable, customersId: string): Promise<string> {
  const state =
    "select coalesce(sum(extract(epoch from last_event_at))::text, '') from condominiums where customers_id = $1"
  return (await firstValue(database, state, [customersId], v.string())) ?? ''
}

/** Lists one item for each visible condominium that has had an event. */
export async function lastEvents(database: Queryable, account: Account, now: number): Promise<LastEventAnswer[]> {
  const rows = await database.query(
    `select id, last_event_ip as ip, last_event_at as at from condominiums
     where ${visibleCondominiums(1)} and last_event_at is not null order by last_event_at desc, id`,
    visibilityOf(account),
    v.object({ id: v.string(), ip: v.string(), at: v.date() }),
  )
  return rows.map(({ id, ip, at }) => ({
    condominiumId: id,
    ip,
    timeSinceLastEvent: timeSince(at, now),
    lastEventAt: at.toISOString(),
  }))
}
