/**
 * Returns a function for the age of a result that this process holds, in milliseconds. After the clock was set back, the age is unknown, and
 * infinite: nothing stays fresh because of a wrong clock.
 */
export function ageFrom(now: () => number): () => number {
  const from = now()
  return () => {
    const ageMs = now() - from
    return ageMs < 0 ? Number.POSITIVE_INFINITY : ageMs
  }
}
