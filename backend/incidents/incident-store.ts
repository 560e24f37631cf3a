import * as v from 'valibot'
import { incidentDueAt } from '../../contract/incidents/incident-due.ts'
import { alarmSchema } from '../../contract/wire/answers/event-kinds.ts'
import { incidentSchema, reportSchema } from '../../contract/wire/answers/incidents.ts'
import type { Queryable } from '../database/database.ts'
import { columnsOf, sequenceColumn, valuesOf } from '../database/row-values.ts'
import { appendFactsOf } from '../evidence/append.ts'
import { type Actor, type Fact, theServer } from '../evidence/fact.ts'
import { Personal } from '../evidence/personal.ts'
import { lifeOf, type MovedIncident, storedChart } from './moved-incident.ts'
import { isOpenIncident } from './open-incidents.ts'

const storedIncident = v.pipe(
  v.object({
    id: v.string(),
    customersId: v.string(),
    condominiumId: v.nullable(v.string()),
    wordCode: v.string(),
    openedAt: v.date(),
    sequence: sequenceColumn,
    version: v.number(),
    report: v.nullable(reportSchema),
    alarm: v.nullable(alarmSchema),
    chart: storedChart,
  }),
  v.transform(
    ({ chart, openedAt, ...row }): MovedIncident => ({
      ...row,
      openedAt: openedAt.getTime(),
      snapshot: chart,
      notes: [],
      notices: [],
    }),
  ),
)

const columns = `id, customers_id as "customersId", condominium_id as "condominiumId",
  case when kind = 'contact' then '' else word_code end as "wordCode", opened_at as "openedAt", seq::text as sequence, version, report, alarm,
  jsonb_build_object('state', state, 'context', context) as chart`

/** Locks the incidents until the transaction ends, in a fixed order to prevent deadlocks. */
export function holdIncidents(transaction: Queryable, ids: readonly string[]): Promise<MovedIncident[]> {
  return transaction.query(
    `select ${columns} from incidents where id = any($1) order by id for update`,
    [ids],
    storedIncident,
  )
}

/**
 * Lists incidents that an event at these devices may join: open ones of their condominiums and customers, and those
 * that the devices were part of and that may reopen.
 */
export function incidentsAbout(transaction: Queryable, wordCodes: readonly string[]): Promise<string[]> {
  return valuesOf(
    transaction,
    `with affected as (
       select devices.word_code, condominium_id, customers_id from devices
       join condominiums on condominiums.id = devices.condominium_id where devices.word_code = any($1))
     select id from incidents join incident_devices on incident_id = id
       where incident_devices.word_code = any($1) and life not in ('closed', 'merged')
     union select id from incidents where word_code = any($1) and kind <> 'contact' and life not in ('closed', 'merged')
     union select id from incidents where condominium_id in (select condominium_id from affected)
       and kind = 'contact' and ${isOpenIncident}
     union select id from incidents where customers_id in (select customers_id from affected)
       and condominium_id is null and ${isOpenIncident}`,
    [wordCodes],
    v.string(),
  )
}

export function incidentsDue(transaction: Queryable, now: number, limit: number): Promise<string[]> {
  const sql = 'select id from incidents where due_at <= $1 order by due_at limit $2'
  return valuesOf(transaction, sql, [new Date(now), limit], v.string())
}

const memberRow = v.pipe(
  v.object({
    incidentId: v.string(),
    wordCode: v.string(),
    condominiumId: v.string(),
    isFailing: v.boolean(),
    /** The device's failure ended because it answered. */
    hasAnswered: v.boolean(),
    /** The device is active and still in the condominium. */
    isWatched: v.boolean(),
    cause: incidentSchema.entries.cause,
    /** Time when contact was lost or recovered. */
    since: v.date(),
  }),
  v.transform((row) => ({ ...row, since: row.since.getTime() })),
)

