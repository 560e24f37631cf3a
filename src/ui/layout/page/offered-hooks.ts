import { useFlowState } from '../../panel-context.tsx'
import { useInspectorOffered, usePermissions } from '../../session/user-hooks.ts'
import type { Offered } from '../menu/menu.ts'

/** Permissions and features that decide which pages are offered. */
export function useOffered(): Offered {
  return {
    permissions: usePermissions(),
    features: {
      incidents: useFlowState('incidents', (flow) => {
        if (flow.hasTag('present')) return true
        return !flow.hasTag('absent') && !flow.hasTag('unexpected')
      }),
      inspector: useInspectorOffered(),
    },
  }
}
