import { type PeerSite, startPeerSite } from './peer-site.ts'

const packages = [
  '@coreui/coreui@5.5.0',
  '@coreui/icons@3.1.0',
  '@coreui/icons-react@2.3.0',
  '@coreui/react@5.9.2',
  'core-js@3.47.0',
  'react@19.2.3',
  'react-dom@19.2.3',
  'react-redux@9.3.1',
  'react-router-dom@7.11.0',
  'redux@5.0.1',
]

/** The sign-in page of CoreUI's free React template 5.5, rebuilt from packages, as no registry has the template. */
export async function startCoreUi(): Promise<PeerSite & { signInUrl: string }> {
  const site = await startPeerSite('coreui', packages)
  return { ...site, signInUrl: `${site.url}/#/login` }
}
