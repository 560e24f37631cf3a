import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { CircuitView } from '../devices/circuit/circuit-view.ts'
import { type DeviceStatus, deviceStatusOf, deviceStatusOrder } from '../devices/status/device-status.ts'

/** A device that is not as it should be. */
export interface Trouble {
  wordCode: string
  /** Its name, or its code where it has none. */
  name: string
  condominiumId: string
  deviceStatus: TroubleStatus
  circuit: CircuitView
  /** Since when, on the server's clock, in milliseconds since the epoch, or null. */
  since: number | null
}

/** The standings that somebody should do something about, or has: what is isolated stands last. */
export type TroubleStatus = Extract<DeviceStatus, 'open' | 'halfOpen' | 'offline' | 'failing' | 'isolated'>

/** What is known of a device that may be in trouble; without a record of it, what its circuit knows. */
export interface Suspect {
  wordCode: string
  condominiumId: string
  device: Device | undefined
  circuit: CircuitView
}

/** Those of the suspects that are in trouble, worst first, of the same kind the newest first (PAGE-1). */
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

/** Whether it does not pass anybody: a device that merely fails now and then still does, and of an isolated one nobody is told. */
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
