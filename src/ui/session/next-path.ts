const home = '/dashboard'

/** The sign-in page's address for somebody who asked for `path` first (SES-11). */
export function signInPath(path: string, search: string): string {
  const wanted = search === '' ? path : `${path}?${search.replace(/^\?/, '')}`
  return wanted === home ? '/login' : `/login?next=${encodeURIComponent(wanted)}`
}

/** Where a sign-in leads: the page first asked for if it is one of this site, else the dashboard (SES-11). */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  const isOwn = next.startsWith('/') && !/^\/[/\\]/.test(next) && !hasControlCharacters(next)
  return isOwn && !next.startsWith('/login') ? next : home
}

/** Browsers drop tabs and line ends from an address, which would turn `/⇥/elsewhere` into another site's. */
function hasControlCharacters(text: string): boolean {
  return [...text].some((character) => character < ' ')
}
