/**
 * Calls `onLeaving` before the page closes, which a person may still cancel. Calls `onTurn` when the page ends (reload,
 * closing, another address), and when it returns from the back/forward cache. Returns a stop function.
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
