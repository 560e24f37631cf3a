import * as v from 'valibot'

const kept = v.object({ invitation: v.string() })

/**
 * The token of the one-time link in this page's address; '' without one. Removes it from the address, so that it is in
 * no history and on no screen, and keeps it only in this history entry's state, for a reload (ACC-1).
 */
export function takeLinkToken({ location, history }: Pick<Window, 'location' | 'history'>): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(linkState(token), '', `${location.pathname}${location.search}`)
  return v.is(kept, history.state) ? history.state.invitation : ''
}

/** The state of a history entry with a link's token. */
export function linkState(token: string): v.InferOutput<typeof kept> {
  return { invitation: token }
}
