/** A position in a text; both numbers start at 1. */
export interface TextPlace {
  line: number
  column: number
}

type Expected = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'commaOrEnd' | 'nothing'

const space = /[ \t\n\r]*/y
const scalar =
  /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Position of the first JSON syntax error, or null. Browsers' own messages differ, and one has no position. */
export function jsonErrorPlace(text: string): TextPlace | null {
  const offset = jsonErrorOffset(text)
  if (offset === null) return null
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 }
}

function jsonErrorOffset(text: string): number | null {
  const open: ('[' | '{')[] = []
  let expected: Expected = 'value'
  let offset = 0
  for (;;) {
    offset += matchAt(space, text, offset)
    const character = text[offset]
    if (character === undefined) return expected === 'nothing' ? null : offset
    const length = tokenLength(text, offset, expected)
    const next = afterToken(character, expected, open)
    if (length === 0 || next === null) return offset
    offset += length
    expected = next
  }
}

function tokenLength(text: string, offset: number, expected: Expected): number {
  const isScalar = expected === 'value' || expected === 'valueOrEnd' || expected === 'name' || expected === 'nameOrEnd'
  return isScalar && !/[[\]{}]/.test(text[offset] ?? '') ? matchAt(scalar, text, offset) : 1
}

/** The tokens that may follow a token with this first character; null if the token is not allowed here. */
function afterToken(character: string, expected: Expected, open: ('[' | '{')[]): Expected | null {
  const value = () => (open.length === 0 ? 'nothing' : 'commaOrEnd')
  const closes = (bracket: '[' | '{') => (open.pop() === bracket ? value() : null)
  switch (expected) {
    case 'value':
    case 'valueOrEnd':
      if (character === '[' || character === '{') {
        open.push(character)
        return character === '[' ? 'valueOrEnd' : 'nameOrEnd'
      }
      if (character === ']') return expected === 'valueOrEnd' ? closes('[') : null
      return character === '}' ? null : value()
    case 'name':
    case 'nameOrEnd':
      if (character === '}') return expected === 'nameOrEnd' ? closes('{') : null
      return character === '"' ? 'colon' : null
    case 'colon':
      return character === ':' ? 'value' : null
    case 'commaOrEnd':
      if (character === ',') return open.at(-1) === '[' ? 'value' : 'name'
      if (character === ']') return closes('[')
      return character === '}' ? closes('{') : null
    case 'nothing':
      return null
  }
}

function matchAt(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0].length ?? 0
}
