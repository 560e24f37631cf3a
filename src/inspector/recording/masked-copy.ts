import { inspect } from './inspected-value.ts'
import { masked } from './masked.ts'

/** Limits of a copy: a context may hold all condominiums. */
export interface CopyLimits {
  depth: number
  /** Limit of members of a list, map or record; the number of further members is noted. */
  members: number
  /** Characters of a text. */
  text: number
  /** In the whole copy. */
  values: number
}

const copyLimits: CopyLimits = { depth: 10, members: 100, text: 2_000, values: 5_000 }

/** Copies a value to plain JSON, masked and within the limits; classes, maps and actors become names. */
export function maskedCopy(value: unknown, limits = copyLimits): unknown {
  return copy(value, { limits, left: limits.values, above: new Set() }, false, 0)
}

interface Copying {
  limits: CopyLimits
  left: number
  above: Set<object>
}

function copy(value: unknown, copying: Copying, isSecret: boolean, depth: number): unknown {
  copying.left -= 1
  if (value === undefined || value === null || typeof value === 'boolean') return value
  const seen = inspect(value, isSecret)
  if (seen.kind === 'leaf')
    return seen.type === 'number' && Number.isFinite(value) ? value : shortened(seen.text, copying)
  if (typeof value !== 'object') return masked
  if (copying.above.has(value)) return '… o mesmo que acima'
  if (depth >= copying.limits.depth) return `… ${seen.label}`
  copying.above.add(value)
  const taken = seen.members(0, Math.min(seen.size, copying.limits.members, Math.max(0, copying.left)))
  const omitted = seen.size - taken.length
  const copies = taken.map((member) => [member.key, copy(member.value, copying, member.isSecret, depth + 1)] as const)
  copying.above.delete(value)
  const more = omitted > 0 ? `… mais ${omitted}` : null
  if (Array.isArray(value)) return [...copies.map(([, each]) => each), ...(more === null ? [] : [more])]
  return Object.fromEntries([
    ...(/^[[{]/.test(seen.label) ? [] : [['…', seen.label] as const]),
    ...copies,
    ...(more === null ? [] : [['… mais', omitted] as const]),
  ])
}

function shortened(text: string, { limits }: Copying): string {
  return text.length <= limits.text ? text : `${text.slice(0, limits.text)}… (${text.length} caracteres)`
}