/** A device as part of an incident; times in milliseconds since the epoch. */
export type Member = v.InferOutput<typeof memberRow>

/**
 * Lists the memberships of these devices. If `mostEnded` is above 0, also lists all memberships of open incidents in
 * which at most `mostEnded` devices fail.
 */
export function membershipsOf(
  transaction: Queryable,
  incidentIds: readonly string[],
  wordCodes: readonly string[],
  mostEnded: number,
): Promise<Member[]> {
  return transaction.query(
    `select incident_id as "incidentId", word_code as "wordCode", condominium_id as "condominiumId", is_failing as "isFailing",
       has_answered as "hasAnswered", cause, since,
       exists (select from devices where devices.word_code = incident_devices.word_code and active
         and devices.condominium_id = incident_devices.condominium_id) as "isWatched"
     from incident_devices where incident_id = any($1) and (word_code = any($2) or $3 > 0 and incident_id in (
       select id from incidents where id = any($1) and ${isOpenIncident}
         and (context ->> 'failing')::int <= $3))`,
    [incidentIds, wordCodes, mostEnded],
    memberRow,
  )
}

export async function saveIncidents(transaction: Queryable, incidents: readonly MovedIncident[]): Promise<void> {
  if (incidents.length === 0) return
  const column = <Value>(read: (incident: MovedIncident) => Value) => incidents.map(read)
  await transaction.execute(
    `insert into incidents (id, customers_id, kind, condominium_id, word_code, state, context, life, opened_at, due_at, version, report, alarm)
     select id, customers_id, kind, condominium_id, word_code, state::jsonb, context::jsonb, life, opened_at::timestamptz,
       due_at::timestamptz, version, report::jsonb, alarm::jsonb
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
       $10::text[], $11::int[], $12::text[], $13::text[])
       as moved (id, customers_id, kind, condominium_id, word_code, state, context, life, opened_at, due_at, version, report, alarm)
     on conflict (id) do update set state = excluded.state, context = excluded.context, life = excluded.life,
       due_at = excluded.due_at, version = excluded.version,
       seq = case when excluded.context -> 'reopenings' = incidents.context -> 'reopenings' then incidents.seq else excluded.seq end`,
    [
      column(({ id }) => id),
      column(({ customersId }) => customersId),
      column(({ snapshot }) => snapshot.context.kind),
      column(({ condominiumId }) => condominiumId),
      column(({ wordCode }) => wordCode),
      column(({ snapshot }) => JSON.stringify(snapshot.value)),
      column(({ snapshot }) => JSON.stringify(snapshot.context)),
      column(({ snapshot }) => lifeOf(snapshot)),
      column(({ openedAt }) => isoOf(openedAt)),
      column(({ snapshot }) => isoOf(incidentDueAt(snapshot))),
      column(({ version }) => version + 1),
      column(({ report }) => report && JSON.stringify(report)),
      column(({ alarm }) => alarm && JSON.stringify(alarm)),
    ],
  )
  await saveNotes(transaction, incidents)
}

export async function saveNotes(transaction: Queryable, incidents: readonly MovedIncident[]): Promise<void> {
  const notes = incidents.flatMap(({ id, notes: own }) =>
    own.map(({ at, until, step = '', ...note }) => ({ id, ...note, step, at: isoOf(at), until: isoOf(until) })),
  )
  if (notes.length === 0) return
  await transaction.execute(
    `insert into incident_notes (incident_id, at, act, by_id, to_id, text, step, until)
     select incident_id, at::timestamptz, act, by_id, to_id, text, step, until::timestamptz
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
       as given (incident_id, at, act, by_id, to_id, text, step, until)`,
    columnsOf(notes, ['id', 'at', 'act', 'by', 'to', 'text', 'step', 'until']),
  )
}

