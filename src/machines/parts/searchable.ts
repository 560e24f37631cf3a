const beyondAscii = /[^ -~]/

/** Text as a search compares it: without case, accents and outer blanks (CON-2). */
export function searchable(text: string): string {
  const plain = beyondAscii.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text
  return plain.toLowerCase().trim()
}

/** Tests texts made by `searchable`: each word of the search is in the text. A blank search finds every text. */
export function searchFor(search: string): (text: string) => boolean {
  const words = searchable(search).split(/\s+/)
  return (text) => words.every((word) => text.includes(word))
}
