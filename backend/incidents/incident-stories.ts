import * as v from 'valibot'
import type { HandoverNote } from '../../contract/wire/answers/handovers.ts'
import {
  type IncidentDevice,
  type IncidentNote,
  incidentDevice,
  incidentNote,
  workActs,
} from '../../contract/wire/answers/incident-story.ts'
import type { Incident } from '../../contract/wire/answers/incidents.ts'
import { type Account, isActive, personIn } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { timeColumn } from '../database/row-values.ts'
import { isPresent } from '../sessions/presence.ts'
import type { MovedIncident } from './moved-incident.ts'

const mostDevices = 100

const noteRow = v.object({ ...incidentNote.entries, step: v.string(), at: timeColumn, until: v.nullable(timeColumn) })

const noteColumns = `id::text, at, act, ${personIn('by_id')} as by, ${personIn('to_id')} as to, text, step, until`

/** Lists the history of an incident, oldest first; an erased person has no name. */
export function notesOf(database: Queryable, incidentId: string): Promise<IncidentNote[]> {
  const sql = `select ${noteColumns} from incident_notes where incident_id = $1 order by incident_notes.id`
  return database.query(sql, [incidentId], noteRow)
}

/** Lists what people did about the incidents up to the note with the id `last`, oldest first. */
export function workOn(database: Queryable, incidents: readonly Incident[], last: number): Promise<HandoverNote[]> {
  return database.query(
    `select incident_id as incident, ${noteColumns} from incident_notes
     where incident_id = any($1) and act = any($2) and id <= $3 order by incident_notes.id`,
    [incidents.map(({ id }) => id), workActs, last],
    v.object({ ...noteRow.entries, incident: v.string() }),
  )
}

const deviceRow = v.object({ ...incidentDevice.entries, since: timeColumn })

/** Lists up to 100 devices of the incident, those without contact first; only devices of condominiums that this person sees. */
export function devicesOf(database: Queryable, account: Account, incidentId: string): Promise<IncidentDevice[]> {
  return database.query(
    `select members.word_code as "wordCode", coalesce(devices.name, '') as name, members.condominium_id as "condominiumId",
       condominiums.name as "condominiumName", is_failing as "isFailing", has_answered as "hasAnswered", since
     from incident_devices as members left join devices on devices.word_code = members.word_code
       join condominiums on condominiums.id = members.condominium_id
     where incident_id = $4 and ${visibleCondominiums(1)} order by is_failing desc, since, members.word_code limit ${mostDevices}`,
    [...visibilityOf(account), incidentId],
    deviceRow,
  )
}

const colleagueRow = v.object({ id: v.string(), name: v.string(), isPresent: v.boolean() })

/** A person who may see an incident; `isPresent` as in `isPresent` of the sessions. */
export type Colleague = v.InferOutput<typeof colleagueRow>

/** Lists the people who may see the incident, those who are present first (DESK-5). */
export function peopleWhoSee(
  database: Queryable,
  { customersId, condominiumId }: Pick<MovedIncident, 'customersId' | 'condominiumId'>,
  now: number,
): Promise<Colleague[]> {
  return database.query(
    `select id, name, ${isPresent('users.id', '$3')} as "isPresent" from users
     where customers_id = $1 and ${isActive} and ($2::text is null or sees_all or exists (
       select 1 from user_condominiums where user_id = users.id and condominium_id = $2))
     order by "isPresent" desc, name, id`,
    [customersId, condominiumId, new Date(now)],
    colleagueRow,
  )
}
