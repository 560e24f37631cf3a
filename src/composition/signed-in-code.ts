import { createElement } from 'react'

type Code = typeof import('./signed-in.tsx')

let pages: Code['SignedInPages'] | null = null

/** The charts and pages of whoever is signed in: one chunk, beside which comes that of the page which the address leads to. */
export async function loadSignedInCode(): Promise<Code['createSignedInCharts']> {
  // Where it does not come, the page itself says so.
  if (!/\/(dashboard|login)$/.test(location.href))
    import('./page-code.ts').then((code) => code.fetchPage()).catch(() => {})
  const code = await import('./signed-in.tsx')
  pages = code.SignedInPages
  return code.createSignedInCharts
}

/** Their pages: nobody is signed in before the code has come, so that React has nothing to wait for. */
export function SignedInPages() {
  return pages === null ? null : createElement(pages)
}
