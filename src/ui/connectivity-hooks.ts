import { useSelector } from '@xstate/react'
import { useFlow } from './panel-context.tsx'

const permissions = ['unsupported', 'undecided', 'allowed', 'blocked'] as const

export type NotificationPermissionKnown = (typeof permissions)[number] | 'unknown'

/** Whether the browser may show notifications; unknown until it has said so (SHELL-5). */
export function useNotificationPermission(): NotificationPermissionKnown {
  return useSelector(
    useFlow('connectivity'),
    (connectivity) =>
      permissions.find((permission) => connectivity?.matches({ notifications: permission })) ?? 'unknown',
  )
}
