import type { Device } from '../contract/wire/devices.ts'
import type { Database } from './database.ts'
import type { DeviceChecks } from './device-checks.ts'
import type { DeviceConnections } from './device-connections.ts'
import type { DeviceHealth } from './device-health.ts'
import { removeDevice } from './devices.ts'
import type { PortTests } from './port-tests.ts'
import type { DeviceNetwork } from './simulator/device-network.ts'

export type DeviceMemories = {
  connections: DeviceConnections
  health: DeviceHealth
  checks: DeviceChecks
  portTests: PortTests
}

/** What was found out about the device no longer holds: it went, moved, or changed its behaviour. */
export function forgetFindings({ checks, portTests }: DeviceMemories, device: Device): void {
  checks.forget(device.wordCode)
  portTests.forget(device)
}

/** Removes the record and all that is known of the device of that customer; its simulation stops. */
export async function dropDevice(
  parts: DeviceMemories & { database: Database; network: DeviceNetwork },
  device: Device,
  customersId: string,
): Promise<void> {
  parts.connections.cutChecks(device.wordCode)
  await removeDevice(parts.database, device.wordCode)
  await parts.network.remove(device.wordCode, customersId)
  parts.health.forget(device.wordCode)
  forgetFindings(parts, device)
}
