import { type DeviceStatus, deviceStatusOrder } from '../../../contract/devices/device-status.ts'
import { searchable, searchFor } from '../../../contract/texts/searchable.ts'
import type { ListedDevice } from '../../machines/device-list/device-board.ts'

/** Filter of a list of devices; '' and null mean no filter. */
export interface DeviceFilter {
  text: string
  deviceStatus: DeviceStatus | null
  condominiumId: string | null
}

export interface DeviceView {
  /** Devices in trouble first, then by name. */
  devices: readonly ListedDevice[]
  /** Devices by status; ignores the status of the filter. */
  byDeviceStatus: Readonly<Record<DeviceStatus, readonly ListedDevice[]>>
  /** Number of all these devices. */
  count: number
}

/**
 * Builds the search text of each device: name, wordCode, address and name of its condominium.
 * @param names of the condominiums by id
 */
export function searchedTexts(listed: readonly ListedDevice[], names: ReadonlyMap<string, string>): readonly string[] {
  const nameTexts = new Map<string, string>()
  for (const [id, name] of names) nameTexts.set(id, searchable(name))
  return listed.map(({ searched, device: { ip, condominiumId } }) =>
    [searched, ip, nameTexts.get(condominiumId)].join('\n'),
  )
}

/**
 * Filters and sorts the devices, and groups them by status.
 * @param listed sorted by name
 * @param texts of the same devices by `searchedTexts`; not read if the filter has no text
 */
export function deviceView(
  listed: readonly ListedDevice[],
  texts: readonly string[],
  { text, deviceStatus, condominiumId }: DeviceFilter,
  deviceStatusOf: (listed: ListedDevice) => DeviceStatus,
): DeviceView {
  const isFound = searchFor(text)
  const found = listed.filter(
    ({ device }, index) =>
      (condominiumId === null || device.condominiumId === condominiumId) && isFound(texts[index] ?? ''),
  )
  const byDeviceStatus: Record<DeviceStatus, ListedDevice[]> = {
    open: [],
    halfOpen: [],
    offline: [],
    failing: [],
    unknown: [],
    isolated: [],
    inactive: [],
    online: [],
  }
  for (const each of found) byDeviceStatus[deviceStatusOf(each)].push(each)
  const devices =
    deviceStatus === null ? deviceStatusOrder.flatMap((each) => byDeviceStatus[each]) : byDeviceStatus[deviceStatus]
  return { devices, byDeviceStatus, count: found.length }
}
