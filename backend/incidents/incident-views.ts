import * as v from 'valibot'
import { type IncidentContext, isMoment, recentChanges } from '../../contract/incidents/incident.machine.ts'
import type { IncidentSnapshot } from '../../contract/incidents/incident-due.ts'
import type { RankedIncident } from '../../contract/incidents/incident-order.ts'
import { alarmSchema } from '../../contract/wire/answers/event-kinds.ts'
import { type Incident, incidentSchema } from '../../contract/wire/answers/incidents.ts'
import type { Account } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { sequenceColumn, timeColumn } from '../database/row-values.ts'
import { lifeOf, storedChart } from './moved-incident.ts'
import { isOpenIncident } from './open-incidents.ts'

const viewRow = v.object({
  ...v.pick(incidentSchema, ['id', 'scope', 'cause', 'condominiumId', 'condominiumName', 'wordCode']).entries,
  ...v.pick(incidentSchema, ['deviceName', 'ip', 'devices', 'condominiums', 'version', 'report']).entries,
  alarm: v.nullable(alarmSchema),
  customersId: v.string(),
  sequence: sequenceColumn,
  openedAt: timeColumn,
  chart: storedChart,
  names: v.record(v.string(), v.string()),
  openSteps: v.nullable(v.array(v.string())),
})

export type IncidentView = { customersId: string; incident: Incident }

/** Reads incidents for display: `condition` is SQL on `incidents`, may include order and limit; `now` in milliseconds since the epoch. */
export async function incidentViews(
  database: Queryable,
  condition: string,
  parameters: unknown[],
  now: number,
): Promise<IncidentView[]> {
  const rows = await database.query(
    `select incidents.id, incidents.customers_id as "customersId", scope, cause, incidents.condominium_id as "condominiumId", incidents.ip,
       incidents.version, incidents.report, incidents.seq::text as sequence, incidents.word_code as "wordCode", coalesce(condominiums.name, '') as "condominiumName",
       coalesce(devices.name, '') as "deviceName", device_count as devices, condominium_count as condominiums,
       opened_at as "openedAt", incidents.alarm, jsonb_build_object('state', incidents.state, 'context', context) as chart,
       coalesce((select jsonb_object_agg(users.id, users.name) from users
         where users.id in (context ->> 'owner', context #>> '{silence,by}', context #>> '{passed,by}')), '{}') as names,
       (select jsonb_path_query_array(running.context, '$.steps[*] ? (@.isRequired == true && @.state == "open").text')
         from incident_procedures as running where incident_id = incidents.id and state = 'pending') as "openSteps"
     from incidents left join condominiums on condominiums.id = incidents.condominium_id
       left join devices on devices.word_code = incidents.word_code
     where ${condition}`,
    parameters,
    viewRow,
  )
  return rows.map(({ chart, names, customersId, openSteps, ...row }) => {
    const { context } = chart
    const named = (id: string) => ({ id, name: names[id] ?? '' })
    return {
      customersId,
      incident: {
        ...row,
        ...lifeAndSignal(chart),
        kind: context.kind,
        end: context.end,
        failing: context.failing,
        falls: fallsOf(context, now),
        owner: context.owner === null ? null : named(context.owner),
        passed: context.passed === null ? null : { by: named(context.passed.by), at: isoOf(context.passed.at) },
        silence:
          context.silence === null
            ? null
            : { until: isoOf(context.silence.until), reason: context.silence.reason, by: named(context.silence.by) },
        since: isoOf(context.beganAt),
        resolvedAt: context.resolvedAt === null ? null : isoOf(context.resolvedAt),
        word: context.word,
        reopenings: context.reopenings,
        ...(openSteps !== null && { openSteps }),
      },
    }
  })
}

/** Reads incidents that this person sees; parameters of `condition` start at `$4`. Everyone sees service failures. */
export async function seenIncidents(
  database: Queryable,
  account: Account,
  condition: string,
  parameters: unknown[],
  now: number,
): Promise<Incident[]> {
  const views = await incidentViews(
    database,
    `incidents.customers_id = $1 and (incidents.condominium_id is null or ${visibleCondominiums(1)}) and ${condition}`,
    [...visibilityOf(account), ...parameters],
    now,
  )
  return views.map(({ incident }) => incident)
}

const rankRow = v.object({
  ...v.pick(incidentSchema, ['id', 'life', 'kind', 'scope', 'wordCode', 'report', 'alarm']).entries,
  sequence: sequenceColumn,
})

/** Lists the fields that decide the order of each open incident that this person may see, for `worstFirst`. */
export function openIncidentRanks(
  database: Queryable,
  account: Account,
): Promise<(RankedIncident & Pick<Incident, 'id'>)[]> {
  return database.query(
    `select incidents.id, life, context ->> 'kind' as kind, scope, report, alarm, incidents.word_code as "wordCode", incidents.seq::text as sequence
     from incidents left join condominiums on condominiums.id = incidents.condominium_id
     where incidents.customers_id = $1 and (incidents.condominium_id is null or ${visibleCondominiums(1)})
       and ${isOpenIncident}`,
    visibilityOf(account),
    rankRow,
  )
}

function lifeAndSignal(chart: IncidentSnapshot) {
  const { signal, notice } = chart.value
  return { life: lifeOf(chart), isOscillating: signal === 'oscillating', isTold: notice === 'told' }
}

/** Counts failures within a quarter of an hour; for a door or gate the events. */
function fallsOf({ kind, changes, failing, times }: IncidentContext, now: number): number {
  if (isMoment(kind)) return times
  const { length } = recentChanges(changes, now)
  return failing > 0 ? Math.ceil(length / 2) : Math.floor(length / 2)
}

function isoOf(time: number): string {
  return new Date(time).toISOString()
}
