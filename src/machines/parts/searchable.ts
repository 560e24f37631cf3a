const beyondAscii = /[^ -~]/

/** Normalizes a text for a search: no case, accents and outer blanks (CON-2). */
export function searchable(text: string): string {
  const plain = beyondAscii.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text
  return plain.toLowerCase().trim()
}

/** Makes a test for `searchable` texts: the text contains each word. A blank search matches every text. */
export function searchFor(search: string): (text: string) => boolean {
  const words = searchable(search).split(/\s+/)
  return (text) => words.every((word) => text.includes(word))
}
