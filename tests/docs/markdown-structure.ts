/** Kind of each block of a Markdown text: two translations have the same. Line breaks within a paragraph do not count. */
export function markdownStructure(text: string): string[] {
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('|')) return `table ${line.split(/(?<!\\)\|/).length}`
      return /^(#+|```\w*|- |\d+\. )/.exec(line)?.[0] ?? (line === '' ? '' : 'text')
    })
    .filter((kind, at, kinds) => kind !== 'text' || kinds[at - 1] !== 'text')
}
