import type { Right, Rights } from '../../../contract/rights.ts'
import type { SignedInAddress } from '../../machines/panel/flows.ts'

const groups = ['Portaria', 'Acompanhamento', 'Conta'] as const

/** A page that the menu leads to, in both layouts. */
export interface MenuEntry {
  group: (typeof groups)[number]
  label: string
  href: SignedInAddress
  /** Every address at which it is the current page. */
  alias: RegExp
  Icon: () => React.JSX.Element
  /** Shown to whoever has it. */
  permission?: Right
  /** Only where the server has incidents. */
  isOfIncidents?: true
  /** Only where the inspector is switched on. */
  isInspector?: true
}

export interface MenuGroup {
  label: string
  entries: readonly MenuEntry[]
}

/** What is there for whoever is signed in. */
export interface Offered {
  permissions: Rights
  hasInspector: boolean
  hasIncidents: boolean
}

/** The menu of somebody who is offered this, by its groups. */
export function permittedMenu(
  menu: readonly MenuEntry[],
  { permissions, hasInspector, hasIncidents }: Offered,
): readonly MenuGroup[] {
  const permitted = menu.filter(
    ({ permission, isInspector = false, isOfIncidents = false }) =>
      (permission === undefined || permissions.includes(permission)) &&
      (!isInspector || hasInspector) &&
      (!isOfIncidents || hasIncidents),
  )
  return groups.map((label) => ({ label, entries: permitted.filter(({ group }) => group === label) }))
}
