const beyondAscii = /[^ -~]/

/** Text as a search compares it: without case, accents and outer blanks (CON-2). */
export function searchable(text: string): string {
  const plain = beyondAscii.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text
  return plain.toLowerCase().trim()
}
