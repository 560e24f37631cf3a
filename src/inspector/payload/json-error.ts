import { type ParseError, parse } from 'jsonc-parser'

/** A position in a text; both numbers start at 1. */
export interface TextPlace {
  line: number
  column: number
}

/** Position of the first JSON syntax error, or null. Browsers' own messages differ, and some have no position. */
export function jsonErrorPlace(text: string): TextPlace | null {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true })
  if (errors[0] === undefined) return null
  const before = text.slice(0, errors[0].offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}
