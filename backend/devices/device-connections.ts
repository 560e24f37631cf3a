import { ForbiddenAddress } from '../network/outgoing-calls.ts'
import { askDevice, type DeviceAddress, type DeviceReply, measureBusyTime } from './device-client.ts'
import type { DeviceNetworks } from './device-networks.ts'
import type { DeviceAsk } from './device-talk.ts'

/** This side cut the connection: the backend closes, or the device is being removed. No information about the device. */
export class ConnectionCut extends Error {}

export type AskOptions = {
  timeoutMs: number
  /** The server's own check: no caller waits for it, so the device does not count as busy. Default false. */
  isOwnCheck?: boolean
}

export type DeviceConnections = {
  ask(device: DeviceAddress, request: DeviceAsk, options: AskOptions): Promise<DeviceReply>
  /** Returns true while a call with a waiting caller has a connection to the device. */
  isBusy(wordCode: string): boolean
  cutChecks(wordCode: string): void
  /** Cuts every connection and refuses new ones. */
  close(): void
}

type Connection = { wordCode: string; isOwnCheck: boolean; abort: AbortController }

/** Registers the open connections to devices. `ask` rejects with `ForbiddenAddress` for an address that `networks` do not allow. */
export function deviceConnections(networks: DeviceNetworks): DeviceConnections {
  const connections = new Map<string, Set<Connection>>()
  const busyTime = measureBusyTime()
  let isClosed = false

  function cut(wanted: Iterable<Connection>): void {
    for (const { abort } of wanted) abort.abort(new ConnectionCut('the connection was cut'))
  }

  function enter(connection: Connection): void {
    const known = connections.get(connection.wordCode)
    if (known) known.add(connection)
    else connections.set(connection.wordCode, new Set([connection]))
  }

  function leave(connection: Connection): void {
    const known = connections.get(connection.wordCode)
    known?.delete(connection)
    if (known?.size === 0) connections.delete(connection.wordCode)
  }

  return {
    async ask(device, request, { timeoutMs, isOwnCheck = false }) {
      if (isClosed) throw new ConnectionCut('the backend is closing')
      const connection = { wordCode: device.wordCode, isOwnCheck, abort: new AbortController() }
      enter(connection)
      try {
        if (!(await networks.allows(device))) throw new ForbiddenAddress(device.ip)
        const { purpose } = networks
        return await askDevice(device, request, { timeoutMs, signal: connection.abort.signal, busyTime, purpose })
      } finally {
        leave(connection)
      }
    },
    isBusy: (wordCode) => [...(connections.get(wordCode) ?? [])].some((connection) => !connection.isOwnCheck),
    cutChecks(wordCode) {
      cut([...(connections.get(wordCode) ?? [])].filter((connection) => connection.isOwnCheck))
    },
    close() {
      isClosed = true
      busyTime.stop()
      for (const open of connections.values()) cut(open)
    },
  }
}
