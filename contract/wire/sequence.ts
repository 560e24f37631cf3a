import * as v from 'valibot'
import { count } from './scalars.ts'

/** Order in which the server stored the row: a greater number is newer, even with an earlier time. Other servers have none. */
export const sequence = v.exactOptional(count)

/** Sorts rows newest first; rows without a sequence keep their order. */
export function newestFirst(left: { sequence?: number }, right: { sequence?: number }): number {
  return (right.sequence ?? 0) - (left.sequence ?? 0)
}
