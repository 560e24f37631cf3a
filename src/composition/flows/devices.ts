import type { devicesMachine } from '../../machines/devices/devices.machine.ts'
import { asPerson } from '../../machines/panel/panel-protocol.ts'
import { type Flow, page } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    devices: typeof devicesMachine
  }
}

function form() {
  return import('../charts/signed-in/devices.ts').then((code) => code.importDeviceForm())
}

/** The commands to devices, and the device pages (DEV). */
export const devices: Flow<'devices'> = {
  chart: (neighbours) => import('../charts/signed-in/devices.ts').then((code) => code.devices(neighbours)),
  input: asPerson,
  hears: ['page.shown', 'page.hidden', 'deviceService.lost', 'deviceService.restored'],
  pages: [
    page('/devices', {
      code: async () => {
        const [{ DevicesPage }] = await Promise.all([
          import('../../ui/device-list/devices-page.tsx'),
          import('../children/device-tools.ts'),
        ])
        return DevicesPage
      },
      permission: null,
    }),
    page('/devices/new', {
      code: async () => {
        const [{ NewDevicePage }] = await Promise.all([import('../../ui/device-form/new-device-page.tsx'), form()])
        return NewDevicePage
      },
      permission: 'device:write',
    }),
    page('/devices/:wordCode/edit', {
      code: async () => {
        const [{ EditDevicePage }] = await Promise.all([import('../../ui/device-form/edit-device-page.tsx'), form()])
        return EditDevicePage
      },
      permission: 'device:write',
    }),
    page('/devices/:wordCode', {
      code: async () => {
        const [{ DevicePage }] = await Promise.all([
          import('../../ui/devices/device-page.tsx'),
          import('../children/device-tools.ts'),
          import('../charts/signed-in/devices.ts').then((code) => code.importDeviceDeletion()),
          import('../charts/signed-in/condominiums.ts').then((code) => code.importContacts()),
        ])
        return DevicePage
      },
      permission: null,
    }),
  ],
  menu: { group: 'Portaria', label: 'Dispositivos', icon: 'device' },
}
