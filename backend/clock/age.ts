/**
 * Returns a function that computes the age in milliseconds of a result that this process keeps. After the clock was set back, the age is
 * infinite, so that no result stays fresh because of a wrong clock.
 */
export function ageFrom(now: () => number): () => number {
  const from = now()
  return () => {
    const ageMs = now() - from
    return ageMs < 0 ? Number.POSITIVE_INFINITY : ageMs
  }
}
