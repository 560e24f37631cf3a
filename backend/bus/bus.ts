import * as v from 'valibot'
import type { Database, Queryable } from '../database/database.ts'
import { type BusMessage, busMessage, textsOf } from './bus-message.ts'
import type { Transport, TransportListener } from './transport.ts'

/** What all instances on one database tell each other (SCA-2). */
export type Bus = {
  /** Reaches every instance that listens, this one too, once. */
  publish(message: BusMessage): Promise<void>
  /**
   * Commits when `work` resolves, and publishes what it told, in its order. Where the carrier is the database itself it is both
   * or neither, whenever the process dies; with another one a process that dies between the two has stored and not told.
   */
  commit<Result>(
    work: (transaction: Queryable, tell: (message: BusMessage) => void) => Promise<Result>,
  ): Promise<Result>
  /** Resolves once it listens. */
  listen(listener: BusListener): Promise<void>
  close(): Promise<void>
}

export type BusListener = Omit<TransportListener, 'onText'> & { onMessage(message: BusMessage): void }

/** What whoever writes works with; `now` in milliseconds since the epoch. */
export type BusParts = { database: Database; bus: Bus; now: () => number }

const parsedText = v.pipe(v.string(), v.parseJson(), busMessage)

/** Messages over a carrier of texts. */
export function busOver(database: Database, transport: Transport): Bus {
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
    listen: ({ onMessage, onLost, onResumed }) =>
      transport.listen({
        onText(text) {
          const parsed = v.safeParse(parsedText, text)
          if (parsed.success) onMessage(parsed.output)
          // Of another version of the server, while one after the other is replaced.
          else console.error('a message of another server was not understood', parsed.issues[0].message)
        },
        onLost,
        onResumed,
      }),
    close: () => transport.close(),
  }
}
