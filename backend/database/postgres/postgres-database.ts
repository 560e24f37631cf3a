import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient } from 'pg'
import * as v from 'valibot'
import { bounds } from '../../bounds.ts'
import type { Database, Queryable, Session } from '../database.ts'
import { DatabaseRefused } from '../operator-error.ts'
import { provenEveryMs } from '../proof-of-listening.ts'
import { connected, connectionTo, graceMs, sessionOn, sessionSettings } from './postgres-connection.ts'
import { asRefused, asUnavailable, isConnectionLost, type Place } from './postgres-errors.ts'
import { type Listener, type Listening, listen } from './postgres-listening.ts'

export type PostgresOptions = {
  /** Pool size; default 10. `listen` and `alone` use one more connection each. */
  maxConnections?: number
  /** Timeout for a connection, new or from the pool. Default 5,000 ms. */
  connectTimeoutMs?: number
  /** Timeout of one statement, except within `alone`. Default 30,000 ms. */
  statementTimeoutMs?: number
  /** Pause between two checks that the listening connection leads to the current server. Default 10,000 ms. */
  provenEveryMs?: number
  /** Longest time for which a statement waits for a lock, except within `alone`. Default 10,000 ms. */
  lockTimeoutMs?: number
}

export type PostgresDatabase = Database & {
  /** Listens to a channel until stopped or the database is closed. Resolves when the subscription is active. */
  listen(listening: Listening): Promise<Listener>
}

const oldestVersion = 15
/** Key of the advisory lock of `alone`. */
const aloneKey = 4_715_001

/**
 * Connects to the PostgreSQL at `url` (SCA-1). Needs session state (advisory locks, LISTEN, settings), so no pooler in transaction mode.
 * Rejects with `DatabaseRefused` if the database cannot be used, with `DatabaseUnavailable` for a temporary failure.
 */
export async function openPostgresDatabase(url: string, options: PostgresOptions = {}): Promise<PostgresDatabase> {
  const { connections, connectMs, lockMs, statementMs } = bounds.postgres.most
  const { maxConnections = connections, connectTimeoutMs = connectMs } = options
  const { statementTimeoutMs = statementMs, lockTimeoutMs = lockMs } = options
  const { provenEveryMs: everyMs = provenEveryMs } = options
  const config = connectionTo(url, connectTimeoutMs)
  const place = new Client(config)
  const pool = new Pool({
    ...config,
    max: maxConnections,
    idleTimeoutMillis: 60_000,
    onConnect: (client) => client.query(sessionSettings(statementTimeoutMs, lockTimeoutMs)),
  })
  // A connection lost while idle leaves the pool; a lost connection in use fails its next statement.
  pool.on('error', () => {})
  /** The connections that may be used: a connection to an earlier server is not in this set. */
  let current = new WeakSet<ClientBase>()
  pool.on('connect', (client) => {
    client.on('error', () => {})
    current.add(client)
  })
  const listeners = new Set<Listener>()

  async function currentClient(): Promise<PoolClient> {
    const client = await pool.connect().catch((error) => {
      throw asUnavailable(error)
    })
    if (current.has(client)) return client
    client.release(true)
    return currentClient()
  }

  async function withSession<Result>(work: (session: Session) => Promise<Result>): Promise<Result> {
    const client = await currentClient()
    let isLost = false
    try {
      return await work(sessionOn(client, statementTimeoutMs + graceMs))
    } catch (error) {
      isLost = isConnectionLost(error)
      throw error
    } finally {
      client.release(isLost || client.getTransactionStatus() !== 'I')
    }
  }

  const database: PostgresDatabase = {
    query: (sql, parameters, row) => withSession((session) => session.query(sql, parameters, row)),
    execute: (sql, parameters) => withSession((session) => session.execute(sql, parameters)),
    script: (sql) => withSession((session) => session.script(sql)),
    transaction: (work) => withSession((session) => session.transaction(work)),
    alone: (work) => alone(config, place, work),
    async listen(listening) {
      const listener = await listen(config, listening, {
        everyMs,
        onUnproven() {
          current = new WeakSet()
        },
      })
      listeners.add(listener)
      return listener
    },
    poolCounts: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await Promise.all([...listeners].map((listener) => listener.stop()))
      if (!pool.ending) await pool.end()
    },
  }
  try {
    await refuseOld(database, place)
    return database
  } catch (error) {
    await database.close()
    throw asRefused(error, place)
  }
}

async function refuseOld(database: Queryable, { host, port }: Place): Promise<void> {
  const [server] = await database.query(
    "select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major",
    [],
    v.object({ version: v.string(), major: v.number() }),
  )
  if (server === undefined || server.major >= oldestVersion) return
  throw new DatabaseRefused(
    `O PostgreSQL em ${host}:${port} é da versão ${server.version}; é preciso a ${oldestVersion} ou mais nova.`,
  )
}

/** The lock belongs to the session: if the connection is lost, the lock is lost and the work can do nothing more. */
async function alone<Result>(
  config: ClientConfig,
  place: Place,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = await connected(config)
  try {
    const session = sessionOn(client, undefined)
    await session.script(`${sessionSettings(0, 0)}; select pg_advisory_lock(${aloneKey})`)
    return await work(session)
  } catch (error) {
    throw asRefused(error, place)
  } finally {
    await client.end().catch(() => {})
  }
}
