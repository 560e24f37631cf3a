import type { IncomingMessage } from 'node:http'
import type { Socket } from 'socket.io'
import { bounds } from '../bounds.ts'
import { callerNetwork } from '../http/caller-network.ts'

type Connection = Socket['conn']

/** Socket connections that have not sent a valid token: how many, how long, and how much they may send (OPS-4). */
export type Handshakes = {
  /** Option `allowRequest` of Socket.IO: refuses a further connection with 403. */
  allow(request: IncomingMessage, decide: (message: string | null, isAllowed: boolean) => void): void
  /** Counts a new connection. */
  begin(connection: Connection): void
  /** The connection has sent a valid token and is not counted any more. */
  succeed(connection: Connection): void
  /** Ends a connection after its last message was written, even if the client does not close its side. */
  end(connection: Connection): void
}

const closeMs = 1_000

export function handshakes(addressOf: (request: IncomingMessage) => string, timeMs: number): Handshakes {
  const { eachNetwork, total } = bounds.handshakes.most
  const open = new Map<string, number>()
  const ends = new WeakMap<Connection, () => void>()
  let sum = 0

  function end(connection: Connection): void {
    const { request, transport } = connection
    connection.close()
    setTimeout(() => {
      connection.close(true)
      // Its own close waits half a minute for the client. A connection of polling may carry other requests.
      if (transport.name === 'websocket') request.socket.destroy()
    }, closeMs).unref()
  }

  return {
    allow(request, decide) {
      const count = open.get(callerNetwork(addressOf(request))) ?? 0
      const isAllowed = !request.socket.destroyed && count < eachNetwork && sum < total
      decide(isAllowed ? null : 'too many connections without a token', isAllowed)
    },
    begin(connection) {
      const network = callerNetwork(addressOf(connection.request))
      open.set(network, (open.get(network) ?? 0) + 1)
      sum += 1
      const leave = () => {
        if (!ends.delete(connection)) return
        sum -= 1
        const left = (open.get(network) ?? 1) - 1
        if (left > 0) open.set(network, left)
        else open.delete(network)
      }
      ends.set(connection, leave)
      connection.once('close', leave)
      setTimeout(() => ends.has(connection) && end(connection), timeMs).unref()
      let messages = 0
      connection.on('packet', ({ type }: { type: string }) => {
        if (type !== 'message' || !ends.has(connection)) return
        messages += 1
        if (messages > bounds.handshakeMessages.most.count) end(connection)
      })
    },
    succeed: (connection) => ends.get(connection)?.(),
    end,
  }
}
