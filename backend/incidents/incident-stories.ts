import * as v from 'valibot'
import { type IncidentDevice, type IncidentNote, incidentActs } from '../../contract/wire/answers/incidents.ts'
import type { Account } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'

const mostDevices = 100
const person = v.nullable(v.object({ id: v.string(), name: v.string() }))

const noteRow = v.pipe(
  v.object({
    id: v.string(),
    at: v.date(),
    act: v.picklist(incidentActs),
    by: person,
    to: person,
    text: v.string(),
    until: v.nullable(v.date()),
  }),
  v.transform((row): IncidentNote => ({ ...row, at: row.at.toISOString(), until: row.until?.toISOString() ?? null })),
)

/** What became of an incident, oldest first; who is nobody any more has no name. */
export function notesOf(database: Queryable, incidentId: string): Promise<IncidentNote[]> {
  const named = (column: string) =>
    `case when ${column} is not null then jsonb_build_object('id', ${column},
       'name', coalesce((select users.name from users where users.id = ${column}), '')) end`
  return database.query(
    `select id::text, at, act, ${named('by_id')} as by, ${named('to_id')} as to, text, until
     from incident_notes where incident_id = $1 order by incident_notes.id`,
    [incidentId],
    noteRow,
  )
}

const deviceRow = v.pipe(
  v.object({
    wordCode: v.string(),
    name: v.string(),
    condominiumId: v.string(),
    condominiumName: v.string(),
    isFailing: v.boolean(),
    since: v.date(),
  }),
  v.transform((row): IncidentDevice => ({ ...row, since: row.since.toISOString() })),
)

/** The first 100 of its devices that this person may see, those without contact first: what befalls most condominiums at once is everybody's, its devices are not. */
export function devicesOf(database: Queryable, account: Account, incidentId: string): Promise<IncidentDevice[]> {
  return database.query(
    `select members.word_code as "wordCode", coalesce(devices.name, '') as name, members.condominium_id as "condominiumId",
       condominiums.name as "condominiumName", is_failing as "isFailing", since
     from incident_devices as members left join devices on devices.word_code = members.word_code
       join condominiums on condominiums.id = members.condominium_id
     where incident_id = $4 and ${visibleCondominiums(1)} order by is_failing desc, since, members.word_code limit ${mostDevices}`,
    [...visibilityOf(account), incidentId],
    deviceRow,
  )
}
