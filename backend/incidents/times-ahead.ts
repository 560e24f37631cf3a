import * as v from 'valibot'
import { incidentMachine } from '../../contract/incidents/incident.machine.ts'
import type { IncidentSnapshot } from '../../contract/incidents/incident-due.ts'
import { longestSilenceMs } from '../../contract/incidents/incident-rules.ts'
import type { Queryable } from '../database/database.ts'
import { valuesOf } from '../database/row-values.ts'
import { holdIncidents, saveIncidents } from './incident-store.ts'

/**
 * Replaces times after `now` in incidents with a timer, after the clock was set back: the first notification, the end of an oscillation and
 * the end of a silence would otherwise wait until the clock reaches these times.
 */
export async function pullBackIncidents(transaction: Queryable, now: number): Promise<void> {
  const ahead = await valuesOf(
    transaction,
    `select id from incidents where due_at is not null and greatest(
       (context ->> 'beganAt')::float8, (context ->> 'failedAt')::float8, (context ->> 'resolvedAt')::float8,
       (context #>> '{changes,-1}')::float8, (context #>> '{silence,until}')::float8 - $2) > $1`,
    [now, longestSilenceMs],
    v.string(),
  )
  if (ahead.length === 0) return
  const incidents = await holdIncidents(transaction, ahead)
  for (const incident of incidents) incident.snapshot = pulledBack(incident.snapshot, now)
  await saveIncidents(transaction, incidents)
}

function pulledBack({ value, context }: IncidentSnapshot, now: number): IncidentSnapshot {
  const { beganAt, failedAt, resolvedAt, changes, silence } = context
  const until = (time: number, latest = now) => Math.min(time, latest)
  return incidentMachine.resolveState({
    value,
    context: {
      ...context,
      beganAt: until(beganAt),
      failedAt: until(failedAt),
      resolvedAt: resolvedAt === null ? null : until(resolvedAt),
      changes: changes.map((time) => until(time)),
      silence: silence && { ...silence, until: until(silence.until, now + longestSilenceMs) },
    },
  })
}
