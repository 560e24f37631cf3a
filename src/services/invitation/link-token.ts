import * as v from 'valibot'

const kept = v.object({ invitation: v.string() })

/**
 * The secret of the one-time link that this page was opened with, '' where there is none. It is taken out of the address, so that it
 * stands in no history and on no screen, and kept in this entry of the tab alone, for a reload (ACC-1).
 */
export function takeLinkToken({ location, history }: Pick<Window, 'location' | 'history'>): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(linkState(token), '', `${location.pathname}${location.search}`)
  return v.is(kept, history.state) ? history.state.invitation : ''
}

/** What an entry of the tab keeps of a link. */
export function linkState(token: string): v.InferOutput<typeof kept> {
  return { invitation: token }
}
