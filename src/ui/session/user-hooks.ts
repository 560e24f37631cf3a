import { shallowEqual, useSelector } from '@xstate/react'
import type { Rights } from '../../../contract/rights.ts'
import { flowHook, usePanel } from '../panel-context.tsx'

/** Signed-in person as named by the server; empty strings without a session, and for an unknown e-mail. */
export function useSignedInUser(): { name: string; type: string; email: string; userId: string; customersId: string } {
  return useSelector(
    usePanel(),
    ({ context: { user } }) => ({
      name: user?.name ?? '',
      type: user?.type ?? '',
      email: user?.email ?? '',
      userId: user?.userId ?? '',
      customersId: user?.customersId ?? '',
    }),
    shallowEqual,
  )
}

const none: Rights = []

/** Permissions of the signed-in person, as named by the server. */
export function usePermissions(): Rights {
  return useSelector(usePanel(), ({ context }) => context.user?.permissions ?? none)
}

/** Whether the inspector is enabled (`inspector: true`) and the person has the permission `qa` (INS-1). */
export function useInspectorOffered(): boolean {
  const hasPermission = usePermissions().includes('qa')
  const isOn = useSelector(
    usePanel(),
    ({ context: { outcome } }) => outcome.kind === 'valid' && outcome.config.inspector,
  )
  return hasPermission && isOn
}

/** End of the session, in milliseconds since the epoch; null without a session. */
export const useSessionEnd = flowHook('session', (session) => session.context.grant?.session.expiresAt ?? null)
