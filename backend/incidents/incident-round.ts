import type { BusMessage } from '../bus/bus-message.ts'
import type { Queryable } from '../database/database.ts'
import { moveProcedures } from '../procedures/procedure-runs.ts'
import { incidentsOf, isLeaving } from './incident-grouping.ts'
import { type IncidentNotification, notifyOfIncidents } from './incident-notifications.ts'
import {
  holdIncidents,
  incidentsAbout,
  incidentsDue,
  membershipsOf,
  recordNotes,
  saveIncidents,
  saveMembers,
} from './incident-store.ts'
import { incidentViews } from './incident-views.ts'
import { type MovedIncident, moveByClock } from './moved-incident.ts'
import { takeOutboxEvents } from './outbox-events.ts'
import { dissolveSmall, serviceFailures, takeMembers } from './service-failure.ts'

const mostAtOnce = 500

/** Runs one round in one transaction: new events, service failures, due transitions; then announces each moved incident. */
export async function incidentRound(
  transaction: Queryable,
  now: number,
  announce: (message: BusMessage) => void,
): Promise<void> {
  const moved = new Set<string>()
  const notices: { id: string; notice: IncidentNotification['notice'] }[] = []

  async function save(incidents: readonly MovedIncident[]): Promise<void> {
    await saveIncidents(transaction, incidents)
    await recordNotes(transaction, incidents)
    for (const { id, notices: own } of incidents) {
      moved.add(id)
      for (const notice of own) notices.push({ id, notice })
    }
  }

  async function takeFacts(): Promise<void> {
    const outboxEvents = await takeOutboxEvents(transaction, mostAtOnce)
    if (outboxEvents.length === 0) return
    const wordCodes = [...new Set(outboxEvents.map(({ wordCode }) => wordCode))]
    const earlier = await holdIncidents(transaction, await incidentsAbout(transaction, wordCodes))
    const previous = new Map(earlier.map(({ id, snapshot }) => [id, snapshot]))
    const mostEnded = outboxEvents.some(({ kind }) => isLeaving(kind)) ? outboxEvents.length : 0
    const known = await membershipsOf(transaction, [...previous.keys()], wordCodes, mostEnded)
    const { incidents, members } = incidentsOf(outboxEvents, earlier, known)
    // An unmoved incident may have a new cause.
    const changed = new Set(members.map(({ incidentId }) => incidentId))
    await save(incidents.filter(({ id, snapshot }) => snapshot !== previous.get(id) || changed.has(id)))
    await saveMembers(transaction, members)
  }

  async function runTimers(): Promise<void> {
    const due = await holdIncidents(transaction, await incidentsDue(transaction, now, mostAtOnce))
    for (const incident of due) moveByClock(incident, now)
    await save(due)
  }

  async function announceMoved(): Promise<void> {
    if (moved.size === 0) return
    const list = await incidentViews(transaction, 'incidents.id = any($1)', [[...moved]], now)
    const views = new Map(list.map((view) => [view.incident.id, view]))
    announce({ kind: 'incidents', list })
    const due = notices.flatMap(({ id, notice }) => {
      const view = views.get(id)
      return view === undefined ? [] : [{ ...view, notice }]
    })
    const notifications = await notifyOfIncidents(transaction, due, now)
    if (notifications.length > 0) announce({ kind: 'notifications', list: notifications })
  }

  await takeFacts()
  for (const failure of await serviceFailures(transaction, now)) {
    await save([failure.whole, ...failure.parts])
    await takeMembers(transaction, failure)
  }
  await save(await dissolveSmall(transaction, now))
  await runTimers()
  await moveProcedures(transaction, [...moved], now)
  await announceMoved()
}
