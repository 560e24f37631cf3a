/** The cookies of this page that a script may read; each is written for the whole site. */
export const pageCookies = {
  /** As it was set; undefined where there is none. One that nobody can decode comes as it stands. */
  get(name: string): string | undefined {
    const text = document.cookie
      .split('; ')
      .find((pair) => pair.startsWith(`${name}=`))
      ?.slice(name.length + 1)
    try {
      return text && decodeURIComponent(text)
    } catch {
      return text
    }
  },
  /** @param attributes as the cookie has them, but for its path: `secure; max-age=3600` */
  set(name: string, value: string, attributes = 'samesite=lax') {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is for HTTPS alone (CFG-2)
    document.cookie = `${name}=${encodeURIComponent(value)}; path=/; ${attributes}`
  },
  remove(name: string) {
    this.set(name, '', 'max-age=0')
  },
}
