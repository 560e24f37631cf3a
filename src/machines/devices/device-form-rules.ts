import { condominiumIdRule, type TypedDevice, typedDeviceProblems } from '../../../contract/fields/device.ts'

/** What a person enters of a device, as typed. */
export interface DeviceFormValues extends TypedDevice {
  condominiumId: string
}

export type DeviceFormField = keyof DeviceFormValues

/** In the order of the form. */
export const deviceFormFields = [
  'name',
  'model',
  'ip',
  'port',
  'wordCode',
  'condominiumId',
] as const satisfies readonly DeviceFormField[]

/** What is wrong with each field, in words. */
export function deviceFormProblems(values: DeviceFormValues): Partial<Record<DeviceFormField, string>> {
  const condominiumId = condominiumIdRule(values.condominiumId)
  return { ...typedDeviceProblems(values), ...(condominiumId !== undefined && { condominiumId }) }
}
