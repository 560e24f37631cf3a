/** Options per PageUp or PageDown. */
const pageLength = 10

/** Index that a key selects from `current` (-1: none) among `count` options, or null. */
export function movedOption(key: string, current: number, count: number): number | null {
  const last = count - 1
  if (last < 0) return null
  switch (key) {
    case 'ArrowDown':
      return current === last ? 0 : current + 1
    case 'ArrowUp':
      return current <= 0 ? last : current - 1
    case 'PageDown':
      return Math.min(Math.max(current, 0) + pageLength, last)
    case 'PageUp':
      return Math.max(current - pageLength, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
