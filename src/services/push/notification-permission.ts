/** The permission for notifications: not asked yet, granted, denied, or unsupported by the browser (CFG-2). */
export type NotificationPermissionState = 'unsupported' | 'undecided' | 'allowed' | 'blocked'

const permissionStates = { default: 'undecided', granted: 'allowed', denied: 'blocked' } as const

/** Calls back with the permission, now and, if the browser reports it, at each change. Returns a stop function. */
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

/** Asks the person; without an answer the state stays undecided. Many browsers ask only after a click. */
export async function askNotificationPermission(): Promise<NotificationPermissionState> {
  return hasNotifications() ? permissionStates[await Notification.requestPermission()] : 'unsupported'
}

/** Over plain http the API exists, but refuses every call. */
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
