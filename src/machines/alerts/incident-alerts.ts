import { isGateKind } from '../../../contract/incidents/event-kinds.ts'
import { rankOf } from '../../../contract/incidents/incident-order.ts'
import { isPassedTo } from '../../../contract/incidents/passed-incident.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { Alert, IncidentAlert } from '../../services/alerts/alert-keeper.ts'
import { withAlerts, withIds } from './alert-list.ts'

interface Known {
  userId: string
  unseen: readonly Alert[]
  knownIds: readonly string[]
  /** By wordCode: no alert before this time, in milliseconds since the epoch on the server's clock. */
  isolatedUntil: Readonly<Record<string, number>>
}

interface Called extends Pick<Known, 'unseen' | 'knownIds'> {
  /** Ids of the new alerts. */
  addedIds: readonly string[]
}

/** Whether an alert belongs to an incident. */
export function isOfIncident(alert: Alert): alert is IncidentAlert {
  return 'incident' in alert
}

/** The alerts, the most severe first, then the newest. `unseen` is oldest first. */
export function worstAlertsFirst(unseen: readonly Alert[]): readonly Alert[] {
  return unseen.toReversed().toSorted((left, right) => rankOf(rankedOf(left)) - rankOf(rankedOf(right)))
}

function rankedOf(alert: Alert): Pick<Incident, 'kind' | 'alarm' | 'scope'> {
  if (isOfIncident(alert)) return alert.incident
  return { kind: isGateKind(alert.kind) ? alert.kind : 'contact', scope: 'device' }
}

/**
 * The alerts from incidents (INC-6): one for each notified incident that no person has taken, again after each
 * reopening; and one for each incident that was handed to the user, until the user answers (DESK-5). Silenced, taken and
 * closed incidents and single events have none.
 * @param since incidents that began earlier become known without an alert, unless they already had one
 */
export function callsOf(incidents: readonly Incident[], known: Known, since = 0): Called {
  const calling = new Map(
    incidents
      .filter((each) => calls(each) || isPassedTo(each, known.userId))
      .map((incident) => [alertId(incident), incident]),
  )
  const isIsolated = (incident: Incident) => Date.parse(calledAt(incident)) < isolatedUntilOf(incident, known)
  const unseen = known.unseen.flatMap((alert) => {
    const incident = calling.get(alert.id)
    return incident === undefined || isIsolated(incident) ? [] : alertOf(incident)
  })
  const knownIds = new Set([...known.knownIds, ...unseen.map(({ id }) => id)])
  const fresh = [...calling.values()].filter((incident) => !knownIds.has(alertId(incident)))
  const added = fresh.filter((incident) => Date.parse(calledAt(incident)) >= since && !isIsolated(incident))
  return {
    unseen: withAlerts(unseen, added.map(alertOf)),
    knownIds: withIds(known.knownIds, fresh.map(alertId)),
    addedIds: added.map(alertId),
  }
}

function isolatedUntilOf({ scope, wordCode }: Incident, { isolatedUntil }: Pick<Known, 'isolatedUntil'>): number {
  return scope === 'device' ? (isolatedUntil[wordCode] ?? 0) : 0
}

/** Drops the alerts about devices that are isolated from now on: an isolated device does not call (STATE-3). */
export function withoutIsolated(unseen: readonly Alert[], isolatedUntil: Known['isolatedUntil']): readonly Alert[] {
  return unseen.filter((alert) => {
    const until = isOfIncident(alert)
      ? isolatedUntilOf(alert.incident, { isolatedUntil })
      : (isolatedUntil[alert.wordCode] ?? 0)
    return Date.parse(alert.at) >= until
  })
}

function calls({ life, isTold }: Incident): boolean {
  return isTold && life === 'new'
}

function calledAt({ passed, since }: Incident): string {
  return passed?.at ?? since
}

function alertOf(incident: Incident): IncidentAlert {
  return { id: alertId(incident), at: calledAt(incident), incident }
}

function alertId({ id, reopenings, passed }: Incident): string {
  return passed === null ? `${id} ${reopenings}` : `${id} ${reopenings} ${passed.at}`
}
