import { randomId } from '../page/random-id.ts'

/** The cookies of this page that a script can read. All are written for the whole site. */
export const pageCookies = {
  /** The decoded value; undefined without the cookie. A value that cannot be decoded is returned raw. */
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
  /** @param attributes the cookie's attributes without its path: `secure; max-age=3600` */
  set(name: string, value: string, attributes = 'samesite=lax') {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is for HTTPS alone (CFG-2)
    document.cookie = `${name}=${encodeURIComponent(value)}; path=/; ${attributes}`
  },
  remove(name: string) {
    this.set(name, '', 'max-age=0')
  },
}

const ownXsrfCookie = 'PANEL-XSRF-TOKEN'

/**
 * Returns the value of the cookie `XSRF-TOKEN` (HTTP-3). If the page cannot read that cookie, returns the value of the
 * panel's own cookie: another application at this host may have set `XSRF-TOKEN` as HttpOnly. The server accepts both
 * cookies.
 */
export function xsrfToken(): string {
  const known = pageCookies.get('XSRF-TOKEN') || pageCookies.get(ownXsrfCookie)
  if (known) return known
  const made = randomId()
  pageCookies.set(ownXsrfCookie, made, 'samesite=strict')
  return made
}
