import { fromPromise } from 'xstate'
import { deviceRoutes } from '../../../contract/wire/routes/devices.ts'
import { deviceDeleteMachine } from '../../machines/devices/commands/device-delete.machine.ts'
import type { DeviceCall } from '../../services/devices/device-control-api.ts'
import type { Log } from '../../services/log/log.ts'
import { logTo } from '../neighbours.ts'

/** The deletion of a device, fetched with the page of a device (DEV-2). */
export function deviceDeletion(callDevice: DeviceCall, log: Log) {
  return deviceDeleteMachine.provide({
    actors: {
      deleteFromDevice: fromPromise(({ input: { userId, target }, signal }) =>
        callDevice(deviceRoutes.deleteDevice, { params: { userId, wordCode: target.wordCode }, signal }),
      ),
      deleteFromPool: fromPromise(({ input: { target }, signal }) =>
        callDevice(deviceRoutes.deleteDeviceFromPool, { params: { wordCode: target.wordCode }, signal }),
      ),
      deleteFromDatabase: fromPromise(({ input: { target }, signal }) =>
        callDevice(deviceRoutes.deleteDeviceFromDatabase, { params: { wordCode: target.wordCode }, signal }),
      ),
    },
    actions: { logFailure: logTo(log) },
  })
}
