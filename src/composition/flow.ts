import type { ComponentType } from 'react'
import type { StringRouteParams } from 'wouter'
import type { Right } from '../../contract/rights.ts'
import type { FlowPlan, SessionCharts, SessionFlowId, SessionFlows } from '../machines/panel/flow-plan.ts'
import { addressPattern } from '../ui/address-pattern.ts'
import type { Feature, MenuLabel } from '../ui/layout/menu/menu.ts'
import type { SignedInNeighbours } from './charts/page/last-known.ts'

/** What is said of a page beside its address; the page gets the `:names` of the address as props. */
interface PagePlan<Props> {
  /** Fetches the page's code, and the code that the page works with: once it has come, the page needs no network for it (LIVE-8). */
  code: () => Promise<ComponentType<Props>>
  /** The right to open the page; null: everybody who is signed in. */
  permission: Right | null
  /** When the code comes: usually ahead, while the browser is idle. */
  fetched?: 'with the flows' | 'when opened'
}

type Params = Readonly<Record<string, string | undefined>>

export interface Page extends PagePlan<Params> {
  address: string
  pattern: RegExp
}

/** A page for somebody who is signed in; of two addresses that fit a path, the first listed is meant. */
export function page<const Address extends `/${string}`>(
  address: Address,
  plan: PagePlan<StringRouteParams<Address>>,
): Page
export function page(address: string, plan: PagePlan<Params>): Page {
  return { ...plan, address, pattern: addressPattern(address) }
}

/** Pages that belong together, and how the menu shows the first of them: the entry is current at each of their addresses. */
export type Shown =
  | { pages: readonly [Page, ...Page[]]; menu?: MenuLabel; requires?: Feature }
  | { pages?: never; menu?: never; requires?: never }

/** A flow that lives while a session is stored. Part of the sign-in page's code: chart and pages are named by the way to fetch them. */
export type Flow<Id extends SessionFlowId> = FlowPlan<SessionFlows[Id]> &
  Shown & {
    /** Fetches the chart with the real services behind it. `charts/` is one chunk, which comes with the sign-in. */
    chart: (neighbours: SignedInNeighbours) => Promise<SessionCharts[Id]>
  }
