import type { MenuEntry } from '../ui/layout/menu/menu.ts'
import { shown } from './flows.ts'

/** The menu entries, in the order of the list of flows. */
export const menu: readonly MenuEntry[] = shown.flatMap(({ pages, menu, requires = null }) => {
  if (pages === undefined || menu === undefined) return []
  const [{ address, permission }] = pages
  return [{ ...menu, href: address, addresses: pages.map(({ pattern }) => pattern), permission, requires }]
})
