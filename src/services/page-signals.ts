/** Calls back with the browser's word on its network, now and at each change. Returns the way to stop. */
export function watchNetwork(onChange: (online: boolean) => void): () => void {
  const report = () => onChange(navigator.onLine)
  report()
  return listen(window, ['online', 'offline'], report)
}

/** Calls back with whether the page is visible, now and at each change. Returns the way to stop. */
export function watchVisibility(onChange: (visible: boolean) => void): () => void {
  const report = () => onChange(document.visibilityState === 'visible')
  report()
  return listen(document, ['visibilitychange'], report)
}

/** What the person lets this page show: not asked yet, allowed, forbidden, or nothing that the browser could show. */
export type NotificationPermissionState = 'unsupported' | 'undecided' | 'allowed' | 'blocked'

const permissionStates = { default: 'undecided', granted: 'allowed', denied: 'blocked' } as const

/** Calls back with whether the page may show notifications, now and, where the browser tells, at each change. Returns the way to stop. */
export function watchNotificationPermission(onChange: (state: NotificationPermissionState) => void): () => void {
  if (!('Notification' in window)) {
    onChange('unsupported')
    return () => {}
  }
  const listening = new AbortController()
  const { signal } = listening
  const report = () => onChange(permissionStates[Notification.permission])
  report()
  permissionStatus().then((status) => {
    if (!signal.aborted) status?.addEventListener('change', report, { signal })
  })
  return () => listening.abort()
}

async function permissionStatus(): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name: 'notifications' })
  } catch {
    return null
  }
}

/** Calls back when a person uses the page (pointer, key, touch), at most once a second (SES-9). */
export function watchUserActivity(onActive: () => void): () => void {
  let quietUntil = 0
  return listen(window, ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'wheel'], ({ timeStamp }) => {
    if (timeStamp < quietUntil) return
    quietUntil = timeStamp + 1_000
    onActive()
  })
}

/** Calls back when a part of the page could not be loaded (VER-2). */
export function watchChunkFailures(onFailure: () => void): () => void {
  return listen(window, ['vite:preloadError'], onFailure)
}

function listen(target: EventTarget, types: string[], handle: (event: Event) => void): () => void {
  const listening = new AbortController()
  for (const type of types) target.addEventListener(type, handle, { signal: listening.signal, passive: true })
  return () => listening.abort()
}
