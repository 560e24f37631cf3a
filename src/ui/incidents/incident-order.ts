import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { newestFirst } from '../../../contract/wire/sequence.ts'

/** Open incidents by who takes care of them, in the order in which people must look at them (DESK-1). */
export const incidentGroups = ['new', 'claimed', 'silenced'] as const

const lives: readonly Incident['life'][] = incidentGroups
const scopes = ['service', 'condominium', 'address', 'devices', 'device'] as const

/**
 * Unclaimed incidents first, silenced ones last; in each group the widest scope first (a forced door after a service, a
 * held-open gate last), then the oldest.
 */
export function worstFirst(incidents: readonly Incident[]): readonly Incident[] {
  return incidents.toSorted(
    (left, right) => groupOf(left) - groupOf(right) || rankOf(left) - rankOf(right) || -newestFirst(left, right),
  )
}

/** The incidents that call for a person, for every count and every headline: all open ones that are not silenced. */
export function callingAmong(incidents: readonly Incident[]): readonly Incident[] {
  return incidents.filter(({ life }) => life === 'new' || life === 'claimed')
}

function groupOf({ life }: Incident): number {
  return lives.indexOf(life)
}

function rankOf({ kind, scope }: Incident): number {
  if (kind === 'door-forced') return 0.5
  return kind === 'gate-held-open' ? scopes.length : scopes.indexOf(scope)
}
