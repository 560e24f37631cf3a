import { enteredDevice } from '../../../../contract/fields/device.ts'
import type { DeviceFields } from '../../../machines/device-operation.machine.ts'
import type { DeviceFormValues } from '../../device-form-problems.ts'

/** Checked values as the service takes them. */
export function fieldsOf(values: DeviceFormValues): DeviceFields {
  const { name, model, ip, port } = enteredDevice(values)
  return { name, model, ip, port }
}
