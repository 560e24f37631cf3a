import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { Database } from '../database/database.ts'
import type { RequestCounts } from '../http/request-counts.ts'

const beatMs = 5_000
/** Of an instance that was not heard of for so long nothing counts any more. */
const silentMs = 3 * beatMs

/** What an instance knows of itself: open sockets by the id of the customer, and its requests since it started. */
export type OwnCounts = { socketCounts(): Map<string, number>; requestCounts(): RequestCounts }

/** Of all instances that live on this database; the others' are some seconds old. */
export type SharedCounts = {
  /** The open sockets of one customer's users. */
  sockets(customersId: string): Promise<number>
  requestCounts(): Promise<RequestCounts>
  /** This instance counts no more. */
  end(): Promise<void>
}

const othersRow = v.object({ sockets: v.number(), total: v.number(), failed: v.number(), ms: v.number() })

/** Tells the figures of this instance to the others every five seconds (SCA-2). */
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
    // While the database is away nobody reads them either.
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

/** Of the one instance that has its database to itself. */
export function ownCounts(own: OwnCounts): SharedCounts {
  return {
    sockets: async (customersId) => own.socketCounts().get(customersId) ?? 0,
    requestCounts: async () => own.requestCounts(),
    end: async () => {},
  }
}
