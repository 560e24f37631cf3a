import * as v from 'valibot'
import type { Log } from '../log/log.ts'
import { othersTurn } from '../page/idle-time.ts'
import { type CallResult, listOf, parseResult } from './call-result.ts'

/** So many are checked in one go: on a slow computer a few milliseconds. */
const partCount = 500

const listSchema = v.object({ result: v.array(v.unknown()) })

/**
 * The list in `result.data.result`, its items checked as `listOf` checks them, but some at a time with the page's turn between: ten
 * thousand at once hold up a slow computer for half a second.
 */
export async function parseLongList<Schema extends v.GenericSchema>(
  result: CallResult,
  item: Schema,
  { log, call, what }: { log: Log; call: string; what: string },
): Promise<CallResult<v.InferOutput<Schema>[]>> {
  const parsed = parseResult(result, listSchema, { log, call })
  if (!parsed?.ok) return parsed
  const schema = listOf(item, { log, what })
  const items = parsed.data.result
  const checked: v.InferOutput<Schema>[] = []
  for (let start = 0; start < items.length; start += partCount) {
    if (start > 0) await othersTurn()
    checked.push(...v.parse(schema, items.slice(start, start + partCount)))
  }
  return { ...parsed, data: checked }
}
