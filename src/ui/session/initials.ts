/** First letters of the first and the last name. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '')
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
