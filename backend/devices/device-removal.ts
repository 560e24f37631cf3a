import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { Viewer } from '../access/visibility.ts'
import type { Database, Queryable } from '../database/database.ts'
import { hasRow } from '../database/row-values.ts'
import { appendFacts } from '../evidence/append.ts'
import { changesOf, type Fact } from '../evidence/fact.ts'
import type { DeviceChecks } from '../health/device-checks.ts'
import { refuseStale } from '../http/entity-tag.ts'
import type { PortTests } from '../port-tests/port-tests.ts'
import type { DeviceNetwork } from '../simulator/device-network.ts'
import type { DeviceConnections } from './device-connections.ts'
import { type DeviceChange, deviceFact } from './device-fact.ts'
import { holdDevice, removeDevice } from './devices.ts'

export type DeviceMemories = {
  connections: DeviceConnections
  checks: DeviceChecks
  portTests: PortTests
}

type RemovalParts = DeviceMemories & { database: Database; network: DeviceNetwork; now: () => number }

/** Forgets check results and port tests of a device that was deleted, moved or changed its behaviour. */
export function forgetFindings({ checks, portTests }: DeviceMemories, device: Device): void {
  checks.forget(device.wordCode)
  portTests.forget(device)
}

/** Removes the customer's device with all its data, and ends its simulation. May throw 412 for a stale `If-Match`. */
export async function dropDevice(
  parts: RemovalParts,
  device: Device,
  change: DeviceChange,
  ifMatch: string | undefined,
): Promise<void> {
  await parts.database.transaction(async (transaction) => {
    const current = await holdDevice(transaction, device.wordCode)
    if (current !== undefined) refuseStale(ifMatch, current.etag, current)
    await appendFacts(transaction, change.customersId, ...(await removeRecord(transaction, parts, device, change)))
  })
  await forgetRemoved(parts, device, change)
}

/** Removes the record of the device with all its data; resolves to the records of the chain. */
export async function removeRecord(
  transaction: Queryable,
  { connections, now }: RemovalParts,
  device: Device,
  change: DeviceChange,
): Promise<Fact[]> {
  connections.cutChecks(device.wordCode)
  const { wordCode, name, model, ip, port, condominiumId, active } = device
  if (!(await removeDevice(transaction, wordCode))) return []
  const changed = changesOf({ name, model, ip, port, condominiumId, active }, {})
  return [deviceFact('device.deleted', change, device, now(), { changed })]
}

/**
 * Resolves to whether a device of the customer with this wordCode was deleted from a condominium that the account may
 * see (DEV-5).
 */
export async function wasDeleted(
  database: Queryable,
  { customersId, seesAll, userId }: Viewer,
  wordCode: string,
): Promise<boolean> {
  return hasRow(
    database,
    `select from evidence where customers_id = $1 and word_code = $2 and kind = 'device.deleted'
     and ($3::boolean or condominium_id in (select condominium_id from user_condominiums where user_id = $4))`,
    [customersId, wordCode, seesAll, userId],
  )
}

/** Ends the simulation of a device that was removed. */
export async function forgetRemoved(parts: RemovalParts, device: Device, { customersId }: DeviceChange): Promise<void> {
  await parts.network.remove(device.wordCode, customersId)
  forgetFindings(parts, device)
}
