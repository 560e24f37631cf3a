import { enteredDevice } from '../../../contract/fields/device.ts'
import type { DeviceFormValues } from '../../machines/devices/device-form-rules.ts'
import type { DeviceFields } from '../../machines/devices/device-operation-protocol.ts'

/** Checked values as the service takes them. */
export function fieldsOf(values: DeviceFormValues): DeviceFields {
  const { name, model, ip, port } = enteredDevice(values)
  return { name, model, ip, port }
}
