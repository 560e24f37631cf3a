import type { deviceImportMachine } from '../../machines/device-import/device-import.machine.ts'
import { ofUser } from '../../machines/panel/panel-protocol.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    deviceImport: typeof deviceImportMachine
  }
}

/** The import of devices from a spreadsheet (HTTP-5). */
export const deviceImport: Flow<'deviceImport'> = {
  chart: (neighbours) => import('../charts/signed-in/device-import.ts').then((code) => code.deviceImport(neighbours)),
  input: ofUser,
  hears: ['condominiums.selected'],
  pages: [
    page('/import', {
      code: async () => {
        const [{ ImportPage }] = await Promise.all([
          import('../../ui/device-import/import-page.tsx'),
          import('../children/device-import-tools.ts'),
        ])
        return ImportPage
      },
      permission: 'import',
    }),
  ],
  menu: { group: 'Portaria', label: 'Importação', icon: 'import' },
}
