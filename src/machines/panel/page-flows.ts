import { connectivityMachine } from '../connectivity/connectivity.machine.ts'
import { machineNotProvided } from '../parts/not-provided.ts'
import type { pushMachine } from '../push/push.machine.ts'
import { sessionMachine } from '../session/session.machine.ts'
import type { themeMachine } from '../theme/theme.machine.ts'
import { versionMachine } from '../version/version.machine.ts'
import type { FlowPlan } from './flow-plan.ts'
import { asConfigured } from './panel-protocol.ts'

/** Charts of the flows that live as long as the page (BOOT-1); the code of theme and push is loaded later. */
export const pageCharts = {
  theme: machineNotProvided<typeof themeMachine>(),
  push: machineNotProvided<typeof pushMachine>(),
  connectivity: connectivityMachine,
  version: versionMachine,
  session: sessionMachine,
}

/** Plans of these flows. */
export const pageFlows = {
  theme: { hears: ['ResetAll'] } satisfies FlowPlan<typeof themeMachine>,
  push: { input: asConfigured, hears: ['connectivity.online'] } satisfies FlowPlan<typeof pushMachine>,
  connectivity: {} satisfies FlowPlan<typeof connectivityMachine>,
  version: { hears: ['page.shown', 'page.hidden', 'storage.cleared', 'version.announced'] } satisfies FlowPlan<
    typeof versionMachine
  >,
  session: { hears: ['page.shown', 'session.refused', 'storage.cleared'] } satisfies FlowPlan<typeof sessionMachine>,
}
