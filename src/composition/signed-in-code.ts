import { createElement } from 'react'
import { nextPath } from '../ui/session/next-path.ts'
import { pages } from './flows.ts'

type Code = typeof import('./signed-in.tsx')

let signedInPages: Code['SignedInPages'] | null = null

/** Fetches the charts and pages for somebody who is signed in, and beside them the page to which the address leads. */
export async function loadSignedInCode(): Promise<Code['createSignedInCharts']> {
  // If the page's code does not come, the page itself says so.
  fetchPage().catch(() => {})
  const code = await import('./signed-in.tsx')
  signedInPages = code.SignedInPages
  return code.createSignedInCharts
}

/** Their pages: nobody is signed in before the code has come, so that React has nothing to wait for. */
export function SignedInPages() {
  return signedInPages === null ? null : createElement(signedInPages)
}

/** Fetches the page at the browser's address, or to which the sign-in there leads, unless the page comes by itself or costs something. */
async function fetchPage(): Promise<void> {
  const { pathname, search } = location
  const [path = ''] = (pathname === '/login' ? nextPath(search) : pathname).split('?')
  const found = pages.find(({ pattern }) => pattern.test(path))
  if (found !== undefined && found.fetched === undefined) await found.code()
}