/** Stores the devices of incidents, one row each; then updates the counts. */
export async function saveMembers(transaction: Queryable, members: readonly Member[]): Promise<void> {
  if (members.length === 0) return
  await transaction.execute(
    `insert into incident_devices (incident_id, word_code, condominium_id, is_failing, has_answered, cause, since)
     select incident_id, word_code, condominium_id, is_failing, has_answered, cause, since::timestamptz
     from unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::boolean[], $6::text[], $7::text[])
       as given (incident_id, word_code, condominium_id, is_failing, has_answered, cause, since)
     on conflict (incident_id, word_code) do update set is_failing = excluded.is_failing, since = excluded.since,
       has_answered = excluded.has_answered,
       cause = case when excluded.is_failing then excluded.cause else incident_devices.cause end`,
    [
      ...columnsOf(members, ['incidentId', 'wordCode', 'condominiumId', 'isFailing', 'hasAnswered', 'cause']),
      members.map(({ since }) => isoOf(since)),
    ],
  )
  await countMembers(transaction, [...new Set(members.map(({ incidentId }) => incidentId))])
}

/** Updates device counts, cause and scope of each incident from its devices (INC-1). */
export async function countMembers(transaction: Queryable, incidentIds: readonly string[]): Promise<void> {
  await transaction.execute(
    `with counted as (
       select incident_id, count(*)::int as devices,
         count(distinct members.condominium_id) filter (where is_failing)::int as condominiums,
         case when count(distinct cause) filter (where is_failing) = 1 then min(cause) filter (where is_failing)
           when bool_or(is_failing) then 'unknown' end as cause,
         case when count(distinct devices.ip) = 1 then min(devices.ip) else '' end as ip,
         min(members.word_code) as word_code
       from incident_devices as members left join devices on devices.word_code = members.word_code
       where incident_id = any($1) group by incident_id),
     placed as (
       select counted.*, (select count(*) from devices
           where devices.condominium_id = incidents.condominium_id and active) as of_place,
         (select count(*) from devices
           where devices.condominium_id = incidents.condominium_id and active and devices.ip = counted.ip) as of_address
       from counted join incidents on incidents.id = incident_id)
     update incidents set device_count = devices, condominium_count = condominiums,
       cause = coalesce(placed.cause, incidents.cause), ip = case when devices > 1 then placed.ip else '' end,
       word_code = case when devices = 1 and condominium_id is not null then placed.word_code else '' end,
       scope = case when condominium_id is null then 'service'
         when devices = 1 then 'device'
         when devices >= of_place then 'condominium'
         when placed.ip <> '' and devices >= of_address then 'address'
         else 'devices' end
     from placed where incidents.id = placed.incident_id`,
    [incidentIds],
  )
}

function isoOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

/** Adds the notes of incidents to the chains of their customers; a person's action with that person as actor (EVI-1, INC-3). */
export async function recordNotes(
  transaction: Queryable,
  incidents: readonly MovedIncident[],
  actor: Actor = theServer,
): Promise<void> {
  const facts = incidents.flatMap(({ id, customersId, condominiumId, wordCode, alarm, notes, snapshot }) =>
    notes.map(({ act, at, by, to, text, step = '', until }) => {
      const fact: Fact = {
        kind: 'incident',
        at,
        actor: by === null ? theServer : actor,
        subject: {
          ...(condominiumId !== null && { condominium: condominiumId }),
          ...(wordCode !== '' && { device: wordCode }),
        },
        data: {
          incident: id,
          of: snapshot.context.kind,
          ...(alarm !== null && { code: alarm.code, name: alarm.name }),
          act,
          ...(to !== null && (act === 'taken-over' ? { from: to } : { to })),
          ...(step !== '' && { step }),
          // The name and number of a called person can be erased.
          ...(text !== '' && { text: act.startsWith('call-') ? new Personal(text) : text }),
          ...(until !== null && { until: new Date(until).toISOString() }),
        },
      }
      return { customersId, fact }
    }),
  )
  await appendFactsOf(transaction, facts)
}
