import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { ListedDevice } from '../../machines/device-list/device-board.ts'
import { searchable, searchFor } from '../../machines/parts/searchable.ts'
import { type DeviceStatus, deviceStatusOrder } from '../devices/status/device-status.ts'

/** What a list of devices is narrowed to; '' and null do not narrow. */
export interface DeviceFilter {
  text: string
  deviceStatus: DeviceStatus | null
  condominiumId: string | null
}

export interface DeviceView {
  /** Trouble first, then by name. */
  devices: readonly ListedDevice[]
  /** Devices of each standing, whatever standing the list is narrowed to. */
  byDeviceStatus: Readonly<Record<DeviceStatus, readonly ListedDevice[]>>
  /** All of those. */
  count: number
}

/**
 * What a search compares of each device: name, wordCode, address and the name of its condominium.
 * @param names of the condominiums by id
 */
export function searchedTexts(listed: readonly ListedDevice[], names: ReadonlyMap<string, string>): readonly string[] {
  const places = new Map<string, string>()
  for (const [id, name] of names) places.set(id, searchable(name))
  return listed.map(({ searched, device: { ip, condominiumId } }) =>
    [searched, ip, places.get(condominiumId)].join('\n'),
  )
}

/**
 * The devices that pass the filter, sorted, and those of each standing.
 * @param listed in the order of their names
 * @param texts of the same devices by `searchedTexts`; not read where the filter has no text
 */
export function deviceView(
  listed: readonly ListedDevice[],
  texts: readonly string[],
  { text, deviceStatus, condominiumId }: DeviceFilter,
  deviceStatusOf: (device: Device) => DeviceStatus,
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
  for (const each of found) byDeviceStatus[deviceStatusOf(each.device)].push(each)
  const devices =
    deviceStatus === null ? deviceStatusOrder.flatMap((each) => byDeviceStatus[each]) : byDeviceStatus[deviceStatus]
  return { devices, byDeviceStatus, count: found.length }
}
