/**
 * Where two lists don't depend on each other (pages and looks, say), each of the one with some of the other: of `items` every
 * `shares`-th, from `turn` on, so that all have had theirs after `shares` turns. With `npm test -- e2e --all` each with all.
 */
export function inTurn<Item>(items: readonly Item[], turn: number, shares = items.length): readonly Item[] {
  return process.env.TESTS === 'all' ? items : items.filter((_, at) => at % shares === turn % shares)
}
