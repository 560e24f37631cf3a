/** Hides all but the first four characters of each text that may be a token. */
export function maskTokens(text: string): string {
  return text.replace(/(Bearer\s+|"?token"?\s*[:=]\s*"?)([\w.~+/=:-]{4})[\w.~+/=:-]*/gi, '$1$2…')
}
