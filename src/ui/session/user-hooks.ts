import { shallowEqual, useSelector } from '@xstate/react'
import type { Rights } from '../../../contract/rights.ts'
import { flowHook, usePanel } from '../panel-context.tsx'

/** Who is signed in, as the server names him; empty strings while nobody is, and for an e-mail that is not known. */
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

/** What the person may do, as the server names it. */
export function usePermissions(): Rights {
  return useSelector(usePanel(), ({ context }) => context.user?.permissions ?? none)
}

/** Whether the person may have the inspector: `inspector: true` and the permission `qa` (INS-1). */
export function useInspectorOffered(): boolean {
  const mayLook = usePermissions().includes('qa')
  const isOn = useSelector(
    usePanel(),
    ({ context: { outcome } }) => outcome.kind === 'valid' && outcome.config.inspector,
  )
  return mayLook && isOn
}

/** When the session ends, in milliseconds since the epoch; null while nobody is signed in. */
export const useSessionEnd = flowHook('session', (session) => session.context.grant?.session.expiresAt ?? null)
