import { useState } from 'react'
import { isPageServed } from './page-served.ts'

export const unreachableText =
  'O servidor não responde agora, e a página não voltaria. Tente de novo quando ele responder.'

/** Loads a page only if a service worker or the server answers: the browser's error page has no retry (LIVE-8). */
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
