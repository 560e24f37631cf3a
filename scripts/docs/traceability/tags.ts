import { requirementIds } from './requirements.ts'

const prefixes = [...new Set([...requirementIds].map((id) => id.replace(/-\d+$/, '')))].join('|')
const tag = new RegExp(`\\b(?:${prefixes})-\\d+\\b`, 'g')
const range = new RegExp(`\\b(${prefixes})-(\\d+) to \\1-(\\d+)\\b`, 'g')
const bracketed = /\([^()\n'"`]*\)/g
const shapedLikeATag = /\b[A-Z][A-Z0-9]{1,4}-[1-9]\d?\b/g
const otherNames = ['UTF-8']

/** The requirements that a text names, each once; `CB-2 to CB-4` are three. */
export function tagsIn(text: string): string[] {
  const between = [...text.matchAll(range)].flatMap(([, prefix, first, last]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${prefix}-${Number(first) + index}`),
  )
  return [...new Set([...(text.match(tag) ?? []), ...between])]
}

/** Tags that no requirement has: of a known area anywhere, of another one where tags stand, in brackets outside of code. */
export function unknownTagsIn(text: string): string[] {
  const inBrackets = (text.match(bracketed) ?? []).flatMap((part) => part.match(shapedLikeATag) ?? [])
  return [...new Set([...tagsIn(text), ...inBrackets])].filter(
    (each) => !requirementIds.has(each) && !otherNames.includes(each),
  )
}
