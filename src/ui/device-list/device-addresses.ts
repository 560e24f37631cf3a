import { type DeviceStatus, deviceStatuses, deviceStatusOrder } from '../../../contract/devices/device-status.ts'
import { condominiumAddress } from '../condominiums/condominium-address.ts'
import type { DeviceFilter } from './device-order.ts'

const keys = { text: 'q', deviceStatus: 'estado', condominiumId: 'condominio' } as const

/** Reads the filter from a query string; an unknown status means no filter. */
export function deviceFilterOf(search: string): DeviceFilter {
  const query = new URLSearchParams(search)
  const word = query.get(keys.deviceStatus)
  return {
    text: query.get(keys.text) ?? '',
    deviceStatus: deviceStatusOrder.find((deviceStatus) => deviceStatuses[deviceStatus].word === word) ?? null,
    condominiumId: query.get(keys.condominiumId) || null,
  }
}

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

export function deviceAddress(wordCode: string): string {
  return `/devices/${encodeURIComponent(wordCode)}`
}

/** Builds the address of the device's page or, without a device, of the condominium's page (ALERT-2). */
export function placeAddress({ wordCode, condominiumId }: { wordCode: string; condominiumId: string }): string {
  return wordCode === '' ? condominiumAddress(condominiumId) : deviceAddress(wordCode)
}
