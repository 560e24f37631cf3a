import type { SessionFlowPlans } from '../machines/panel/flow-plan.ts'
import { pages, sessionFlows } from './flows.ts'

/** The parts of the flows that the root needs before the sign-in. In the build, `scripts/vite/flow-plans.ts` leaves out the rest. */
export const flowPlans: SessionFlowPlans = sessionFlows

/** Matches the addresses of pages for signed-in people (SHELL-1). */
export const signedInAddresses: readonly RegExp[] = pages.map(({ pattern }) => pattern)
