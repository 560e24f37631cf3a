import type { shellMachine } from '../../machines/shell/shell.machine.ts'
import type { Flow } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    shell: typeof shellMachine
  }
}

/** The layout around a page (SHELL-2). */
export const shell: Flow<'shell'> = {
  chart: (neighbours) => import('../charts/page/shell.ts').then((code) => code.shell(neighbours)),
  hears: ['connectivity.online', 'server.restored'],
}
