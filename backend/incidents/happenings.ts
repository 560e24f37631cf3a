import * as v from 'valibot'
import type { IncidentCause } from '../../contract/wire/answers/incidents.ts'
import type { Queryable } from '../database/database.ts'

/** Something that happened to a device, with what is known of it now. */
export type Happening = {
  wordCode: string
  kind: 'offline' | 'online' | 'unknown' | 'inactive' | 'gone' | 'door-forced' | 'gate-held-open'
  /** In milliseconds since the epoch. */
  at: number
  cause: IncidentCause
  /** Where it stands, and whose that is; null of a device that is gone. */
  place: { condominiumId: string; customersId: string } | null
}

const happeningRow = v.pipe(
  v.object({
    wordCode: v.string(),
    kind: v.picklist(['offline', 'online', 'unknown', 'inactive', 'gone', 'door-forced', 'gate-held-open']),
    at: v.date(),
    cause: v.nullable(v.string()),
    wasReached: v.nullable(v.boolean()),
    condominiumId: v.nullable(v.string()),
    customersId: v.nullable(v.string()),
  }),
  v.transform(
    ({ at, cause, wasReached, condominiumId, customersId, ...row }): Happening => ({
      ...row,
      at: at.getTime(),
      cause: causeOf(cause, wasReached ?? false),
      place: condominiumId === null || customersId === null ? null : { condominiumId, customersId },
    }),
  ),
)

/** Takes away the oldest, `limit` at most; whoever does so makes incidents of them in this transaction. */
export function takeHappenings(transaction: Queryable, limit: number): Promise<Happening[]> {
  return transaction.query(
    `with taken as (
       delete from happenings where id in (select id from happenings order by id limit $1) returning id, word_code, kind, at)
     select taken.word_code as "wordCode", taken.kind, taken.at, device_checks.cause, was_reached as "wasReached",
       devices.condominium_id as "condominiumId", condominiums.customers_id as "customersId"
     from taken left join devices on devices.word_code = taken.word_code
       left join condominiums on condominiums.id = devices.condominium_id
       left join device_checks on device_checks.word_code = taken.word_code
     order by taken.id`,
    [limit],
    happeningRow,
  )
}

/** That something happened at a gate which is an incident. */
export async function noteGateHappening(
  transaction: Queryable,
  { wordCode, kind, at }: { wordCode: string; kind: 'door-forced' | 'gate-held-open'; at: string },
): Promise<void> {
  await transaction.execute('insert into happenings (word_code, kind, at) values ($1, $2, $3)', [wordCode, kind, at])
}

function causeOf(cause: string | null, wasReached: boolean): IncidentCause {
  switch (cause) {
    case 'dropped':
    case 'declined':
    case 'garbage':
      return 'answers'
    case 'refused':
      return 'off'
    case 'silent':
      return wasReached ? 'hung' : 'away'
    case 'unreachable':
      return 'away'
    default:
      return 'unknown'
  }
}
