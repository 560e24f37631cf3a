import type { Right, Rights } from '../../../../contract/rights.ts'
import type { menuIcons } from './menu-icons.ts'

const groups = ['Portaria', 'Acompanhamento', 'Conta'] as const

/** How a flow is shown in the menu, in both layouts. */
export interface MenuLabel {
  group: (typeof groups)[number]
  label: string
  icon: keyof typeof menuIcons
}

/** Something that not every server or configuration has. */
export type Feature = 'incidents' | 'inspector'

/** Who is offered a page. */
export interface Offer {
  /** The right to open the page; null: everybody who is signed in has it. */
  permission: Right | null
  /** Without this feature there is no such page; null: always there. */
  requires: Feature | null
}

/** A page that the menu leads to. */
export interface MenuEntry extends MenuLabel, Offer {
  href: string
  /** Matches every address at which the entry is the current one. */
  addresses: readonly RegExp[]
}

export interface MenuGroup {
  label: string
  entries: readonly MenuEntry[]
}

/** What the signed-in person, the server and the configuration allow. */
export interface Offered {
  permissions: Rights
  features: Readonly<Record<Feature, boolean>>
}

/** The menu of somebody who is offered this, by its groups. */
export function permittedMenu(menu: readonly MenuEntry[], { permissions, features }: Offered): readonly MenuGroup[] {
  const permitted = menu.filter(
    ({ permission, requires }) =>
      (permission === null || permissions.includes(permission)) && (requires === null || features[requires]),
  )
  return groups.map((label) => ({ label, entries: permitted.filter(({ group }) => group === label) }))
}

/** Whether the entry is the one of the page at this path. */
export function isCurrent({ addresses }: MenuEntry, path: string): boolean {
  return addresses.some((address) => address.test(path))
}
