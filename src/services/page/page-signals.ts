/** Whether this computer has a network, as far as the browser knows. */
export function hasNetwork(): boolean {
  return navigator.onLine
}

/** Calls back with the browser's online state, now and at each change. Returns a stop function. */
export function watchNetwork(onChange: (online: boolean) => void): () => void {
  const report = () => onChange(hasNetwork())
  report()
  return listen(window, ['online', 'offline'], report)
}

/** Calls back with whether the page is visible, now and at each change. Returns a stop function. */
export function watchVisibility(onChange: (visible: boolean) => void): () => void {
  const report = () => onChange(document.visibilityState === 'visible')
  report()
  return listen(document, ['visibilitychange'], report)
}

/** Calls back on pointer, key or touch, at most once a second (SES-9). Returns a stop function. */
export function watchUserActivity(onActive: () => void): () => void {
  let quietUntil = 0
  return listen(window, ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'], ({ timeStamp }) => {
    if (timeStamp < quietUntil) return
    quietUntil = timeStamp + 1_000
    onActive()
  })
}

/** Calls back when a part of the page fails to load (VER-2). Returns a stop function. */
export function watchChunkFailures(onFailure: () => void): () => void {
  return listen(window, ['vite:preloadError'], onFailure)
}

function listen(target: EventTarget, types: string[], handle: (event: Event) => void): () => void {
  const listening = new AbortController()
  for (const type of types) target.addEventListener(type, handle, { signal: listening.signal, passive: true })
  return () => listening.abort()
}
