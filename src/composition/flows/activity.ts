import type { activityMachine } from '../../machines/activity/activity.machine.ts'
import type { Flow } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    activity: typeof activityMachine
  }
}

/** Last events and port tests of condominiums (ACT). */
export const activity: Flow<'activity'> = {
  chart: ({ remembering }) => import('../charts/signed-in/activity.ts').then((code) => code.activity(remembering)),
  hears: ['socket.batch', 'socket.restored', 'server.restored', 'lastKnown.over'],
}
