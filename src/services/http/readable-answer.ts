import * as v from 'valibot'
import type { Route } from '../../../contract/wire/route.ts'
import { inParts } from '../page/idle-time.ts'
import type { Unread } from './http-client.ts'
import { standInFor } from './stand-in-items.ts'

type List = v.ArraySchema<v.GenericSchema, undefined>

/** An answer without the items that the panel cannot read (HTTP-7). */
export interface Reading {
  data: unknown
  unread?: Unread
}

/**
 * Reads an answer in which only items do not fit the schema; null if another part does not fit. A stand-in replaces an
 * unreadable item if its kind has one; otherwise an item of a list is left out and counted.
 */
export async function readableAnswer(
  { method, answer: schema, responseHeaders, savedWhole }: Route,
  answer: unknown,
): Promise<Reading | null> {
  // A person saves an answer with a version as a whole: without its unreadable items, the save would delete them.
  const isSavedWhole = savedWhole || responseHeaders !== undefined
  if (method !== 'GET' || schema === undefined || isSavedWhole) return null
  const unread: Unread = { known: 0, missing: 0 }
  try {
    return { data: await read(schema, answer, unread), unread }
  } catch (error) {
    if (error instanceof v.ValiError) return null
    throw error
  }
}

/** Reads the items of a list, like `readableAnswer`. */
export async function readableItems<Item extends v.GenericSchema>(
  item: Item,
  candidates: readonly unknown[],
  unread: Unread,
): Promise<v.InferOutput<Item>[]> {
  const items: v.InferOutput<Item>[] = []
  for await (const part of inParts(candidates))
    for (const candidate of part) {
      const parsed = v.safeParse(item, candidate)
      const readItem = parsed.success ? parsed.output : standInFor(item, candidate)
      if (!parsed.success) unread[readItem === undefined ? 'missing' : 'known'] += 1
      if (readItem !== undefined) items.push(readItem)
    }
  return items
}

/** Throws a `ValiError` for data outside lists that does not fit. */
async function read(schema: v.GenericSchema, data: unknown, unread: Unread): Promise<unknown> {
  if (!hasList(schema) || data === undefined || data === null) return readRecord(schema, data, unread)
  if (isList(schema)) return readableItems(schema.item, v.parse(v.array(v.unknown()), data), unread)
  if (isWrapped(schema)) return read(schema.wrapped, data, unread)
  if (!isObject(schema)) return v.parse(schema, data)
  const given = v.parse(v.record(v.string(), v.unknown()), data)
  const output: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries(schema.entries))
    if (name in given || entry.type !== 'exact_optional') output[name] = await read(entry, given[name], unread)
  return output
}

function readRecord(schema: v.GenericSchema, data: unknown, unread: Unread): unknown {
  const standIn = v.is(schema, data) ? undefined : standInFor(schema, data)
  if (standIn === undefined) return v.parse(schema, data)
  unread.known += 1
  return standIn
}

/** Whether the schema has a list of records outside the items of other lists. A list of texts or codes is part of its record. */
export function hasList(schema: v.GenericSchema): boolean {
  if (isWrapped(schema)) return hasList(schema.wrapped)
  return isList(schema) || (isObject(schema) && Object.values(schema.entries).some(hasList))
}

function isList(schema: v.GenericSchema): schema is List {
  return 'item' in schema && v.is(recordSchema, schema.item)
}

const recordSchema = v.object({ type: v.picklist(['object', 'loose_object', 'variant']) })

function isWrapped(schema: v.GenericSchema): schema is v.NullableSchema<v.GenericSchema, undefined> {
  return 'wrapped' in schema
}

function isObject(schema: v.GenericSchema): schema is v.ObjectSchema<v.ObjectEntries, undefined> {
  return schema.type === 'object'
}
