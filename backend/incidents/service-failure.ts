import * as v from 'valibot'
import { fewestOfService, groupedWithinMs, heardOfService } from '../../contract/incidents/incident-rules.ts'
import type { Queryable } from '../database/database.ts'
import { firstValue, valuesOf } from '../database/row-values.ts'
import { countMembers, holdIncidents } from './incident-store.ts'
import { beginIncident, type MovedIncident, moveIncident } from './moved-incident.ts'
import { isOpenIncident } from './open-incidents.ts'

const open = `condominium_id is not null and kind = 'contact' and ${isOpenIncident}`

/** The new incident, and the incidents that become part of it. */
export type ServiceFailure = { whole: MovedIncident; parts: MovedIncident[] }

const suspectRow = v.object({ customersId: v.string(), ids: v.array(v.string()), count: v.number(), since: v.date() })
/** Checks read per condominium: usually enough to find each one. Reading all recent checks three times a second would cost too much. */
const enoughChecks = 8

/**
 * Merges incidents if most condominiums of a customer lost contact within the last minute (INC-1). Most: more than half of the condominiums
 * with a check since the first failure; others do not count.
 */
export async function serviceFailures(transaction: Queryable, now: number): Promise<ServiceFailure[]> {
  const suspects = await transaction.query(
    `select customers_id as "customersId", array_agg(id) as ids, count(distinct condominium_id)::int as count,
       to_timestamp(min((context ->> 'beganAt')::float8) / 1000) as since
     from incidents where ${open} and (context ->> 'failing')::int > 0 and (context ->> 'beganAt')::float8 > $1
     group by customers_id having count(distinct condominium_id) >= $2 and bool_or(state ->> 'notice' = 'gathering')`,
    [now - groupedWithinMs, fewestOfService],
    suspectRow,
  )
  const found: ServiceFailure[] = []
  for (const { customersId, ids, count, since } of suspects)
    if (await isMost(transaction, customersId, count, since))
      found.push(await merged(transaction, customersId, ids, now))
  return found
}

async function isMost(transaction: Queryable, customersId: string, failing: number, since: Date): Promise<boolean> {
  const few = await checkedSince(transaction, customersId, since, failing * 2 * enoughChecks)
  if (few.checked >= failing * 2) return false
  const { checked } = few.isAll ? few : await checkedSince(transaction, customersId, since, null)
  if (checked >= failing * 2) return false
  const needed = await firstValue(
    transaction,
    `select count(*)::int from (select from condominiums where customers_id = $1
       and exists (select from devices where condominium_id = condominiums.id and active) limit ${heardOfService}) as found`,
    [customersId],
    v.number(),
  )
  return checked >= (needed ?? 0)
}

/** Counts condominiums among the first `most` checks since then, or among all checks (null). */
async function checkedSince(
  transaction: Queryable,
  customersId: string,
  since: Date,
  most: number | null,
): Promise<{ checked: number; isAll: boolean }> {
  const [found] = await transaction.query(
    `select count(distinct condominium_id)::int as checked, count(*)::int as checks from (
       select devices.condominium_id from device_checks join devices on devices.word_code = device_checks.word_code
         join condominiums on condominiums.id = devices.condominium_id
       where checked_at >= $2 and active and customers_id = $1 limit $3) as lately`,
    [customersId, since, most],
    v.object({ checked: v.number(), checks: v.number() }),
  )
  const { checked, checks } = found ?? { checked: 0, checks: 0 }
  return { checked, isAll: most === null || checks < most }
}

async function merged(
  transaction: Queryable,
  customersId: string,
  ids: readonly string[],
  now: number,
): Promise<ServiceFailure> {
  const parts = await holdIncidents(transaction, ids)
  const failing = parts.reduce((sum, { snapshot }) => sum + snapshot.context.failing, 0)
  const whole = beginIncident({ customersId, condominiumId: null, wordCode: '', kind: 'contact', at: now, failing })
  for (const part of parts) moveIncident(part, { type: 'facts.merged', at: now })
  return { whole, parts }
}

/** Moves the devices without contact to the saved larger incident. */
export async function takeMembers(transaction: Queryable, { whole, parts }: ServiceFailure): Promise<void> {
  await transaction.execute('update incident_devices set incident_id = $1 where incident_id = any($2) and is_failing', [
    whole.id,
    parts.map(({ id }) => id),
  ])
  await countMembers(transaction, [whole.id])
}

/**
 * Ends a service failure with few condominiums left, and adds its failing devices to the outbox again, with their original times, so that
 * each condominium gets its own incident.
 */
export async function dissolveSmall(transaction: Queryable, now: number): Promise<MovedIncident[]> {
  const ids = await valuesOf(
    transaction,
    `select id from incidents where condominium_id is null and ${isOpenIncident}
       and condominium_count < $1 and (context ->> 'failing')::int > 0`,
    [fewestOfService],
    v.string(),
  )
  const small = await holdIncidents(transaction, ids)
  for (const incident of small) {
    await transaction.execute(
      `with left_over as (
         select word_code, since from incident_devices where incident_id = $1 and is_failing),
       ended as (
         update incident_devices set is_failing = false, since = $2 where incident_id = $1 and is_failing)
       insert into happenings (word_code, kind, at) select word_code, 'offline', since from left_over order by since, word_code`,
      [incident.id, new Date(now)],
    )
    moveIncident(incident, { type: 'facts.cleared', at: now, how: 'split' })
  }
  return small
}
