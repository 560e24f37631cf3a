import type { Right, Rights } from '../../../../contract/rights.ts'
import type { menuIcons } from './menu-icons.ts'

/** The first group has the daily pages. */
const groups = ['Portaria', 'Acompanhamento', 'Conta'] as const

export interface MenuLabel {
  group: (typeof groups)[number]
  label: string
  icon: keyof typeof menuIcons
}

/** Feature that a server or configuration may not have. */
export type Feature = 'incidents' | 'inspector'

export interface Offer {
  /** Permission to open the page; null: every signed-in person may open it. */
  permission: Right | null
  /** Without this feature the page does not exist; null: it always exists. */
  requires: Feature | null
}

export interface MenuEntry extends MenuLabel, Offer {
  href: string
  /** Matches every address at which this entry is current. */
  addresses: readonly RegExp[]
}

export interface MenuGroup {
  label: string
  entries: readonly MenuEntry[]
}

/** Permissions of the signed-in person, and features of the server and configuration. */
export interface Offered {
  permissions: Rights
  features: Readonly<Record<Feature, boolean>>
}

/** Filters the menu by permissions and features, and groups its entries. */
export function permittedMenu(menu: readonly MenuEntry[], { permissions, features }: Offered): readonly MenuGroup[] {
  const permitted = menu.filter(
    ({ permission, requires }) =>
      (permission === null || permissions.includes(permission)) && (requires === null || features[requires]),
  )
  return groups.map((label) => ({ label, entries: permitted.filter(({ group }) => group === label) }))
}

export function isCurrent({ addresses }: MenuEntry, path: string): boolean {
  return addresses.some((address) => address.test(path))
}
