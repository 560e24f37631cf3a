import type { Right } from '../../../../contract/rights.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { PageHeading } from '../../parts/page-heading.tsx'
import { permissionText } from '../../session/access-texts.ts'

/** Shown instead of a page that the person has no permission to open. */
export function RefusedPage({ permission }: { permission: Right }) {
  return (
    <>
      <PageHeading title="Sem permissão" />
      <p className="card card-note">
        Esta página é para quem tem a permissão “{permissionText(permission)}”. Peça-a a quem administra o painel, se
        for o seu caso.
      </p>
      <BackLink href="/dashboard">Voltar ao painel</BackLink>
    </>
  )
}
