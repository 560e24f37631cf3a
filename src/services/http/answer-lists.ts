import * as v from 'valibot'
import { inParts } from '../page/idle-time.ts'
import { type CallResult, type ParseSource, parseResult } from './call-result.ts'

const anyList = v.array(v.unknown())

type List = v.ArraySchema<v.GenericSchema, undefined>

/**
 * Validates an answer that is a long list, or an object with long lists, in parts with time for the page between them:
 * ten thousand items in one step block a slow computer for half a second.
 */
export async function parseLists(
  result: CallResult,
  schema: v.GenericSchema,
  source: ParseSource,
): Promise<CallResult> {
  if (isList(schema)) {
    const parsed = parseResult(result, anyList, source)
    return parsed?.ok ? parseItems({ ...parsed, list: parsed.data }, schema, source) : parsed
  }
  if (!isObject(schema)) return parseResult(result, schema, source)
  const lists = Object.entries(schema.entries).flatMap(([name, list]) => (isList(list) ? [{ name, list }] : []))
  const unchecked = Object.fromEntries(lists.map(({ name }) => [name, anyList]))
  const parsed = parseResult(result, v.object({ ...schema.entries, ...unchecked }), source)
  if (!parsed?.ok) return parsed
  const data: Record<string, unknown> = { ...parsed.data }
  for (const { name, list } of lists) {
    const items = await parseItems({ ...parsed, list: v.parse(anyList, data[name]) }, list, source)
    if (!items?.ok) return items
    data[name] = items.data
  }
  return { ...parsed, data }
}

async function parseItems(
  { list, headers }: { list: readonly unknown[]; headers: Headers },
  schema: List,
  source: ParseSource,
): Promise<CallResult> {
  const data: unknown[] = []
  for await (const items of inParts(list)) {
    const part = parseResult({ ok: true, data: items, headers }, schema, source)
    if (!part?.ok) return part
    data.push(...part.data)
  }
  return { ok: true, data, headers }
}

function isList(schema: v.GenericSchema): schema is List {
  return schema.type === 'array'
}

function isObject(schema: v.GenericSchema): schema is v.ObjectSchema<v.ObjectEntries, undefined> {
  return schema.type === 'object'
}
