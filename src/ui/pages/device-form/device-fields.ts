import type { DeviceFormValues } from '../../../machines/device-form-rules.ts'
import type { DeviceFields } from '../../../machines/device-operation-protocol.ts'

/** Checked values as the service takes them. */
export function fieldsOf({ name, model, ip, port }: DeviceFormValues): DeviceFields {
  return { name: name.trim(), model: model.trim(), ip: ip.trim(), port: Number(port) }
}
