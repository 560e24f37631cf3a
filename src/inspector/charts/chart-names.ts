/** Under these stand values of a machine's maker, not of its chart. */
const values: ReadonlySet<string> = new Set(['context', 'input', 'output', 'params', 'meta'])

/** Under these stand names as keys, and the chart goes on below them. */
const named: ReadonlySet<string> = new Set(['states', 'on', 'after'])

/**
 * A machine's `config` as plain JSON with its names alone: states, events, targets, guards, actions, services. Values that
 * stand in it (context, inputs, params) and code are left out.
 */
export function chartNames(config: unknown): unknown {
  return namesOf(config, false)
}

function namesOf(part: unknown, keysAreNames: boolean): unknown {
  if (typeof part === 'function') return { type: part.name }
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((each) => namesOf(each, false))
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, inner]): [string, unknown][] => {
      if (keysAreNames) return [[key, namesOf(inner, false)]]
      if (values.has(key)) return []
      // An actor's logic that stands in the chart itself is a machine of its own, or code.
      if (key === 'src' && typeof inner !== 'string') return []
      return [[key, namesOf(inner, named.has(key))]]
    }),
  )
}
