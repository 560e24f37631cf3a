import { type PeerSite, startPeerSite } from './peer-site.ts'

const packages = ['react-admin@5.15.4', 'ra-data-fakerest@5.15.4', 'react@19', 'react-dom@19']

export interface ReactAdmin extends PeerSite {
  /** Address of its list with 25 rows; the page must have `signedIn` in its storage. */
  listUrl: string
  signedIn: readonly [key: string, value: string]
}

/** A list behind a sign-in, as react-admin makes it; its packages are 320 MB. */
export async function startReactAdmin(): Promise<ReactAdmin> {
  const site = await startPeerSite('react-admin', packages)
  return { ...site, listUrl: `${site.url}/#/places`, signedIn: ['signed-in', 'yes'] }
}
