/**
 * Invisible characters (Unicode's default ignorables), which a number copied from a list of contacts often contains.
 */
const invisible = /[\p{DI}\u2800]/gu

/**
 * Removes invisible characters. For names, use `lineRule` instead, which refuses a name with an invisible character.
 */
export function withoutInvisible(typed: string): string {
  return typed.replace(invisible, '')
}

/**
 * Returns a typed code, address or port without invisible characters and outer blanks, in usual letters and digits
 * (NFKC).
 */
export function plainCode(typed: string): string {
  return withoutInvisible(typed).normalize('NFKC').trim()
}

/** The format of a field that is stored without punctuation and shown with punctuation (CON-4). */
export interface Mask {
  /** Returns the text to store. If a character does not fit, returns the whole text as typed. */
  keep: (typed: string) => string
  /** Returns whether a stored text is a complete or partial value. */
  fits: (kept: string) => boolean
  /** Returns a stored text with punctuation. A text that does not fit is unchanged. */
  show: (kept: string) => string
}

/**
 * Makes the mask of a field. The mask removes only punctuation and invisible characters from a typed text.
 * @param plain removes the punctuation; the characters are already normalized (NFKC)
 * @param fitting matches every complete or partial value
 * @param show adds the punctuation to a value
 */
export function maskOf(plain: (text: string) => string, fitting: RegExp, show: (value: string) => string): Mask {
  const fits = (kept: string) => fitting.test(kept)
  return {
    fits,
    keep(typed) {
      const seen = withoutInvisible(typed)
      const value = plain(seen.normalize('NFKC'))
      return fits(value) ? value : seen
    },
    show: (kept) => (fits(kept) ? show(kept) : kept),
  }
}
