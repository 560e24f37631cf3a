import type { ComponentType, ReactNode } from 'react'
import type { Right } from '../../../../contract/rights.ts'
import { NotFoundPage } from '../../error/error-page.tsx'
import { useIncidentsStatus } from '../../incidents/incident-hooks.ts'
import { useInspectorOffered, usePermissions } from '../../session/user-hooks.ts'
import type { Feature, Offer } from '../menu/menu.ts'

interface OfferedPageProps extends Offer {
  /** Rendered instead of the page if the permission is missing. */
  Refused: ComponentType<{ permission: Right }>
  children: ReactNode
}

/** Renders a page only if it is offered; otherwise its code is not loaded. */
export function OfferedPage({ permission, requires, Refused, children }: OfferedPageProps) {
  const permissions = usePermissions()
  const isAbsent = useIsAbsent(requires)
  if (isAbsent) return <NotFoundPage isInLayout />
  return permission === null || permissions.includes(permission) ? children : <Refused permission={permission} />
}

function useIsAbsent(requires: Feature | null): boolean {
  const incidents = useIncidentsStatus()
  const hasInspector = useInspectorOffered()
  return (requires === 'incidents' && incidents === 'absent') || (requires === 'inspector' && !hasInspector)
}
