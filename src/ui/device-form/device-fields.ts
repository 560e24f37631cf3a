import { enteredDevice } from '../../../contract/fields/device.ts'
import type { DeviceFormValues } from '../../machines/devices/device-form-rules.ts'
import type { DeviceFields } from '../../machines/devices/device-operation-protocol.ts'

/** Converts checked values to the fields of the service. */
export function fieldsOf(values: DeviceFormValues): DeviceFields {
  const { name, model, ip, port } = enteredDevice(values)
  return { name, model, ip, port }
}
