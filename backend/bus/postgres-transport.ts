import type { PostgresDatabase } from '../database/postgres/postgres-database.ts'
import type { Listener } from '../database/postgres/postgres-listening.ts'
import type { Transport } from './transport.ts'

const channel = 'guarita'

/**
 * Transport over LISTEN and NOTIFY of the database. Notifications of a transaction are sent when it commits, in the order of the commits;
 * equal texts in one transaction are sent once. Commits with a notification run one after another: some hundred a second. For more, use
 * Redis.
 */
export function postgresTransport(database: PostgresDatabase): Transport {
  let listening: Listener | undefined
  return {
    joinsTransactions: true,
    // PostgreSQL accepts less than 8,000.
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
