const pageLength = 10

/** Index that a key selects from `current` (-1: none) among `count` options, or null. */
export function movedOption(key: string, current: number, count: number): number | null {
  const last = count - 1
  if (last < 0) return null
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: current === last ? 0 : current + 1,
    ArrowUp: current <= 0 ? last : current - 1,
    PageDown: Math.min(Math.max(current, 0) + pageLength, last),
    PageUp: Math.max(current - pageLength, 0),
    Home: 0,
    End: last,
  }
  return moves[key] ?? null
}
