import type { ComponentType } from 'react'
import type { StringRouteParams } from 'wouter'
import type { Right } from '../../contract/rights.ts'
import type { FlowPlan, SessionCharts, SessionFlowId, SessionFlows } from '../machines/panel/flow-plan.ts'
import { addressPattern } from '../ui/address-pattern.ts'
import type { Feature, MenuLabel } from '../ui/layout/menu/menu.ts'
import type { SignedInNeighbours } from './charts/page/last-known.ts'

/** Properties of a page besides its address; the page gets the `:names` of the address as props. */
interface PagePlan<Props> {
  /** Fetches all code that the page needs, so that it works without a network afterwards (LIVE-8). */
  code: () => Promise<ComponentType<Props>>
  /** The right to open the page; null: every signed-in person. */
  permission: Right | null
  /** When the code is fetched; by default ahead of time, while the browser is idle. */
  fetched?: 'with the flows' | 'when opened'
}

type Params = Readonly<Record<string, string | undefined>>

export interface Page extends PagePlan<Params> {
  address: string
  pattern: RegExp
}

/** A page for signed-in people; if a path matches two addresses, the first listed wins. */
export function page<const Address extends `/${string}`>(
  address: Address,
  plan: PagePlan<StringRouteParams<Address>>,
): Page
export function page(address: string, plan: PagePlan<Params>): Page {
  return { ...plan, address, pattern: addressPattern(address) }
}

/** Pages of one topic, and the menu entry of the first page: the entry is current at all of their addresses. */
export type Shown =
  | { pages: readonly [Page, ...Page[]]; menu?: MenuLabel; requires?: Feature }
  | { pages?: never; menu?: never; requires?: never }

/** A flow that runs while a session is stored. Refers to chart and pages by import functions, to stay small. */
export type Flow<Id extends SessionFlowId> = FlowPlan<SessionFlows[Id]> &
  Shown & {
    /** Fetches the chart with its real services. `charts/` is one chunk, which is fetched at sign-in. */
    chart: (neighbours: SignedInNeighbours) => Promise<SessionCharts[Id]>
  }
