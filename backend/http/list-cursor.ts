import * as v from 'valibot'

const cursorText = 'Este marcador não veio desta lista. Comece pela primeira página.'

/** Reads what `cursorOf` wrote; `parts` is a schema for each of its values. */
export function cursorSchema<const Parts extends v.TupleItems>(parts: Parts) {
  return v.pipe(
    v.string(),
    v.transform((cursor) => Buffer.from(cursor, 'base64url').toString()),
    v.parseJson(undefined, cursorText),
    v.strictTuple(parts, cursorText),
  )
}

/** A place in a list as an opaque text, for the next page to begin at. */
export function cursorOf(values: readonly string[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** A page of `limit` of the `found`, of which one more was asked for; `cursor` tells where the next one begins, after the last. */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
  cursor: (last: Item) => readonly string[],
): { result: Item[]; nextCursor: string | null } {
  const result = found.slice(0, limit)
  const last = found.length > limit ? result.at(-1) : undefined
  return { result, nextCursor: last === undefined ? null : cursorOf(cursor(last)) }
}

/** Digits of a `bigint`, as they stand in a cursor. */
export const rowNumber = v.pipe(v.string(), v.regex(/^\d{1,18}$/))
