/** What the person lets this page show: not asked yet, allowed, forbidden, or nothing that the browser would show (CFG-2). */
export type NotificationPermissionState = 'unsupported' | 'undecided' | 'allowed' | 'blocked'

const permissionStates = { default: 'undecided', granted: 'allowed', denied: 'blocked' } as const

/** Calls back with whether the page may show notifications, now and, where the browser tells, at each change. Returns the way to stop. */
export function watchNotificationPermission(onChange: (state: NotificationPermissionState) => void): () => void {
  if (!hasNotifications()) {
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

/** Asks the person; who gives no answer stays undecided. Many browsers ask only after a click. */
export async function askNotificationPermission(): Promise<NotificationPermissionState> {
  return hasNotifications() ? permissionStates[await Notification.requestPermission()] : 'unsupported'
}

/** Over plain http a browser has the name, and refuses everything. */
function hasNotifications(): boolean {
  return 'Notification' in window && window.isSecureContext
}

async function permissionStatus(): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name: 'notifications' })
  } catch {
    return null
  }
}
