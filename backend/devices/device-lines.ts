import { setImmediate as othersTurn } from 'node:timers/promises'
import * as v from 'valibot'

/** Who accepts it gets all pages of a list, a line for each. */
export const linesType = 'application/x-ndjson'

/** Devices of the first line: what a screen shows is there before the rest is read. */
const firstCount = 100

const cursorField = v.object({ nextCursor: v.nullable(v.string()) })

/**
 * The pages from `cursor` on to the last, one after the other, each made when the one before has been taken.
 * @param pageText a page of at most so many devices after a cursor, as the contract's JSON
 */
export async function* linesOf(
  cursor: string,
  limit: number,
  pageText: (after: string, most: number) => Promise<string>,
): AsyncGenerator<string> {
  let next: string | null = cursor
  for (let most = Math.min(firstCount, limit); next !== null; most = limit) {
    const text: string = await pageText(next, most)
    yield `${text}\n`
    next = cursorAt(text)
    // The embedded database answers without leaving the thread to anybody else.
    await othersTurn()
  }
}

/** Quotes of a name are escaped, so that only the field itself looks so. */
function cursorAt(text: string): string | null {
  return v.parse(cursorField, JSON.parse(`{${text.slice(text.lastIndexOf('"nextCursor":'))}`)).nextCursor
}
