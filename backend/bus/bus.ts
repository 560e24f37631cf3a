import * as v from 'valibot'
import type { Database, Queryable } from '../database/database.ts'
import { type BusMessage, busMessage, textsOf } from './bus-message.ts'
import type { Transport, TransportListener } from './transport.ts'

/** Messages between all instances on one database (SCA-2). */
export type Bus = {
  /** Sends to every listening instance once, this one included. */
  publish(message: BusMessage): Promise<void>
  /**
   * Commits when `work` resolves, and publishes the messages of `work` in order. If the transport is the database itself, commit and
   * messages are atomic; with another transport, a process that dies between the two has stored the data and published nothing.
   */
  commit<Result>(
    work: (transaction: Queryable, announce: (message: BusMessage) => void) => Promise<Result>,
  ): Promise<Result>
  /** Resolves when the subscription is active. */
  listen(listener: BusListener): Promise<void>
  /** False while messages of other instances may be lost. */
  isConnected(): boolean
  close(): Promise<void>
}

export type BusListener = Omit<TransportListener, 'onText'> & { onMessage(message: BusMessage): void }

/** Parts needed by code that writes; `now` returns milliseconds since the epoch. */
export type BusParts = { database: Database; bus: Bus; now: () => number }

const parsedText = v.pipe(v.string(), v.parseJson(), busMessage)

/** @param onChange called at each loss and each recovery of the connection */
export function busOver(
  database: Database,
  transport: Transport,
  onChange: (isConnected: boolean) => void = () => {},
): Bus {
  let isConnected = true
  const change = (now: boolean) => {
    isConnected = now
    onChange(now)
  }
  const textsOfAll = (messages: BusMessage[]) => messages.flatMap((message) => textsOf(message, transport.largestBytes))
  return {
    publish: (message) => transport.send(textsOfAll([message])),
    async commit(work) {
      const messages: BusMessage[] = []
      const result = await database.transaction(async (transaction) => {
        const done = await work(transaction, (message) => messages.push(message))
        if (transport.joinsTransactions) await transport.send(textsOfAll(messages), transaction)
        return done
      })
      if (!transport.joinsTransactions) await transport.send(textsOfAll(messages))
      return result
    },
    isConnected: () => isConnected,
    listen: ({ onMessage, onLost, onResumed, onMissed }) =>
      transport.listen({
        onText(text) {
          const parsed = v.safeParse(parsedText, text)
          if (parsed.success) onMessage(parsed.output)
          // During an upgrade another server may run another version.
          else console.error('a message of another server could not be parsed', parsed.issues[0].message)
        },
        onLost() {
          change(false)
          onLost()
        },
        onResumed() {
          change(true)
          onResumed()
        },
        onMissed,
      }),
    close: () => transport.close(),
  }
}
