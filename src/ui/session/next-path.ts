const home = '/dashboard'

/** Builds the address of the sign-in page with the requested page (SES-11). */
export function signInPath(path: string, search: string): string {
  const wanted = search === '' ? path : `${path}?${search.replace(/^\?/, '')}`
  return wanted === home ? '/login' : `/login?next=${encodeURIComponent(wanted)}`
}

/** Address after sign-in: the requested page if it belongs to this site, else the dashboard (SES-11). */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? ''
  const isOwn = next.startsWith('/') && !/^\/[/\\]/.test(next) && !hasControlCharacters(next)
  return isOwn && !next.startsWith('/login') ? next : home
}

/** Browsers remove tabs and line breaks from an address, so that `/⇥/elsewhere` would become another site. */
function hasControlCharacters(text: string): boolean {
  return [...text].some((character) => character < ' ')
}
