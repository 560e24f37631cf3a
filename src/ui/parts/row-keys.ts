import { useLayoutEffect, useRef } from 'react'

/** What React knows the rows on screen by, by the code of what each shows. */
export interface RowKeys {
  readonly keys: ReadonlyMap<string, number>
  /** What was searched for. */
  readonly text: string
}

/**
 * A row is of what it shows as long as that is on screen: who has the focus on it must not find something else there. When another
 * text is searched for, the focus is in its field: those that come then take the rows of those that go, since a row is filled anew
 * sooner than one is made.
 */
export function rowKeysAfter(before: RowKeys, codes: readonly string[], text: string): RowKeys {
  const staying = new Set(codes.map((code) => before.keys.get(code)))
  const left = text === before.text ? [] : [...before.keys.values()].filter((key) => !staying.has(key))
  let lastKey = Math.max(0, ...before.keys.values())
  const keys = codes.map((code): [string, number] => {
    const key = before.keys.get(code) ?? left.shift()
    if (key !== undefined) return [code, key]
    lastKey += 1
    return [code, lastKey]
  })
  return { keys: new Map(keys), text }
}

/** Keys of the rows on screen, one for each code, in the same order. */
export function useRowKeys(codes: readonly string[], text: string): readonly number[] {
  // Those that are on screen, whatever React has drawn and thrown away since.
  const shown = useRef<RowKeys>({ keys: new Map(), text: '' })
  const next = rowKeysAfter(shown.current, codes, text)
  useLayoutEffect(() => {
    shown.current = next
  })
  return [...next.keys.values()]
}
