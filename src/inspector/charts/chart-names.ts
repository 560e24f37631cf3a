/** Keys whose values are data, not parts of the chart. */
const values: ReadonlySet<string> = new Set(['context', 'input', 'output', 'params', 'meta'])

/** Keys whose own keys are names; the chart continues below them. */
const named: ReadonlySet<string> = new Set(['states', 'on', 'after'])

/**
 * Reduces a machine's `config` to plain JSON with names only: states, events, targets, guards, actions, services. Omits
 * values (context, inputs, params) and code.
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
      // Logic that is defined inline is a machine of its own, or code.
      if (key === 'src' && typeof inner !== 'string') return []
      return [[key, namesOf(inner, named.has(key))]]
    }),
  )
}
