import { createClient } from '@redis/client'
import { bounds } from '../bounds.ts'
import type { Queryable } from '../database/database.ts'
import { OperatorError } from '../database/operator-error.ts'
import { type BusKey, busKey } from './bus-key.ts'
import type { Transport, TransportListener } from './transport.ts'

const pingMs = 2_000
const longestPauseMs = 2_000
/** Sent by an instance that failed to send a message: all instances have missed it. */
const gap = ''

/**
 * Transport over Redis pub/sub, for high load. Several installations may share one Redis: each installation has its own channel and key,
 * which `database` stores. `listen` rejects with `OperatorError` if `url` (`redis://…`) does not answer.
 */
export function redisTransport(url: string, database: Queryable): Transport {
  let isListening = false
  const options = {
    url,
    pingInterval: pingMs,
    // Queued messages would arrive late and use an unbounded amount of memory.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: bounds.redis.most.connectMs,
      // Silence reveals a connection that died without an error.
      socketTimeout: bounds.redis.most.silenceMs,
      reconnectStrategy: (retries: number, cause: Error) =>
        isListening ? Math.min(50 * 2 ** retries, longestPauseMs) : cause,
    },
  }
  const sender = createClient(options)
  const receiver = createClient(options)
  let key: BusKey | undefined
  let listener: TransportListener | undefined
  let isForeignReported = false
  let isLost = false
  let owesGap = false

  function lost(): void {
    if (isLost) return
    isLost = true
    listener?.onLost()
  }

  function resumed(): void {
    if (!isLost || !sender.isReady || !receiver.isReady) return
    isLost = false
    listener?.onResumed()
  }

  /** A message on a lost connection may have arrived or not. It is not sent again; every instance reads the state itself. */
  async function send(text: string): Promise<void> {
    try {
      if (key === undefined) throw new Error('the transport does not listen yet')
      await sender.publish(key.channel, key.signed(text))
      if (text === gap) owesGap = false
    } catch {
      owesGap = true
    }
  }

  function reportForeign(channel: string): void {
    if (isForeignReported) return
    isForeignReported = true
    console.error(
      `a message on the channel ${channel} of Redis is not of this installation: it and later ones are dropped`,
    )
  }

  // `ready`: the client has its subscriptions again.
  for (const client of [sender, receiver]) client.on('error', lost).on('ready', resumed)
  sender.on('ready', () => {
    if (owesGap) void send(gap)
  })

  return {
    joinsTransactions: false,
    largestBytes: Number.POSITIVE_INFINITY,
    async send(texts) {
      await Promise.all(texts.map(send))
    },
    async listen(wanted) {
      listener = wanted
      await Promise.all([sender.connect(), receiver.connect()]).catch((error: unknown) => {
        const { host } = new URL(url)
        const text = error instanceof Error ? error.message : String(error)
        throw new OperatorError(
          `O Redis em ${host} não respondeu. Confira se ele está funcionando, se a rede chega até lá e se REDIS_URL está certa. (${text})`,
        )
      })
      key = await busKey(database)
      const { channel, opened } = key
      await receiver.subscribe(channel, (message) => {
        const text = opened(message)
        if (text === undefined) return reportForeign(channel)
        if (text === gap) listener?.onMissed()
        else listener?.onText(text)
      })
      isListening = true
    },
    async close() {
      listener = undefined
      for (const client of [sender, receiver]) if (client.isOpen) client.destroy()
    },
  }
}
