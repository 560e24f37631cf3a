import { randomUUID } from 'node:crypto'
import { createClient } from '@redis/client'
import * as v from 'valibot'
import { bounds } from '../bounds.ts'
import type { Queryable } from '../database/database.ts'
import { OperatorError } from '../database/operator-error.ts'
import { arrives, provenEveryMs } from '../database/proof-of-listening.ts'
import { type BusKey, busKey } from './bus-key.ts'
import type { Transport, TransportListener } from './transport.ts'

const pingMs = 2_000
const longestPauseMs = 2_000
/** Sent by an instance that failed to send a message: all instances have missed it. */
const gap = ''

/**
 * Transport over Redis pub/sub, for high load. Several installations may share one Redis: each installation has its own
 * channel and key, which `database` stores. `listen` rejects with `OperatorError` if `url` (`redis://…`) does not
 * answer. After each `everyMs`, both connections must prove that they lead to the server to which new connections lead
 * (SCA-2).
 */
export function redisTransport(url: string, database: Queryable, everyMs = provenEveryMs): Transport {
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
  const proofs = { channel: '', onProof: (_text: string) => {} }
  let sender = newSender()
  let receiver = newReceiver()
  let isSubscribed = false
  let timer: NodeJS.Timeout | undefined
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
    if (!isLost || !isSubscribed || !sender.isReady || !receiver.isReady) return
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

  function newSender() {
    return createClient(options)
      .on('error', lost)
      .on('ready', () => {
        resumed()
        if (owesGap) void send(gap)
      })
  }

  function newReceiver() {
    // `ready`: the client has renewed its subscriptions.
    return createClient(options).on('error', lost).on('ready', resumed)
  }

  async function subscribe({ channel, opened }: BusKey): Promise<void> {
    await receiver.subscribe(proofs.channel, (text) => proofs.onProof(text))
    await receiver.subscribe(channel, (message) => {
      const text = opened(message)
      if (text === undefined) return reportForeign(channel)
      if (text === gap) listener?.onMissed()
      else listener?.onText(text)
    })
    isSubscribed = true
  }

  function proveLater(): void {
    timer = setTimeout(async () => {
      if (!isSubscribed || (!isLost && !(await isProven()))) await connectAgain().catch(() => {})
      if (listener !== undefined) proveLater()
    }, everyMs)
  }

  async function isProven(): Promise<boolean> {
    const arrived = [newProof('new connection'), newProof('sender')]
    proofs.onProof = (text) => arrived.find((each) => each.text === text)?.arrive()
    const probe = createClient({ url, socket: { ...options.socket, reconnectStrategy: false } })
    probe.on('error', () => {})
    try {
      await probe.connect()
      const role = v.parse(v.looseTuple([v.string()]), await probe.sendCommand(['ROLE']))
      // If no new connection leads to a server that accepts writes, the connections stay: nothing proves them wrong.
      if (role[0] !== 'master') return true
      await probe.publish(proofs.channel, 'new connection')
      await sender.publish(proofs.channel, 'sender')
    } catch {
      return true
    } finally {
      if (probe.isOpen) probe.destroy()
    }
    return arrives(Promise.all(arrived.map(({ arrival }) => arrival)))
  }

  /** Replaces both connections: an earlier server may keep them open for ever. */
  async function connectAgain(): Promise<void> {
    lost()
    isSubscribed = false
    for (const client of [sender, receiver]) client.destroy()
    sender = newSender()
    receiver = newReceiver()
    await Promise.all([sender.connect(), receiver.connect()])
    if (key !== undefined) await subscribe(key)
    resumed()
  }

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
      proofs.channel = `${key.channel}:${randomUUID()}`
      await subscribe(key)
      isListening = true
      proveLater()
    },
    async close() {
      listener = undefined
      clearTimeout(timer)
      for (const client of [sender, receiver]) if (client.isOpen) client.destroy()
    },
  }
}

function newProof(text: string) {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  return { text, arrival, arrive }
}
