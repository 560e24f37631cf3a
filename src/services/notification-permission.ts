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
