import type { Incident } from '../wire/answers/incidents.ts'
import { newestFirst } from '../wire/sequence.ts'
import { openLives } from './open-lives.ts'

const lives: readonly Incident['life'][] = openLives
const scopes = ['service', 'condominium', 'address', 'devices', 'device'] as const

/** The wordCodes of devices that a person has isolated on this computer (STATE-3). */
export type Isolated = ReadonlySet<string>

const noneIsolated: Isolated = new Set()

/** The fields of an incident that decide its order. */
export type RankedIncident = Pick<Incident, 'life' | 'kind' | 'scope' | 'wordCode' | 'sequence'> &
  Partial<Pick<Incident, 'report' | 'alarm'>>

/**
 * Unclaimed incidents first; in each group the widest scope first (a forced door after a service, a held-open gate last),
 * then the oldest. Incidents that do not call come last (DESK-1).
 */
export function worstFirst<Each extends RankedIncident>(
  incidents: readonly Each[],
  isolated = noneIsolated,
): readonly Each[] {
  const calling: ReadonlySet<RankedIncident> = new Set(callingAmong(incidents, isolated))
  return incidents.toSorted(
    (left, right) =>
      groupOf(left, calling) - groupOf(right, calling) || rankOf(left) - rankOf(right) || -newestFirst(left, right),
  )
}

/**
 * The incidents that call for a person, for every count and every headline: open, neither silenced nor only about a
 * device that this computer has isolated (STATE-3).
 */
export function callingAmong<Each extends RankedIncident>(
  incidents: readonly Each[],
  isolated = noneIsolated,
): readonly Each[] {
  return incidents.filter(
    ({ life, scope, wordCode }) =>
      (life === 'new' || life === 'claimed') && !(scope === 'device' && isolated.has(wordCode)),
  )
}

/** The incidents that call nobody for a time, for every count. */
export function silencedAmong(incidents: readonly Incident[]): readonly Incident[] {
  return incidents.filter(({ life }) => life === 'silenced')
}

function groupOf(incident: RankedIncident, calling: ReadonlySet<RankedIncident>): number {
  return calling.has(incident) ? lives.indexOf(incident.life) : lives.length - 1
}

/** Rank of a forced door: between a failed service and a failed condominium. */
const forced = 0.5

const alarmRanks = { urgent: forced, important: scopes.indexOf('device'), normal: scopes.length } as const

/**
 * Returns the rank of an incident; a smaller rank is more severe. An alarm ranks by its catalogued kind: like a forced
 * door, a device, or a held-open gate (EVT-1).
 */
export function rankOf(ranked: Pick<RankedIncident, 'kind' | 'scope' | 'report' | 'alarm'>): number {
  const { kind, scope, report, alarm } = ranked
  if (kind === 'door-forced') return forced
  if (kind === 'alarm') return alarmRanks[alarm?.rank ?? 'urgent']
  if (kind === 'reported')
    return report?.gravity === 'high' ? 0.6 : report?.gravity === 'low' ? scopes.length + 1 : scopes.length
  return kind === 'gate-held-open' ? scopes.length : scopes.indexOf(scope)
}
