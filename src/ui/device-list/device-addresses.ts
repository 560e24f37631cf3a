import { condominiumAddress } from '../condominiums/condominium-address.ts'
import { type DeviceStanding, standingOrder, standings } from '../devices/status/device-status.ts'
import type { DeviceFilter } from './device-order.ts'

const keys = { text: 'q', standing: 'estado', condominiumId: 'condominio' } as const

/** The filter that a query string asks for; a state that there is not is none. */
export function deviceFilterOf(search: string): DeviceFilter {
  const query = new URLSearchParams(search)
  const word = query.get(keys.standing)
  return {
    text: query.get(keys.text) ?? '',
    standing: standingOrder.find((standing) => standings[standing].word === word) ?? null,
    condominiumId: query.get(keys.condominiumId) || null,
  }
}

/** The address of the list, narrowed. */
export function devicesAddress({ text, standing, condominiumId }: Partial<DeviceFilter>): string {
  const query = new URLSearchParams()
  if (text !== undefined && text.trim() !== '') query.set(keys.text, text)
  if (standing) query.set(keys.standing, wordOf(standing))
  if (condominiumId) query.set(keys.condominiumId, condominiumId)
  return query.size === 0 ? '/devices' : `/devices?${query}`
}

function wordOf(standing: DeviceStanding): string {
  return standings[standing].word
}

/** The address of a device's page. */
export function deviceAddress(wordCode: string): string {
  return `/devices/${encodeURIComponent(wordCode)}`
}

/** The page of what something is about: its device's, else its condominium's (ALERT-2). */
export function placeAddress({ wordCode, condominiumId }: { wordCode: string; condominiumId: string }): string {
  return wordCode === '' ? condominiumAddress(condominiumId) : deviceAddress(wordCode)
}
