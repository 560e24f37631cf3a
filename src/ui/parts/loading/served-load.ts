import { useState } from 'react'
import { isPageServed } from './page-served.ts'

/** What to tell where `away`. */
export const awayText = 'O servidor não responde agora, e a página não voltaria. Tente de novo quando ele responder.'

/**
 * Loads the page anew, or another one, once it is known that there is somebody to serve it: else the browser's own error page would
 * stand there, and nothing on it tries again (LIVE-8). A page that a service worker keeps needs nobody.
 */
export function useServedLoad(): [state: 'idle' | 'asking' | 'away', load: (go: () => void) => void] {
  const [state, setState] = useState<'idle' | 'asking' | 'away'>('idle')
  async function load(go: () => void) {
    setState('asking')
    const isServed = navigator.serviceWorker?.controller != null || (await isPageServed())
    setState(isServed ? 'idle' : 'away')
    if (isServed) go()
  }
  return [state, load]
}
