/** Memoizes a function by its object argument, in a WeakMap. */
export function madeOnce<Source extends object, Made extends object>(make: (source: Source) => Made): typeof make {
  const kept = new WeakMap<Source, Made>()
  return (source) => {
    const known = kept.get(source)
    if (known !== undefined) return known
    const made = make(source)
    kept.set(source, made)
    return made
  }
}
