/** A page that somebody has opened in this browser (PAGE-6). */
export interface Visit {
  kind: 'condominium' | 'device'
  /** Of a device its wordCode. */
  id: string
  /** Milliseconds since the epoch. */
  at: number
}

/** How many are kept. */
const mostVisits = 12
/** How long one counts as of the last days. */
const lastingMs = 7 * 24 * 60 * 60_000

/** Those of the last days, newest first, each once. */
export function latest(visits: readonly Visit[], now: number): readonly Visit[] {
  const byPlace = new Map<string, Visit>()
  for (const visit of visits.toSorted((left, right) => right.at - left.at)) {
    const place = `${visit.kind} ${visit.id}`
    if (now - visit.at < lastingMs && !byPlace.has(place)) byPlace.set(place, visit)
  }
  return [...byPlace.values()].slice(0, mostVisits)
}
