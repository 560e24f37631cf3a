import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Right } from '../../../contract/rights.ts'
import { NotFoundPage } from '../error/error-page.tsx'
import { useIncidentsStatus } from '../incidents/incident-hooks.ts'
import { PageHeading } from '../parts/page-heading.tsx'
import { useInspectorOffered, usePermissions } from '../session/user-hooks.ts'
import { permissionText } from '../session/user-texts.ts'
import type { Feature, Offer } from './menu.ts'

/** A page for those to whom the page is offered; for others its code is not even fetched. */
export function OfferedPage({ permission, requires, children }: Offer & { children: ReactNode }) {
  const permissions = usePermissions()
  const isAbsent = useIsAbsent(requires)
  if (isAbsent) return <NotFoundPage isInLayout />
  return permission === null || permissions.includes(permission) ? children : <RefusedPage permission={permission} />
}

/** Whether it is known that there is no such page. */
function useIsAbsent(requires: Feature | null): boolean {
  const incidents = useIncidentsStatus()
  const hasInspector = useInspectorOffered()
  return (requires === 'incidents' && incidents === 'absent') || (requires === 'inspector' && !hasInspector)
}

function RefusedPage({ permission }: { permission: Right }) {
  return (
    <>
      <PageHeading title="Sem permissão" />
      <p className="card card-note">
        Esta página é para quem tem a permissão “{permissionText(permission)}”. Peça-a a quem administra o painel, se
        for o seu caso.
      </p>
      <p className="record-back">
        <Link href="/dashboard">Voltar ao painel</Link>
      </p>
    </>
  )
}
