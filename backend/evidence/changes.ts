import type { FactValue } from './fact.ts'

type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** What of a record is another, from what to what: `null` for what was or is not there. */
export function changesOf(before: Fields, after: Fields): FactValue {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((change) => change.before !== change.after)
}
