import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { Database } from '../database/database.ts'
import { appendFacts } from '../evidence/append.ts'
import { changesOf } from '../evidence/fact.ts'
import type { DeviceChecks } from '../health/device-checks.ts'
import type { PortTests } from '../port-tests/port-tests.ts'
import type { DeviceNetwork } from '../simulator/device-network.ts'
import type { DeviceConnections } from './device-connections.ts'
import { removeDevice } from './devices.ts'
import { type DeviceChange, deviceFact } from './recorded-command.ts'

export type DeviceMemories = {
  connections: DeviceConnections
  checks: DeviceChecks
  portTests: PortTests
}

/** Forgets check results and port tests of a device that was deleted, moved or changed its behaviour. */
export function forgetFindings({ checks, portTests }: DeviceMemories, device: Device): void {
  checks.forget(device.wordCode)
  portTests.forget(device)
}

/** Removes the customer's device with all its data, and ends its simulation. */
export async function dropDevice(
  parts: DeviceMemories & { database: Database; network: DeviceNetwork; now: () => number },
  device: Device,
  change: DeviceChange,
): Promise<void> {
  parts.connections.cutChecks(device.wordCode)
  await parts.database.transaction(async (transaction) => {
    const { wordCode, name, model, ip, port, condominiumId, active } = device
    if (!(await removeDevice(transaction, wordCode))) return
    const changed = changesOf({ name, model, ip, port, condominiumId, active }, {})
    await appendFacts(
      transaction,
      change.customersId,
      deviceFact('device.deleted', change, device, parts.now(), { changed }),
    )
  })
  await parts.network.remove(device.wordCode, change.customersId)
  forgetFindings(parts, device)
}
