import type { Activity, ActivityKind } from '../../../contract/wire/answers/events.ts'
import type { Alert } from '../../services/alerts/alert-keeper.ts'

/** The kinds of event that call somebody. */
const alertKinds: ReadonlySet<ActivityKind> = new Set(['door-forced', 'gate-held-open', 'device-down'])

/** How many unseen alerts have a toast of their own; more have one together. */
export const mostApart = 3

/** Ids that are remembered: the same event comes again from the socket, by a list or from another tab. */
const remembered = 2_000

interface Known {
  knownIds: readonly string[]
  /** Devices that nobody is called for, and until when, in milliseconds since the epoch on the server's clock. */
  isolatedUntil: Readonly<Record<string, number>>
}

/** The events among them that call and are not known yet, each once. */
export function newAlerts(activities: readonly Activity[], { knownIds, isolatedUntil }: Known): readonly Activity[] {
  const known = new Set(knownIds)
  return activities.filter(({ id, kind, at, wordCode }) => {
    if (!alertKinds.has(kind) || known.has(id) || Date.parse(at) < (isolatedUntil[wordCode] ?? 0)) return false
    known.add(id)
    return true
  })
}

/** The ids with others, the oldest of too many forgotten. */
export function withIds(ids: readonly string[], added: readonly string[]): readonly string[] {
  return [...new Set([...ids, ...added])].slice(-remembered)
}

/** In the order in which they happened. */
export function withAlerts(unseen: readonly Alert[], added: readonly Alert[]): readonly Alert[] {
  return [...unseen, ...added].toSorted((left, right) => left.at.localeCompare(right.at))
}
