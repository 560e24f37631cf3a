const isPlain = /^(?:(?!['"`]|[a-z]\.)[ -~])*$/i

/** Characters that are removed first: quotes, invisible characters, and the dot in `1.ª`. */
const dropped = /\.(?=[ºª°])|[\p{DI}\p{Pi}\p{Pf}'"`‚„]/gu
/** Further quotes, accents (`´` decomposes into a blank and an accent), and the dot of an abbreviation. */
const droppedDecomposed = /['"‵′ʹ-ʿˆ-ˋ]| ?\p{M}|(?<=[\p{L}\p{M}])\.+/gu

const dashes = /[\p{Pd}−⁃]/gu

/** Plain forms of the letters and signs that Unicode does not decompose (NFKD), in lower case. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  '°': 'o',
  '⁄': '/',
  '×': 'x',
}
const letters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

/**
 * Folds a text for every search (CON-2), so that different spellings of a text become equal. Removes case, accents,
 * quotes, dots of abbreviations, invisible characters and outer blanks. Superscripts, ligatures, full-width characters,
 * dashes and signs such as `№` become plain characters. 'Nº 1 – d’Água' becomes 'no 1 - dagua'.
 */
export function searchable(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase().trim()
  return text
    .replace(dropped, '')
    .normalize('NFKD')
    .replace(droppedDecomposed, '')
    .replace(dashes, '-')
    .toLowerCase()
    .replace(letters, (letter) => plainLetters[letter] ?? '')
    .trim()
}

/**
 * Makes a function that checks whether a `searchable` text contains each word of the search. A blank search matches
 * every text.
 */
export function searchFor(search: string): (text: string) => boolean {
  const words = searchable(search).split(/\s+/)
  return (text) => words.every((word) => text.includes(word))
}
