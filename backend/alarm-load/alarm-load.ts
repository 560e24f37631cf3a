import * as v from 'valibot'
import { gatheredForMs } from '../../contract/incidents/incident-rules.ts'
import { type AlarmLoad, type AlarmShare, type AlarmShift, alarmLoad } from '../../contract/wire/answers/alarm-load.ts'
import { clearingActs } from '../../contract/wire/answers/incident-story.ts'
import { type Account, namesOf } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { type Alarm, alarmPeriod, takerOf } from './alarm-period.ts'
import { type AlarmTimes, type Shift, shiftsOf } from './alarm-shifts.ts'

const mostDevices = 10

/**
 * SQL of the notifications between `$4` and `$5` that this person could see: an incident was opened, reopened or
 * calmed, or its silence expired. Leaves out an incident that ended before its notification was sent, a silence that a
 * person ended, and `calmed` during a silence.
 */
const calls = `with called as materialized (
    select * from incident_notes where at >= $4 and at < $5
      and (act in ('opened', 'reopened', 'calmed') or act = 'silence-ended' and by_id is null))
  select called.at, called.incident_id as "incidentId", incidents.condominium_id as "condominiumId",
    coalesce(devices.name, incidents.word_code) as "deviceName", coalesce(condominiums.name, '') as "condominiumName",
    (select case when lately.act in ('claimed', 'handed-over') then coalesce(lately.to_id, lately.by_id)
        when lately.act = 'taken-over' then lately.by_id end
      from incident_notes as lately where lately.incident_id = called.incident_id and lately.id <= called.id
        and lately.act in ('opened', 'reopened', 'claimed', 'handed-over', 'taken-over', 'released') order by lately.id desc limit 1) as owner,
    (select jsonb_build_object('at', ended.at, 'by', case when ended.act = 'taken-over' then ended.by_id else coalesce(ended.to_id, ended.by_id) end)
      from incident_notes as ended
      where ended.incident_id = called.incident_id and ended.id > called.id
        and ended.act = any('{claimed,handed-over,taken-over,silenced,${clearingActs},closed}') order by ended.id limit 1) as ended
  from called join incidents on incidents.id = called.incident_id
    left join condominiums on condominiums.id = incidents.condominium_id
    left join devices on devices.word_code = incidents.word_code
  where incidents.customers_id = $1 and incidents.life <> 'merged'
    and (incidents.condominium_id is null or ${visibleCondominiums(1)})
    and not exists (select from incident_notes as over where over.incident_id = called.incident_id and over.id > called.id
      and over.act = any('{${clearingActs}}') and over.at < called.at + interval '${gatheredForMs} milliseconds')
    and (called.act <> 'calmed' or 'silenced' is distinct from (
      select lately.act from incident_notes as lately where lately.incident_id = called.incident_id and lately.id < called.id
        and lately.act in ('reopened', 'silenced', 'silence-ended') order by lately.id desc limit 1))
  order by called.at, called.id`

const alarmRow = v.pipe(
  v.object({
    at: v.date(),
    incidentId: v.string(),
    condominiumId: v.nullable(v.string()),
    deviceName: v.string(),
    condominiumName: v.string(),
    owner: v.nullable(v.string()),
    ended: v.nullable(v.object({ at: v.string(), by: v.nullable(v.string()) })),
  }),
  v.transform(
    ({ at, ended, owner, ...row }): Alarm => ({
      ...row,
      at: at.getTime(),
      endedAt: owner === null ? ended && Date.parse(ended.at) : at.getTime(),
      takenBy: owner ?? ended?.by ?? null,
    }),
  ),
)

export async function alarmLoadOf(database: Queryable, account: Account, times: AlarmTimes): Promise<AlarmLoad> {
  const between = [...visibilityOf(account), new Date(times.from), new Date(times.to)]
  const alarms = await database.query(calls, between, alarmRow)
  const shifts = await shiftsOf(database, account, times, alarms)
  const names = await namesOf(
    database,
    alarms.flatMap(({ takenBy }) => takenBy ?? []),
  )
  const mayName = (id: string | null) =>
    id === null || id === account.userId || account.permissions.includes('audit:read')
  return {
    whole: alarmPeriod(alarms, times.from, times.to),
    shifts: shifts.map((shift) => alarmShift(shift, names, mayName)),
    devices: await devicesOf(database, between, alarms),
  }
}

function alarmShift(
  { person, from, to, alarms }: Shift,
  names: ReadonlyMap<string, string>,
  mayName: (id: string | null) => boolean,
): AlarmShift {
  const byTaker = Map.groupBy(alarms, (alarm) => takerOf(alarm, to))
  const shares = [...byTaker]
    .filter(([taker]) => mayName(taker))
    .map(
      ([taker, own]): AlarmShare => ({
        person: taker === null ? null : { id: taker, name: names.get(taker) ?? '' },
        ...alarmPeriod(own, from, to),
      }),
    )
  return {
    person,
    ...alarmPeriod(alarms, from, to),
    shares: shares.toSorted((left, right) => right.alarms - left.alarms),
  }
}

/** Counts alarms per device of the condominiums that this person sees. A service failure is visible to everyone, its devices are not. */
function devicesOf(database: Queryable, between: unknown[], alarms: readonly Alarm[]): Promise<AlarmLoad['devices']> {
  const byIncident = Map.groupBy(alarms, ({ incidentId }) => incidentId)
  return database.query(
    `with called as (select * from unnest($6::text[], $7::int[]) as called (incident_id, alarms)),
     worst as (
       select devices.word_code as "wordCode", devices.name, condominiums.name as "condominiumName",
         sum(alarms)::int as alarms, count(*)::int as incidents
       from (
         select incident_devices.incident_id, word_code, alarms from called join incident_devices using (incident_id)
         union select id, word_code, alarms from called join incidents on id = called.incident_id) as members
         join devices on devices.word_code = members.word_code
         join condominiums on condominiums.id = devices.condominium_id
       where ${visibleCondominiums(1)}
       group by 1, 2, 3 order by 4 desc, 1 limit ${mostDevices})
     select worst.*, (select count(*)::int from device_changes
       where device_changes.word_code = worst."wordCode" and kind = 'offline' and at >= $4 and at < $5) as falls
     from worst order by alarms desc, "wordCode"`,
    [...between, [...byIncident.keys()], [...byIncident.values()].map((own) => own.length)],
    alarmLoad.entries.devices.item,
  )
}
