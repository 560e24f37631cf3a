import type { ESTree, ParseResult } from 'vite'

/** Says of a place in a source which doc comment stands right before it, on one line; '' for none. */
export function docCommentReader(text: string, comments: ParseResult['comments']): (start: number) => string {
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
  return (start) => {
    const doc = docs.findLast(({ end }) => end <= start)
    return doc !== undefined && /^[\s|(]*$/.test(text.slice(doc.end, start))
      ? oneLine(doc.value.replaceAll(/^\s*\*/gm, ''))
      : ''
  }
}

/** Name of a property or a member; '' where it is computed. */
export function nameOf(key: ESTree.PropertyKey): string {
  if (key.type === 'Identifier') return key.name
  return key.type === 'Literal' ? String(key.value) : ''
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
