import * as v from 'valibot'
import type { Log } from '../log/log.ts'
import { othersTurn } from '../page/idle-time.ts'
import { type CallResult, parseResult } from './call-result.ts'

/** Number of items that are validated in one step: a few milliseconds on a slow computer. */
const partCount = 500

const anyList = v.array(v.unknown())

type List = v.ArraySchema<v.GenericSchema, undefined>

interface Source {
  log: Log
  /** The call's name in the log. */
  call: string
}

/**
 * Validates an answer that is a list, or an object with lists. An invalid item is logged and dropped; the list stays
 * (HTTP-7). A long list is validated in parts, with time for the page between them: ten thousand items in one step
 * block a slow computer for half a second.
 */
export async function parseLists(result: CallResult, schema: v.GenericSchema, source: Source): Promise<CallResult> {
  if (isList(schema)) {
    const parsed = parseResult(result, anyList, source)
    return parsed?.ok ? { ...parsed, data: await itemsInParts(schema, parsed.data, source) } : parsed
  }
  if (!isObject(schema)) return parseResult(result, schema, source)
  const lists = Object.entries(schema.entries).flatMap(([name, list]) => (isList(list) ? [{ name, list }] : []))
  const unchecked = Object.fromEntries(lists.map(({ name }) => [name, anyList]))
  const parsed = parseResult(result, v.object({ ...schema.entries, ...unchecked }), source)
  if (!parsed?.ok) return parsed
  const data: Record<string, unknown> = { ...parsed.data }
  for (const { name, list } of lists) data[name] = await itemsInParts(list, v.parse(anyList, data[name]), source)
  return { ...parsed, data }
}

/** The valid items; each invalid item is logged (HTTP-7). */
export function goodItems<Item extends v.GenericSchema>(
  item: Item,
  candidates: readonly unknown[],
  { log, call }: Source,
): v.InferOutput<Item>[] {
  return candidates.flatMap((candidate): v.InferOutput<Item>[] => {
    const parsed = v.safeParse(item, candidate)
    if (parsed.success) return [parsed.output]
    log.warn(`Item inválido ignorado em ${call}.`, parsed.issues[0].message)
    return []
  })
}

async function itemsInParts({ item }: List, candidates: readonly unknown[], source: Source): Promise<unknown[]> {
  const items: unknown[] = []
  for (let start = 0; start < candidates.length; start += partCount) {
    if (start > 0) await othersTurn()
    items.push(...goodItems(item, candidates.slice(start, start + partCount), source))
  }
  return items
}

function isList(schema: v.GenericSchema): schema is List {
  return schema.type === 'array'
}

function isObject(schema: v.GenericSchema): schema is v.ObjectSchema<v.ObjectEntries, undefined> {
  return schema.type === 'object'
}
