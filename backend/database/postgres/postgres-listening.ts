import type { Client, ClientConfig } from 'pg'
import { connected, graceMs, sessionOn } from './postgres-connection.ts'

export type Listening = {
  channel: string
  onPayload: (payload: string) => void
  /** The connection was lost: no notification arrives until `onReconnected`. */
  onLost?: () => void
  /** The subscription is active again after a lost connection: notifications may have been missed. */
  onReconnected: () => void
}

export type Listener = { stop(): Promise<void> }

const heartbeatMs = 10_000
const listenAgainMs = 1_000

/** Listens to a channel on its own connection, and reconnects when that is lost. Resolves when the subscription is active. */
export async function listen(
  config: ClientConfig,
  { channel, onPayload, onLost, onReconnected }: Listening,
): Promise<Listener> {
  let isStopped = false
  let again: NodeJS.Timeout | undefined
  let client = await connect()

  async function connect(): Promise<Client> {
    const made = await connected(config)
    const session = sessionOn(made, graceMs)
    made.on('notification', (message) => message.channel === channel && onPayload(message.payload ?? ''))
    try {
      await session.script(`listen ${made.escapeIdentifier(channel)}`)
    } catch (error) {
      await made.end().catch(() => {})
      throw error
    }
    // A statement without an answer reveals a connection that died without an error.
    const heartbeat = setInterval(() => {
      session.script('select 1').catch(() => made.end().catch(() => {}))
    }, heartbeatMs)
    made.once('end', () => {
      clearInterval(heartbeat)
      if (!isStopped) onLost?.()
      reconnectLater()
    })
    return made
  }

  function reconnectLater(): void {
    if (!isStopped) again = setTimeout(reconnect, listenAgainMs * (0.5 + Math.random()))
  }

  async function reconnect(): Promise<void> {
    try {
      client = await connect()
    } catch {
      return reconnectLater()
    }
    if (isStopped) await client.end().catch(() => {})
    else onReconnected()
  }

  return {
    async stop() {
      isStopped = true
      clearTimeout(again)
      await client.end().catch(() => {})
    },
  }
}
