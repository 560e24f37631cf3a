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
  /** Only where the inspector is switched on. */
  isInspector?: true
}

export interface MenuGroup {
  label: string
  entries: readonly MenuEntry[]
}

/** The menu of somebody with these permissions, by its groups. */
export function permittedMenu(
  menu: readonly MenuEntry[],
  permissions: Rights,
  hasInspector: boolean,
): readonly MenuGroup[] {
  const permitted = menu.filter(
    ({ permission, isInspector = false }) =>
      (permission === undefined || permissions.includes(permission)) && (!isInspector || hasInspector),
  )
  return groups.map((label) => ({ label, entries: permitted.filter(({ group }) => group === label) }))
}
