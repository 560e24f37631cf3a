import * as v from 'valibot'
import { Refusal } from './refusal.ts'

/** Parses a body or query: 400 if it is not an object, 422 with `fields` (name → text) if a field is invalid. */
export function parseInput<Output>(schema: v.GenericSchema<unknown, Output>, input: unknown): Output {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new Refusal(400)
  const parsed = v.safeParse(schema, input)
  if (parsed.success) return parsed.output
  throw new Refusal(422, { fields: fieldsOf(parsed.issues) })
}

/** Maps the path of each invalid field to its message; '' is the path of the whole. */
export function fieldsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[v.getDotPath(issue) ?? ''] ??= fieldText(issue)
  return fields
}

/** Returns the schema's own message, which is Portuguese; replaces valibot's default messages. */
function fieldText(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined') return 'Preencha este campo.'
  return issue.message.startsWith('Invalid ') ? 'Valor inválido.' : issue.message
}
