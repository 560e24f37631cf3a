import { randomUUID } from 'node:crypto'
import type { ClientConfig } from 'pg'
import * as v from 'valibot'
import type { Session } from '../database.ts'
import { DatabaseUnavailable } from '../database-unavailable.ts'
import { arrives } from '../proof-of-listening.ts'
import { firstValue } from '../row-values.ts'
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

type Proofs = {
  everyMs: number
  /** Called if the proof fails: the other connections of this instance may lead to the earlier server, too. */
  onUnproven: () => void
}

const listenAgainMs = 1_000

/**
 * Listens to a channel on a separate connection, and reconnects after a loss. After each `everyMs`, the connection must
 * prove that it leads to the server to which new connections lead, and that this server accepts writes (SCA-2).
 * Resolves when the subscription is active.
 */
export async function listen(
  config: ClientConfig,
  { channel, onPayload, onLost, onReconnected }: Listening,
  { everyMs, onUnproven }: Proofs,
): Promise<Listener> {
  const proofChannel = `guarita:${randomUUID()}`
  let isStopped = false
  let again: NodeJS.Timeout | undefined
  let end = await connect()

  /** Connects and subscribes. Resolves to a function that ends the connection. */
  async function connect(): Promise<() => Promise<void>> {
    const made = await connected(config)
    const session = sessionOn(made, graceMs)
    let isOver = false
    let timer: NodeJS.Timeout | undefined
    let onProof = () => {}
    made.on('notification', ({ channel: name, payload = '' }) => {
      if (isOver) return
      if (name === channel) onPayload(payload)
      else onProof()
    })

    function over(): void {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      if (isStopped) return
      onLost?.()
      reconnectLater()
    }

    function proveLater(): void {
      timer = setTimeout(async () => {
        const arrival = new Promise<void>((resolve) => {
          onProof = resolve
        })
        if (await isProven(session, arrival)) return isOver || proveLater()
        if (isOver) return
        onUnproven()
        over()
        // Does not wait for the end: an unreachable server never confirms the end.
        made.end().catch(() => {})
      }, everyMs)
    }

    try {
      if (await isReadOnly(session)) throw new DatabaseUnavailable(new Error('the server accepts no writes'))
      await session.script(`listen ${made.escapeIdentifier(channel)}; listen ${made.escapeIdentifier(proofChannel)}`)
    } catch (error) {
      await made.end().catch(() => {})
      throw error
    }
    made.once('end', over)
    proveLater()
    return async () => {
      if (isOver) return
      over()
      await made.end().catch(() => {})
    }
  }

  async function isProven(session: Session, arrival: Promise<void>): Promise<boolean> {
    if (await isReadOnly(session).catch(() => true)) return false
    // If no new connection is possible, the listening connection stays: nothing proves it wrong.
    if (!(await sendProof())) return true
    return arrives(arrival)
  }

  /** Sends the proof on a new connection, which leads to the server that accepts writes now. */
  async function sendProof(): Promise<boolean> {
    try {
      const sender = await connected(config)
      await sessionOn(sender, graceMs)
        .execute("select pg_notify($1, '')", [proofChannel])
        .finally(() => void sender.end().catch(() => {}))
      return true
    } catch {
      return false
    }
  }

  function reconnectLater(): void {
    if (!isStopped) again = setTimeout(reconnect, listenAgainMs * (0.5 + Math.random()))
  }

  async function reconnect(): Promise<void> {
    try {
      end = await connect()
    } catch {
      return reconnectLater()
    }
    if (isStopped) await end()
    else onReconnected()
  }

  return {
    async stop() {
      isStopped = true
      clearTimeout(again)
      await end()
    },
  }
}

async function isReadOnly(session: Session): Promise<boolean> {
  const sql = "select current_setting('transaction_read_only') = 'on' as is_read_only"
  return (await firstValue(session, sql, [], v.boolean())) !== false
}
