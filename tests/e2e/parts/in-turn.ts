/**
 * Reduces the combinations of two independent lists, such as pages and appearances: returns every `shares`-th of
 * `items`, starting at `turn`, so that `shares` turns cover all. With `npm test -- e2e --all` returns all items.
 */
export function inTurn<Item>(items: readonly Item[], turn: number, shares = items.length): readonly Item[] {
  return process.env.TESTS === 'all' ? items : items.filter((_, at) => at % shares === turn % shares)
}
