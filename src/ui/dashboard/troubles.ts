import {
  type DeviceStatus,
  deviceStatusOf,
  deviceStatusOrder,
  deviceStatusSince,
  nameOf,
  type StatusFacts,
} from '../../../contract/devices/device-status.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { CircuitView } from '../devices/circuit/circuit-view.ts'

export interface Trouble {
  wordCode: string
  /** Name of the device, or its code if it has no name. */
  name: string
  /** Whether the record of the device is known. */
  isNamed: boolean
  condominiumId: string
  deviceStatus: TroubleStatus
  circuit: CircuitView
  /** On the server's clock, in milliseconds since the epoch; null if unknown. */
  since: number | null
}

/** Statuses that need attention, or that a person has set; isolated devices come last. */
export type TroubleStatus = Extract<DeviceStatus, 'open' | 'halfOpen' | 'offline' | 'failing' | 'isolated'>

/** Device that may be in trouble; without a record, only its circuit is known. */
export interface Suspect extends Pick<StatusFacts, 'reportedAt' | 'incident'> {
  wordCode: string
  condominiumId: string
  device: Device | undefined
  circuit: CircuitView
}

/** Keeps the suspects in trouble, worst first, then newest first (PAGE-1). */
export function troublesAmong(suspects: Iterable<Suspect>): Trouble[] {
  const troubles: Trouble[] = []
  for (const { wordCode, condominiumId, device: record, ...known } of suspects) {
    const device = record ?? { name: '', active: true, status: 'unknown' as const, lastContactAt: null }
    const facts = { ...known, device, contact: 'current' as const }
    const deviceStatus = deviceStatusOf(facts)
    if (!isTrouble(deviceStatus)) continue
    const name = nameOf({ ...device, wordCode })
    troubles.push({
      wordCode,
      name,
      isNamed: record !== undefined,
      condominiumId,
      deviceStatus,
      circuit: known.circuit,
      since: deviceStatusSince(facts),
    })
  }
  return troubles.sort(worstFirst)
}

function isTrouble(deviceStatus: DeviceStatus): deviceStatus is TroubleStatus {
  return deviceStatus !== 'online' && deviceStatus !== 'inactive' && deviceStatus !== 'unknown'
}

function worstFirst(left: Trouble, right: Trouble): number {
  const byDeviceStatus = deviceStatusOrder.indexOf(left.deviceStatus) - deviceStatusOrder.indexOf(right.deviceStatus)
  return byDeviceStatus || (right.since ?? 0) - (left.since ?? 0) || left.name.localeCompare(right.name, 'pt-BR')
}
