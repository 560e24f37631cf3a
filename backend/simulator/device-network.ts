import * as v from 'valibot'
import type { DeviceFault } from '../../contract/wire/answers/devices/simulator.ts'
import type { Database } from '../database/database.ts'
import { deleteOldRows } from '../database/old-rows.ts'
import type { DeviceAddress } from '../devices/device-client.ts'
import { type DeviceListener, startDeviceListener } from './device-listener.ts'
import { type SimulatedDevices, simulatedDevices } from './simulated-devices.ts'

const boundAtOnce = 16

export type DeviceNetwork = {
  devices: SimulatedDevices
  /** Listens at the device's recorded loopback address; if this fails, changes the record to the address in use. */
  place(wordCode: string): Promise<void>
  /** Stops listening for a deleted device; the simulator still returns its requests and acts to its customer. */
  remove(wordCode: string, customersId: string): Promise<void>
  wasRemoved(wordCode: string, customersId: string): boolean
  /** `slowMs`: delay of the answers of a 'slow' device. */
  setFault(devices: DeviceAddress[], fault: DeviceFault, slowMs: number): Promise<void>
  close(): Promise<void>
}

/** The devices at one address; the listener is closed while its only device has the fault `refuse`. */
type Endpoint = { ip: string; port: number; present: Set<string>; listener: DeviceListener | undefined }

/**
 * Simulates every recorded device at a loopback address; a port of 0 in the records gets each device a port of its own. With `isOn` false
 * nothing listens: a caller who records thousands of devices must not open thousands of ports (OPS-4).
 */
export async function startDeviceNetwork(database: Database, now: () => number, isOn: boolean): Promise<DeviceNetwork> {
  const devices = simulatedDevices(database, now)
  const endpoints = new Map<string, Endpoint>()
  const removedFrom = new Map<string, string>()
  let changing: Promise<unknown> = Promise.resolve()

  /** Runs changes one after another: opening and closing the same port must not overlap. */
  function change(work: () => Promise<void>): Promise<void> {
    const changed = changing.then(work)
    changing = changed.catch(() => {})
    return changed
  }

  async function settle(endpoint: Endpoint): Promise<void> {
    const [first] = endpoint.present
    const isRefusing = endpoint.present.size === 1 && first !== undefined && devices.faultOf(first) === 'refuse'
    const isWanted = endpoint.present.size > 0 && !isRefusing
    if (isWanted && endpoint.listener === undefined) await open(endpoint)
    if (!isWanted) {
      await endpoint.listener?.close()
      endpoint.listener = undefined
    }
    if (endpoint.present.size === 0) endpoints.delete(keyOf(endpoint))
  }

  async function open(endpoint: Endpoint): Promise<void> {
    const listener = await startDeviceListener(endpoint, (line, socket) => devices.take(line, socket, endpoint.present))
    endpoint.listener = listener
    const { ip, port } = listener
    if (ip !== endpoint.ip || port !== endpoint.port) {
      endpoints.delete(keyOf(endpoint))
      Object.assign(endpoint, { ip, port })
      await database.execute('update devices set ip = $2, port = $3 where word_code = any($1::text[])', [
        [...endpoint.present],
        ip,
        port,
      ])
    }
    endpoints.set(keyOf(endpoint), endpoint)
  }

  async function leave(wordCode: string): Promise<void> {
    for (const endpoint of endpoints.values()) if (endpoint.present.delete(wordCode)) await settle(endpoint)
  }

  async function openAll(): Promise<void> {
    const wanted = await recordedEndpoints(database)
    for (let start = 0; start < wanted.length; start += boundAtOnce)
      await Promise.all(wanted.slice(start, start + boundAtOnce).map(open))
  }

  async function close(): Promise<void> {
    await changing
    await devices.close()
    await Promise.all([...endpoints.values()].map((endpoint) => endpoint.listener?.close()))
  }

  try {
    await deleteOldRows(database, 'simulated_acts', now())
    if (isOn) await openAll()
  } catch (error) {
    await close()
    throw error
  }
  return {
    devices,
    place: (wordCode) =>
      change(async () => {
        if (!isOn) return
        await leave(wordCode)
        const address = await recordedAddress(database, wordCode)
        if (address === undefined) return
        removedFrom.delete(wordCode)
        devices.renew(wordCode)
        const endpoint = endpoints.get(keyOf(address)) ?? { ...address, present: new Set(), listener: undefined }
        endpoints.set(keyOf(address), endpoint)
        endpoint.present.add(wordCode)
        await settle(endpoint)
      }),
    remove: (wordCode, customersId) =>
      change(async () => {
        removedFrom.set(wordCode, customersId)
        devices.setFault(wordCode, 'up', 0)
        await leave(wordCode)
      }),
    wasRemoved: (wordCode, customersId) => removedFrom.get(wordCode) === customersId,
    setFault: (chosen, fault, slowMs) =>
      change(async () => {
        for (const { wordCode } of chosen) devices.setFault(wordCode, fault, slowMs)
        const concerned = new Set(chosen.map((device) => endpoints.get(keyOf(device))))
        await Promise.all([...concerned].map((endpoint) => endpoint && settle(endpoint)))
      }),
    close,
  }
}

async function recordedEndpoints(database: Database): Promise<Endpoint[]> {
  const rows = await database.query(
    `select ip, port, array_agg(word_code) as "wordCodes" from devices where ip like '127.%'
     group by ip, port, case when port = 0 then word_code end order by ip, port`,
    [],
    v.object({ ip: v.string(), port: v.number(), wordCodes: v.array(v.string()) }),
  )
  return rows.map(({ ip, port, wordCodes }) => ({ ip, port, present: new Set(wordCodes), listener: undefined }))
}

async function recordedAddress(
  database: Database,
  wordCode: string,
): Promise<{ ip: string; port: number } | undefined> {
  const [address] = await database.query(
    "select ip, port from devices where word_code = $1 and ip like '127.%'",
    [wordCode],
    v.object({ ip: v.string(), port: v.number() }),
  )
  return address
}

function keyOf({ ip, port }: { ip: string; port: number }): string {
  return `${ip} ${port}`
}
