import * as v from 'valibot'
import { Refusal } from './refusal.ts'

/** Parses a body or query: 400 when it is no object at all, 422 with `fields` (name → text) when a field is wrong. */
export function parseInput<Output>(schema: v.GenericSchema<unknown, Output>, input: unknown): Output {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new Refusal(400)
  const parsed = v.safeParse(schema, input)
  if (parsed.success) return parsed.output
  throw new Refusal(422, { fields: fieldsOf(parsed.issues) })
}

/** What is wrong with each field, by its path; '' for the whole. */
export function fieldsOf(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[v.getDotPath(issue) ?? ''] ??= fieldText(issue)
  return fields
}

/** A schema's own message, where it was given one, is Portuguese; valibot's default ones are not. */
function fieldText(issue: v.BaseIssue<unknown>): string {
  if (issue.received === 'undefined') return 'Preencha este campo.'
  return issue.message.startsWith('Invalid ') ? 'Valor inválido.' : issue.message
}
