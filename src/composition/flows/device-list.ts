import type { deviceListMachine } from '../../machines/device-list/device-list.machine.ts'
import type { Flow } from '../flow.ts'

declare module '../../machines/panel/flow-plan.ts' {
  interface SessionFlows {
    deviceList: typeof deviceListMachine
  }
}

/** The list of devices, which many pages use (DEV-6). */
export const deviceList: Flow<'deviceList'> = {
  chart: ({ remembering, lastKnown }) =>
    import('../charts/signed-in/device-list.ts').then((code) => code.deviceList(remembering, lastKnown)),
  hears: [
    'socket.batch',
    'socket.restored',
    'deviceService.lost',
    'deviceService.restored',
    'devices.reload',
    'device.changed',
    'device.deleted',
    'health.checked',
    'health.unreachable',
  ],
}
