import type { PostgresDatabase } from '../database/postgres/postgres-database.ts'
import type { Listener } from '../database/postgres/postgres-listening.ts'
import type { Transport } from './transport.ts'

const channel = 'guarita'

/**
 * LISTEN and NOTIFY of the database itself. What is notified within a transaction is told when it commits, in the order of the
 * commits; two equal texts in one transaction are told once. A commit with a notification waits for the one before it: some
 * hundred a second, beyond that Redis.
 */
export function postgresTransport(database: PostgresDatabase): Transport {
  let listening: Listener | undefined
  return {
    joinsTransactions: true,
    // PostgreSQL takes less than 8,000.
    largestBytes: 7_900,
    async send(texts, within = database) {
      if (texts.length === 0) return
      await within.execute(
        'select pg_notify($1, part.text) from unnest($2::text[]) with ordinality as part (text, place) order by place',
        [channel, texts],
      )
    },
    async listen({ onText, onLost, onResumed }) {
      listening = await database.listen({ channel, onPayload: onText, onLost, onReconnected: onResumed })
    },
    async close() {
      await listening?.stop()
    },
  }
}
