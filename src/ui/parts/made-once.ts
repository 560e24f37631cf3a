/** Makes something of an object the first time it is asked for, and keeps it for as long as the object is there. */
export function madeOnce<Source extends object, Made>(make: (source: Source) => Made): (source: Source) => Made {
  const kept = new WeakMap<Source, { made: Made }>()
  return (source) => {
    const known = kept.get(source) ?? { made: make(source) }
    kept.set(source, known)
    return known.made
  }
}
