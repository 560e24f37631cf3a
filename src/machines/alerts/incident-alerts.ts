import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { Alert, IncidentAlert } from '../../services/alerts/alert-keeper.ts'
import { withAlerts, withIds } from './alert-list.ts'

interface Known {
  unseen: readonly Alert[]
  knownIds: readonly string[]
  /** Devices that nobody is called for, and until when, in milliseconds since the epoch on the server's clock. */
  isolatedUntil: Readonly<Record<string, number>>
}

interface Called extends Pick<Known, 'unseen' | 'knownIds'> {
  /** Ids of those that are new. */
  addedIds: readonly string[]
}

/** Whether it is the call of an incident. */
export function isOfIncident(alert: Alert): alert is IncidentAlert {
  return 'incident' in alert
}

/**
 * What calls once incidents are told (INC-6): each that people are told of and nobody is on, once each time that it begins; none of
 * what is silenced, none of single events. What somebody is on, or is over, calls nobody any more.
 * @param since those that began before are known, and call nobody unless they did before
 */
export function callsOf(incidents: readonly Incident[], known: Known, since = 0): Called {
  const calling = new Map(incidents.filter(calls).map((incident) => [alertId(incident), incident]))
  const unseen = known.unseen.flatMap((alert) => {
    const incident = calling.get(alert.id)
    return incident === undefined ? [] : alertOf(incident)
  })
  const knownIds = new Set([...known.knownIds, ...unseen.map(({ id }) => id)])
  const fresh = [...calling.values()].filter((incident) => !knownIds.has(alertId(incident)))
  const added = fresh.filter(({ since: at, wordCode, scope }) => {
    const isolatedUntil = scope === 'device' ? (known.isolatedUntil[wordCode] ?? 0) : 0
    return Date.parse(at) >= Math.max(since, isolatedUntil)
  })
  return {
    unseen: withAlerts(unseen, added.map(alertOf)),
    knownIds: withIds(known.knownIds, fresh.map(alertId)),
    addedIds: added.map(alertId),
  }
}

function calls({ life, isTold }: Incident): boolean {
  return isTold && life === 'new'
}

function alertOf(incident: Incident): IncidentAlert {
  return { id: alertId(incident), at: incident.since, incident }
}

function alertId({ id, reopenings }: Incident): string {
  return `${id} ${reopenings}`
}
