/** Characters without a width, which a number from a list of contacts often has (Unicode's default ignorables). */
const invisible = /[\p{DI}\u2800]/gu

/** Removes invisible characters. A name with one is refused instead (`lineRule`). */
export function withoutInvisible(typed: string): string {
  return typed.replace(invisible, '')
}

/** The plain form of a typed code, address or port. */
export function plainCode(typed: string): string {
  return withoutInvisible(typed).normalize('NFKC').trim()
}

/** A field that is stored without punctuation and shown with it (CON-4). */
export interface Mask {
  /** The stored form of a typed text. If a character does not fit, the whole text stays as typed. */
  keep: (typed: string) => string
  /** Whether a kept text is a complete or partial value. */
  fits: (kept: string) => boolean
  /** A kept text with its punctuation; a text that does not fit is unchanged. */
  show: (kept: string) => string
}

/**
 * Makes the mask of a field: nothing that a person types is dropped except punctuation and invisible characters.
 * @param plain removes the punctuation; gets usual letters and digits (NFKC)
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
