/** Whether the server has answered since the browser reported that there is no network. */
let isAnswered = false

/**
 * Whether this computer has a network. An answer of the server overrides the browser, which ignores the loopback
 * network.
 */
export function hasNetwork(): boolean {
  return navigator.onLine || isAnswered
}

/**
 * Calls back with whether there is a network, now and at each change. Returns a stop function.
 * @param calls emits `server` at the end of each call, as for `watchAnswers`
 */
export function watchNetwork(calls: EventTarget, onChange: (online: boolean) => void): () => void {
  const report = (event?: Event) => {
    isAnswered = event instanceof CustomEvent && event.detail !== null
    onChange(hasNetwork())
  }
  report()
  const stops = [listen(window, ['online', 'offline'], report), listen(calls, ['server'], report)]
  return () => {
    for (const stop of stops) stop()
  }
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
