import * as v from 'valibot'
import type { Database, Queryable } from '../database/database.ts'
import { type BusMessage, busMessage, textsOf } from './bus-message.ts'
import type { Carrier, CarrierListener } from './transport.ts'

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

export type BusListener = Omit<CarrierListener, 'onText'> & { onMessage(message: BusMessage): void }

/** What whoever writes works with; `now` in milliseconds since the epoch. */
export type BusParts = { database: Database; bus: Bus; now: () => number }

const parsedText = v.pipe(v.string(), v.parseJson(), busMessage)

/** Messages over a carrier of texts. */
export function busOver(database: Database, carrier: Carrier): Bus {
  const textsOfAll = (messages: BusMessage[]) => messages.flatMap((message) => textsOf(message, carrier.largestBytes))
  return {
    publish: (message) => carrier.send(textsOfAll([message])),
    async commit(work) {
      const messages: BusMessage[] = []
      const result = await database.transaction(async (transaction) => {
        const done = await work(transaction, (message) => messages.push(message))
        if (carrier.joinsTransactions) await carrier.send(textsOfAll(messages), transaction)
        return done
      })
      if (!carrier.joinsTransactions) await carrier.send(textsOfAll(messages))
      return result
    },
    listen: ({ onMessage, onLost, onResumed }) =>
      carrier.listen({
        onText(text) {
          const parsed = v.safeParse(parsedText, text)
          if (parsed.success) onMessage(parsed.output)
          // Of another version of the server, while one after the other is replaced.
          else console.error('a message of another server was not understood', parsed.issues[0].message)
        },
        onLost,
        onResumed,
      }),
    close: () => carrier.close(),
  }
}
