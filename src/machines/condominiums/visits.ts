/** A page that was opened in this browser (PAGE-6). */
export interface Visit {
  kind: 'condominium' | 'device'
  /** Id of the condominium; for a device: its wordCode. */
  id: string
  /** Milliseconds since the epoch. */
  at: number
}

const mostVisits = 12
/** How long a visit counts as recent. */
const lastingMs = 7 * 24 * 60 * 60_000

/** The recent visits, newest first, each page once. */
export function latest(visits: readonly Visit[], now: number): readonly Visit[] {
  const byPlace = new Map<string, Visit>()
  for (const visit of visits.toSorted((left, right) => right.at - left.at)) {
    const place = `${visit.kind} ${visit.id}`
    if (now - visit.at < lastingMs && !byPlace.has(place)) byPlace.set(place, visit)
  }
  return [...byPlace.values()].slice(0, mostVisits)
}
