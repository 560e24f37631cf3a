import { isGateKind } from '../../../contract/incidents/event-kinds.ts'
import type { Activity } from '../../../contract/wire/answers/events.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { newestFirst } from '../../../contract/wire/sequence.ts'
import type { Alert } from '../../services/alerts/alert-keeper.ts'

/** Largest number of unseen alerts that the toast can list. */
export const mostListed = 3

/** How many ids are kept: the same event may arrive again from the socket, a list or another tab. */
const remembered = 2_000

interface Known {
  knownIds: readonly string[]
  /** By wordCode: no alert before this time, in milliseconds since the epoch on the server's clock. */
  isolatedUntil: Readonly<Record<string, number>>
}

/** The events that cause an alert and are not known yet, each once. */
export function newAlerts(activities: readonly Activity[], { knownIds, isolatedUntil }: Known): readonly Activity[] {
  const known = new Set(knownIds)
  return activities.filter(({ id, kind, at, wordCode }) => {
    if (!isGateKind(kind) && kind !== 'device-down') return false
    if (known.has(id) || Date.parse(at) < (isolatedUntil[wordCode] ?? 0)) return false
    known.add(id)
    return true
  })
}

/** The ids with the added ones; drops the oldest beyond the limit. */
export function withIds(ids: readonly string[], added: readonly string[]): readonly string[] {
  return [...new Set([...ids, ...added])].slice(-remembered)
}

/** The alerts, oldest first; alerts without a sequence in the order of their arrival. */
export function withAlerts(unseen: readonly Alert[], added: readonly Alert[]): readonly Alert[] {
  return [...unseen, ...added].toSorted((left, right) => newestFirst(factOf(right), factOf(left)))
}

function factOf(alert: Alert): Incident | Activity {
  return 'incident' in alert ? alert.incident : alert
}
