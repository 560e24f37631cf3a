/** Returns the list with the item at `at` in another place; `by`: -1 is one place up, 1 is one place down. */
export function withMoved<Item>(list: readonly Item[], at: number, by: -1 | 1): Item[] {
  return list.toSpliced(at, 1).toSpliced(at + by, 0, ...list.slice(at, at + 1))
}
