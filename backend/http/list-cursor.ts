import * as v from 'valibot'

const cursorText = 'Este marcador não veio desta lista. Comece pela primeira página.'

/** Parses the output of `cursorOf`; `parts` has a schema for each value. */
export function cursorSchema<const Parts extends v.TupleItems>(parts: Parts) {
  return v.pipe(
    v.string(),
    v.transform((cursor) => Buffer.from(cursor, 'base64url').toString()),
    v.parseJson(undefined, cursorText),
    v.strictTuple(parts, cursorText),
  )
}

/** Encodes a position in a list as an opaque text, for the next page. */
export function cursorOf(values: readonly string[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Returns a page of `limit` of the `found`, which has one extra item if there is a next page; `cursor` is the end of the page. */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
  cursor: (last: Item) => readonly string[],
): { result: Item[]; nextCursor: string | null } {
  const result = found.slice(0, limit)
  const last = found.length > limit ? result.at(-1) : undefined
  return { result, nextCursor: last === undefined ? null : cursorOf(cursor(last)) }
}

/** Digits of a `bigint` in a cursor. */
export const rowNumber = v.pipe(v.string(), v.regex(/^\d{1,18}$/))
