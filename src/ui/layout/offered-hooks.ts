import { useIncidentsOffered } from '../incidents/incident-hooks.ts'
import { useInspectorOffered, usePermissions } from '../session/user-hooks.ts'
import type { Offered } from './menu.ts'

/** What the menu may lead to. */
export function useOffered(): Offered {
  return {
    permissions: usePermissions(),
    features: { incidents: useIncidentsOffered(), inspector: useInspectorOffered() },
  }
}
