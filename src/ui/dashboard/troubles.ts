import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { CircuitView } from '../devices/circuit/circuit-view.ts'
import { type DeviceStatus, deviceStatusOf, deviceStatusOrder } from '../devices/status/device-status.ts'

export interface Trouble {
  wordCode: string
  /** Name of the device, or its code if it has no name. */
  name: string
  condominiumId: string
  deviceStatus: TroubleStatus
  circuit: CircuitView
  /** On the server's clock, in milliseconds since the epoch; null if unknown. */
  since: number | null
}

/** Statuses that need attention, or that a person has set; isolated devices come last. */
export type TroubleStatus = Extract<DeviceStatus, 'open' | 'halfOpen' | 'offline' | 'failing' | 'isolated'>

/** Device that may be in trouble; without a record, only its circuit is known. */
export interface Suspect {
  wordCode: string
  condominiumId: string
  device: Device | undefined
  circuit: CircuitView
}

/** Keeps the suspects in trouble, worst first, then newest first (PAGE-1). */
export function troublesAmong(suspects: Iterable<Suspect>): Trouble[] {
  const troubles: Trouble[] = []
  for (const { wordCode, condominiumId, device, circuit } of suspects) {
    const record = device ?? { name: '', active: true, status: 'unknown' as const, lastContactAt: null }
    const deviceStatus = deviceStatusOf(record, circuit, false)
    if (!isTrouble(deviceStatus)) continue
    const seenAt = record.lastContactAt === null ? null : Date.parse(record.lastContactAt)
    const downSince =
      deviceStatus === 'failing' ? circuit.lastFailureServerTime : (seenAt ?? circuit.lastFailureServerTime)
    const since = deviceStatus === 'isolated' ? null : downSince
    troubles.push({ wordCode, name: record.name || wordCode, condominiumId, deviceStatus, circuit, since })
  }
  return troubles.sort(worstFirst)
}

/**
 * Whether the device lets no person pass: a failing device still does at times, and isolated devices raise no alarm.
 */
export function isStopped({ deviceStatus }: Trouble): boolean {
  return deviceStatus !== 'failing' && deviceStatus !== 'isolated'
}

function isTrouble(deviceStatus: DeviceStatus): deviceStatus is TroubleStatus {
  return deviceStatus !== 'online' && deviceStatus !== 'inactive' && deviceStatus !== 'unknown'
}

function worstFirst(left: Trouble, right: Trouble): number {
  const byDeviceStatus = deviceStatusOrder.indexOf(left.deviceStatus) - deviceStatusOrder.indexOf(right.deviceStatus)
  return byDeviceStatus || (right.since ?? 0) - (left.since ?? 0) || left.name.localeCompare(right.name, 'pt-BR')
}
