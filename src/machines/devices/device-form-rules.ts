import { condominiumIdRule, type TypedDevice, typedDeviceProblems } from '../../../contract/fields/device.ts'

/** The values of the form, as typed. */
export interface DeviceFormValues extends TypedDevice {
  condominiumId: string
}

export type DeviceFormField = keyof DeviceFormValues

/** The fields in the order of the form. */
export const deviceFormFields = [
  'name',
  'model',
  'ip',
  'port',
  'wordCode',
  'condominiumId',
] as const satisfies readonly DeviceFormField[]

/** The problem of each field, as a text for the user. */
export function deviceFormProblems(values: DeviceFormValues): Partial<Record<DeviceFormField, string>> {
  const condominiumId = condominiumIdRule(values.condominiumId)
  return { ...typedDeviceProblems(values), ...(condominiumId !== undefined && { condominiumId }) }
}
