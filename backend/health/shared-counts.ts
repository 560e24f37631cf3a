import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import type { RequestCounts } from '../http/request-counts.ts'

const beatMs = 5_000
/** An instance without a report for this time is not counted any more. */
const silentMs = 3 * beatMs

/** Counts of one instance: open sockets by customer id, and requests since its start. */
export type OwnCounts = { socketCounts(): Map<string, number>; requestCounts(): RequestCounts }

/** Counts of all instances on this database; those of other instances are some seconds old. */
export type SharedCounts = {
  /** Returns the open sockets of the customer's users. */
  sockets(customersId: string): Promise<number>
  requestCounts(): Promise<RequestCounts>
  /** Removes this instance from the counts. */
  end(): Promise<void>
}

const othersRow = v.object({ sockets: v.number(), total: v.number(), failed: v.number(), ms: v.number() })

/** Shares the counts of this instance with the others every five seconds (SCA-2). */
export async function sharedCounts(database: Database, own: OwnCounts): Promise<SharedCounts> {
  const id = randomUUID()

  async function beat(): Promise<void> {
    const { totalRequests, failedRequests, averageResponseTime } = own.requestCounts()
    await database.execute(
      `insert into instances (id, sockets, total_requests, failed_requests, response_ms, seen_at)
       values ($1, $2, $3, $4, $5, clock_timestamp())
       on conflict (id) do update set sockets = excluded.sockets, total_requests = excluded.total_requests,
         failed_requests = excluded.failed_requests, response_ms = excluded.response_ms, seen_at = excluded.seen_at`,
      [id, Object.fromEntries(own.socketCounts()), totalRequests, failedRequests, totalRequests * averageResponseTime],
    )
    await database.execute(
      `delete from instances where seen_at < clock_timestamp() - interval '${4 * silentMs} milliseconds'`,
    )
  }

  async function others(customersId: string): Promise<v.InferOutput<typeof othersRow>> {
    const [row] = await database.query(
      `select coalesce(sum((sockets ->> $2)::int), 0)::int as sockets, coalesce(sum(total_requests), 0)::float8 as total,
         coalesce(sum(failed_requests), 0)::float8 as failed, coalesce(sum(response_ms), 0)::float8 as ms
       from instances where id <> $1 and seen_at > clock_timestamp() - interval '${silentMs} milliseconds'`,
      [id, customersId],
      othersRow,
    )
    return row ?? { sockets: 0, total: 0, failed: 0, ms: 0 }
  }

  await beat()
  const timer = setInterval(() => {
    // While the database is unreachable, no caller can read the counts either.
    beat().catch(() => {})
  }, beatMs).unref()

  return {
    async sockets(customersId) {
      return (own.socketCounts().get(customersId) ?? 0) + (await others(customersId)).sockets
    },
    async requestCounts() {
      const here = own.requestCounts()
      const elsewhere = await others('')
      const totalRequests = here.totalRequests + elsewhere.total
      const failedRequests = here.failedRequests + elsewhere.failed
      const ms = here.totalRequests * here.averageResponseTime + elsewhere.ms
      return {
        totalRequests,
        successfulRequests: totalRequests - failedRequests,
        failedRequests,
        averageResponseTime: totalRequests === 0 ? 0 : Math.round((ms / totalRequests) * 10) / 10,
      }
    },
    async end() {
      clearInterval(timer)
      await database.execute('delete from instances where id = $1', [id]).catch(() => {})
    },
  }
}

/** Counts of the only instance on its database. */
export function ownCounts(own: OwnCounts): SharedCounts {
  return {
    sockets: async (customersId) => own.socketCounts().get(customersId) ?? 0,
    requestCounts: async () => own.requestCounts(),
    end: async () => {},
  }
}
