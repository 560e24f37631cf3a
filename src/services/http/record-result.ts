import { type CallResult, dataOf, type NamedFailure } from './call-result.ts'

/** Throws a `CallError` for every failure except 404: a record that no longer exists counts as done. */
export function doneOrGone(result: CallResult | NamedFailure<number, unknown>): void {
  if (result?.ok !== false || result.status !== 404) dataOf(result)
}

/** The version of the record in an answer, or null. */
export function etagOf(result: CallResult | NamedFailure<number, unknown>): string | null {
  return result?.headers?.get('etag') ?? null
}
