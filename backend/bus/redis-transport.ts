import { createClient } from '@redis/client'
import { OperatorError } from '../database/operator-error.ts'
import type { Transport, TransportListener } from './transport.ts'

const channel = 'guarita'
const pingMs = 5_000
const longestPauseMs = 2_000
/** Said by who could not tell something: all have missed it. */
const gap = ''

/** Redis pub/sub, for more than the database should carry. `listen` rejects with `OperatorError` when there is none at `url` (`redis://…`). */
export function redisTransport(url: string): Transport {
  let isListening = false
  const options = {
    url,
    pingInterval: pingMs,
    // What waited for a connection would come late, and for how much memory nobody knows.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 5_000,
      // A connection that is dead without a word is noticed by its silence.
      socketTimeout: 2.5 * pingMs,
      reconnectStrategy: (retries: number, cause: Error) =>
        isListening ? Math.min(50 * 2 ** retries, longestPauseMs) : cause,
    },
  }
  const sender = createClient(options)
  const receiver = createClient(options)
  let listener: TransportListener | undefined
  let isLost = false
  let owesGap = false

  function lost(): void {
    if (isLost) return
    isLost = true
    listener?.onLost()
  }

  function resumed(): void {
    if (!isLost) return
    isLost = false
    listener?.onResumed()
  }

  /** What a lost connection had taken may have arrived or not: it is not told again, everybody looks for himself. */
  async function send(text: string): Promise<void> {
    try {
      await sender.publish(channel, text)
      if (text === gap) owesGap = false
    } catch {
      owesGap = true
    }
  }

  sender.on('error', () => {})
  sender.on('ready', () => {
    if (owesGap) void send(gap)
  })
  receiver.on('error', lost)
  // Ready is a client that has its subscriptions again.
  receiver.on('ready', resumed)

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
      await receiver.subscribe(channel, (text) => {
        if (text !== gap) return listener?.onText(text)
        lost()
        resumed()
      })
      isListening = true
    },
    async close() {
      listener = undefined
      for (const client of [sender, receiver]) if (client.isOpen) client.destroy()
    },
  }
}
