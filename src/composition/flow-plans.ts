import type { SessionFlowPlans } from '../machines/panel/flow-plan.ts'
import { pages, sessionFlows } from './flows.ts'

/** What the root needs of the flows before the sign-in. In the build, `scripts/vite/flow-plans.ts` leaves out the rest. */
export const flowPlans: SessionFlowPlans = sessionFlows

/** Matches the addresses of pages for signed-in people (SHELL-1). */
export const signedInAddresses: readonly RegExp[] = pages.map(({ pattern }) => pattern)
