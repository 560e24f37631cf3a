import { askDevice, type DeviceAddress, measureBusyTime } from './device-client.ts'
import type { DeviceOp } from './device-protocol.ts'

/** The connection was cut by this side: the backend closes, or the device is being removed. Says nothing about the device. */
export class ConnectionCut extends Error {}

export type AskOptions = {
  timeoutMs: number
  /** The server's own look at the device: nobody waits for it, so it never counts as busy. Default false. */
  isOwnCheck?: boolean
}

export type DeviceConnections = {
  /** `askDevice`, with the connection on the books; rejects with `ConnectionCut` when it is cut. */
  ask(
    device: DeviceAddress,
    request: { op: DeviceOp; key?: string | undefined },
    options: AskOptions,
  ): Promise<{ latencyMs: number }>
  /** True while a call that somebody waits for has a connection to the device. */
  isBusy(wordCode: string): boolean
  /** Cuts the server's own checks of the device. */
  cutChecks(wordCode: string): void
  /** Cuts everything and takes no more. */
  close(): void
}

type Connection = { wordCode: string; isOwnCheck: boolean; abort: AbortController }

/** Keeps the books of the connections to devices that are open now. */
export function deviceConnections(): DeviceConnections {
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
        return await askDevice(device, request, { timeoutMs, signal: connection.abort.signal, busyTime })
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
