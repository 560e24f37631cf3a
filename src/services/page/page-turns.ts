/**
 * Calls back when the page is asked to leave, which a person may still refuse, and when it turns: at its end (reload, closing,
 * another address), and when it comes back from the browser's memory. Returns the way to stop.
 */
export function watchPageTurns({ onLeaving, onTurn }: { onLeaving: () => void; onTurn: () => void }): () => void {
  const watching = new AbortController()
  const { signal } = watching
  addEventListener('beforeunload', onLeaving, { signal })
  addEventListener('pagehide', onTurn, { signal })
  const onShown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) onTurn()
  }
  addEventListener('pageshow', onShown, { signal })
  return () => watching.abort()
}
