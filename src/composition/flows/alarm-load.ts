import type { alarmLoadMachine } from '../../machines/alarm-load/alarm-load.machine.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    alarmLoad: typeof alarmLoadMachine
  }
}

/** The alarm load (INC-9). */
export const alarmLoad: Flow<'alarmLoad'> = {
  chart: (neighbours) => import('../charts/signed-in/alarm-load.ts').then((code) => code.alarmLoad(neighbours)),
  hears: ['server.restored'],
  requires: 'incidents',
  pages: [
    page('/alarm-load', {
      code: async () => {
        const [{ AlarmLoadPage }] = await Promise.all([
          import('../../ui/alarm-load/alarm-load-page.tsx'),
          import('../../services/alarm-load/alarm-load-api.ts'),
          import('../files/alarm-load-file.ts'),
        ])
        return AlarmLoadPage
      },
      permission: null,
    }),
  ],
  menu: { group: 'Acompanhamento', label: 'Carga', icon: 'load' },
}
