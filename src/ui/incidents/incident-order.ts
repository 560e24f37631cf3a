import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { newestFirst } from '../../../contract/wire/sequence.ts'

const scopes = ['service', 'condominium', 'address', 'devices', 'device'] as const
const lives: readonly Incident['life'][] = ['new', 'claimed']

/**
 * Widest scope first (a forced door after a service, a held-open gate last), then unclaimed, then newest; silenced
 * incidents come last.
 */
export function worstFirst(incidents: readonly Incident[]): readonly Incident[] {
  return incidents.toSorted(
    (left, right) =>
      Number(left.life === 'silenced') - Number(right.life === 'silenced') ||
      rankOf(left) - rankOf(right) ||
      lives.indexOf(left.life) - lives.indexOf(right.life) ||
      newestFirst(left, right),
  )
}

function rankOf({ kind, scope }: Incident): number {
  if (kind === 'door-forced') return 0.5
  return kind === 'gate-held-open' ? scopes.length : scopes.indexOf(scope)
}
