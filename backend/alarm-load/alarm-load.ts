import * as v from 'valibot'
import { gatheredForMs } from '../../contract/incidents/incident-rules.ts'
import type { AlarmLoad, AlarmShift } from '../../contract/wire/answers/alarm-load.ts'
import type { Account } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { type Alarm, alarmSpell } from './alarm-spell.ts'

const mostDevices = 10

/** Calls within `$4` and `$5` that this person could see, of which nothing was over before anybody was told. */
const calls = `from incident_notes as called join incidents on incidents.id = called.incident_id
    left join condominiums on condominiums.id = incidents.condominium_id
  where called.at >= $4 and called.at < $5 and called.act in ('opened', 'reopened', 'silence-ended')
    and incidents.customers_id = $1 and incidents.life <> 'merged'
    and (incidents.condominium_id is null or ${visibleCondominiums(1)})
    and not exists (select from incident_notes as over where over.incident_id = called.incident_id and over.id > called.id
      and over.act = 'resolved' and over.at < called.at + interval '${gatheredForMs} milliseconds')`

const alarmRow = v.pipe(
  v.object({
    at: v.date(),
    incidentId: v.string(),
    condominiumId: v.nullable(v.string()),
    deviceName: v.string(),
    condominiumName: v.string(),
    ended: v.nullable(v.object({ at: v.string(), act: v.string() })),
  }),
  v.transform(
    ({ at, ended, ...row }): Alarm => ({
      ...row,
      at: at.getTime(),
      endedAt: ended && Date.parse(ended.at),
      isTaken: ended !== null && ended.act !== 'resolved',
    }),
  ),
)

/** What people were called for between two times, in milliseconds since the epoch; `cuts` are where shifts begin that nobody handed over. */
export async function alarmLoadOf(
  database: Queryable,
  account: Account,
  { from, to, cuts }: { from: number; to: number; cuts: readonly number[] },
): Promise<AlarmLoad> {
  const between = [...visibilityOf(account), new Date(from), new Date(to)]
  const alarms = await database.query(
    `select called.at, called.incident_id as "incidentId", incidents.condominium_id as "condominiumId",
       coalesce((select name from devices where word_code = incidents.word_code), incidents.word_code) as "deviceName",
       coalesce(condominiums.name, '') as "condominiumName",
       (select jsonb_build_object('at', ended.at, 'act', ended.act) from incident_notes as ended
         where ended.incident_id = called.incident_id and ended.id > called.id
           and ended.act in ('claimed', 'handed-over', 'silenced', 'resolved', 'closed') order by ended.id limit 1) as ended
     ${calls} order by called.at, called.id`,
    between,
    alarmRow,
  )
  const devices = await database.query(
    `select members.word_code as "wordCode", coalesce(devices.name, '') as name, coalesce(places.name, '') as "condominiumName",
       count(*)::int as alarms
     from (select called.id, incidents.id as incident_id, incidents.word_code as own ${calls}) as called
       cross join lateral (
         select word_code from incident_devices where incident_devices.incident_id = called.incident_id
         union select own where own <> '') as members
       left join devices on devices.word_code = members.word_code
       left join condominiums as places on places.id = devices.condominium_id
     group by 1, 2, 3 order by 4 desc, 1 limit ${mostDevices}`,
    between,
    v.object({ wordCode: v.string(), name: v.string(), condominiumName: v.string(), alarms: v.number() }),
  )
  const given = await shiftsGiven(database, account, { from, to })
  const shifts = given.length > 0 ? given.map((each) => shiftOf(alarms, each)) : cutShifts(alarms, { from, to, cuts })
  return { whole: alarmSpell(alarms, from, to), shifts, devices }
}

type Given = { person: { id: string; name: string }; from: number; to: number; sees: 'all' | ReadonlySet<string> }

/** Shifts that were handed over in the time, newest first: of everybody for whoever reads the audit, else the person's own. */
async function shiftsGiven(
  database: Queryable,
  { customersId, userId, permissions }: Account,
  { from, to }: { from: number; to: number },
): Promise<Given[]> {
  const rows = await database.query(
    `select from_id as id, coalesce(users.name, '') as name, since, at, coalesce(sees_all, true) as "seesAll",
       array(select condominium_id from user_condominiums where user_id = from_id) as "condominiumIds"
     from handovers left join users on users.id = from_id
     where handovers.customers_id = $1 and at > $2 and since < $3 and ($4 or from_id = $5) order by at desc`,
    [customersId, new Date(from), new Date(to), permissions.includes('audit:read'), userId],
    v.object({
      id: v.string(),
      name: v.string(),
      since: v.date(),
      at: v.date(),
      seesAll: v.boolean(),
      condominiumIds: v.array(v.string()),
    }),
  )
  return rows.map(({ id, name, since, at, seesAll, condominiumIds }) => ({
    person: { id, name },
    from: Math.max(since.getTime(), from),
    to: Math.min(at.getTime(), to),
    sees: seesAll ? 'all' : new Set(condominiumIds),
  }))
}

/** Nobody is called for what they do not see. */
function shiftOf(alarms: readonly Alarm[], { person, from, to, sees }: Given): AlarmShift {
  const own = alarms.filter(({ condominiumId }) => sees === 'all' || condominiumId === null || sees.has(condominiumId))
  return { person, ...alarmSpell(own, from, to) }
}

function cutShifts(
  alarms: readonly Alarm[],
  { from, to, cuts }: { from: number; to: number; cuts: readonly number[] },
): AlarmShift[] {
  const starts = [from, ...cuts.filter((cut) => cut > from && cut < to).toSorted((left, right) => left - right)]
  return starts
    .map((start, index) => ({ person: null, ...alarmSpell(alarms, start, starts[index + 1] ?? to) }))
    .toReversed()
}
