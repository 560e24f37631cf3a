import { createElement } from 'react'
import { nextPath } from '../ui/session/next-path.ts'

type Code = typeof import('./signed-in.tsx')

let signedInPages: Code['SignedInPages'] | null = null

/** Fetches the charts and pages for signed-in people, and in parallel the page of the current address. */
export async function loadSignedInCode(): Promise<Code['createSignedInCharts']> {
  // If the page's code fails to load, the page itself shows the failure.
  fetchPage().catch(() => {})
  const code = await import('./signed-in.tsx')
  signedInPages = code.SignedInPages
  return code.createSignedInCharts
}

/** Rendered only after the code was loaded, so React does not suspend. */
export function SignedInPages() {
  return signedInPages === null ? null : createElement(signedInPages)
}

/**
 * Fetches the page of the address, at `/login` the page after sign-in, unless it is fetched anyway or only on demand.
 */
async function fetchPage(): Promise<void> {
  const { pages } = await import('./flows.ts')
  const { pathname, search } = location
  const [path = ''] = (pathname === '/login' ? nextPath(search) : pathname).split('?')
  const found = pages.find(({ pattern }) => pattern.test(path))
  if (found !== undefined && found.fetched === undefined) await found.code()
}
