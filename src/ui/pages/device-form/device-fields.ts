import type { DeviceFields } from '../../../machines/device-operation.machine.ts'
import type { DeviceFormValues } from '../../device-form-problems.ts'

/** Checked values as the service takes them. */
export function fieldsOf({ name, model, ip, port }: DeviceFormValues): DeviceFields {
  return { name: name.trim(), model: model.trim(), ip: ip.trim(), port: Number(port) }
}
