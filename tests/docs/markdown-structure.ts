/**
 * Lists the kind of each block of a Markdown text, to compare two translations. Line breaks inside a paragraph are
 * ignored.
 */
export function markdownStructure(text: string): string[] {
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('|')) return `table ${line.split(/(?<!\\)\|/).length}`
      return /^(#+|```\w*|- |\d+\. )/.exec(line)?.[0] ?? (line === '' ? '' : 'text')
    })
    .filter((kind, at, kinds) => kind !== 'text' || kinds[at - 1] !== 'text')
}
