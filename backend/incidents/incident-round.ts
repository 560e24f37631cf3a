import { incidentSentence, incidentTitle } from '../../contract/incidents/incident-sentence.ts'
import type { Incident, IncidentNotice } from '../../contract/wire/answers/incidents.ts'
import type { IncidentData, Notification } from '../../contract/wire/answers/notifications.ts'
import type { BusMessage } from '../bus/bus-message.ts'
import type { Queryable } from '../database/database.ts'
import { storeNotifications } from '../notifications/notifications.ts'
import { incidentsOf } from './incident-grouping.ts'
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
    const known = await membershipsOf(transaction, [...previous.keys()], wordCodes)
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
  await announceMoved()
}

/** Content of a notification about one incident. */
export type IncidentNotification = { customersId: string; incident: Incident; notice: IncidentNotice }

/** Notifies everyone who may see the incidents, once each (INC-6); resolves to the stored notifications. */
export function notifyOfIncidents(
  transaction: Queryable,
  notifications: readonly IncidentNotification[],
  now: number,
): Promise<Notification[]> {
  const at = new Date(now).toISOString()
  return storeNotifications(
    transaction,
    notifications.map(({ customersId, incident, notice }) => ({
      id: `${incident.id}-${notice}-${incident.version}`,
      customersId,
      condominiumId: incident.condominiumId,
      title: titleOf(incident, notice),
      body: bodyOf(incident, notice),
      data: dataOf(incident, notice),
      at,
    })),
  )
}

function titleOf(incident: Incident, notice: IncidentNotice): string {
  if (notice !== 'recovered') return incidentTitle(incident)
  return incident.end === 'recovered' ? 'Contato de volta' : 'Ocorrência terminada'
}

function bodyOf(incident: Incident, notice: IncidentNotice): string {
  const { condominiumName } = incident
  const sentence = incidentSentence(incident)
  const isNamed = condominiumName === '' || sentence.includes(condominiumName)
  const before = { lasts: 'Parou de oscilar. ', 'silence-over': 'O silêncio acabou. ' }
  const text = notice === 'lasts' || notice === 'silence-over' ? `${before[notice]}${sentence}` : sentence
  return isNamed ? text : `${condominiumName}: ${text}`
}

function dataOf({ id, condominiumId, wordCode, deviceName }: Incident, notice: IncidentNotice): IncidentData {
  return { incidentId: id, notice, condominiumId, wordCode, deviceName }
}
