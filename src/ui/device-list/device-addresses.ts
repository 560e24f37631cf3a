import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { type DeviceStatus, deviceStatuses, deviceStatusOrder } from '../devices/status/device-status.ts'
import type { DeviceFilter } from './device-order.ts'

const keys = { text: 'q', deviceStatus: 'estado', condominiumId: 'condominio' } as const

/** The filter that a query string asks for; a state that there is not is none. */
export function deviceFilterOf(search: string): DeviceFilter {
  const query = new URLSearchParams(search)
  const word = query.get(keys.deviceStatus)
  return {
    text: query.get(keys.text) ?? '',
    deviceStatus: deviceStatusOrder.find((deviceStatus) => deviceStatuses[deviceStatus].word === word) ?? null,
    condominiumId: query.get(keys.condominiumId) || null,
  }
}

/** The address of the list, narrowed. */
export function devicesAddress({ text, deviceStatus, condominiumId }: Partial<DeviceFilter>): string {
  const query = new URLSearchParams()
  if (text !== undefined && text.trim() !== '') query.set(keys.text, text)
  if (deviceStatus) query.set(keys.deviceStatus, wordOf(deviceStatus))
  if (condominiumId) query.set(keys.condominiumId, condominiumId)
  return query.size === 0 ? '/devices' : `/devices?${query}`
}

function wordOf(deviceStatus: DeviceStatus): string {
  return deviceStatuses[deviceStatus].word
}

/** The address of a device's page. */
export function deviceAddress(wordCode: string): string {
  return `/devices/${encodeURIComponent(wordCode)}`
}

/** The page of what something is about: its device's, else its condominium's (ALERT-2). */
export function placeAddress({ wordCode, condominiumId }: { wordCode: string; condominiumId: string }): string {
  return wordCode === '' ? condominiumAddress(condominiumId) : deviceAddress(wordCode)
}
