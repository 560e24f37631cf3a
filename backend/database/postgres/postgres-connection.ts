import { Client, type ClientBase, type ClientConfig, TypeOverrides, types } from 'pg'
import * as v from 'valibot'
import type { Queryable, Session } from '../database.ts'
import { DatabaseRefused } from '../operator-error.ts'
import { asUnavailable } from './postgres-errors.ts'

/** How much longer than the server itself the client waits: for a server that is gone without a word. */
export const graceMs = 5_000

const bigintArray = 1016

/** Throws `DatabaseRefused`, in which no password stands, when `url` is none. */
export function connectionTo(url: string, connectTimeoutMs: number): ClientConfig {
  const config = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'guarita',
    keepAlive: true,
    types: parsers(),
  }
  try {
    new Client(config)
  } catch {
    throw new DatabaseRefused(
      'DATABASE_URL não é um endereço de PostgreSQL que se entenda. Exemplo: postgres://usuario:senha@servidor:5432/guarita',
    )
  }
  return config
}

/** Values as the embedded engine gives them: a bigint is a number as long as that is exact, an interval is text. */
function parsers(): TypeOverrides {
  const overrides = new TypeOverrides()
  overrides.setTypeParser(types.builtins.INT8, wholeNumber)
  overrides.setTypeParser(bigintArray, (text) =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((each) => (each === 'NULL' ? null : wholeNumber(each))),
  )
  overrides.setTypeParser(types.builtins.INTERVAL, (text) => text)
  return overrides
}

function wholeNumber(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

/** Statements that set a session up; not part of the connection's start, where poolers refuse settings. */
export function sessionSettings(statementTimeoutMs: number): string {
  return `set statement_timeout = ${statementTimeoutMs};
    set idle_in_transaction_session_timeout = ${statementTimeoutMs};
    set timezone = 'UTC'`
}

/** A connection outside of the pool; whoever asks for it ends it. Rejects with `DatabaseUnavailable` and the driver's errors. */
export async function connected(config: ClientConfig): Promise<Client> {
  const client = new Client(config)
  // A connection that is lost is noticed by the next statement; unheard, the error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw asUnavailable(error)
  }
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'COPY', 'MERGE'])

/** `limitMs`: after so long without an answer the client gives up; undefined: it may take as long as it takes. */
export function sessionOn(client: ClientBase, limitMs: number | undefined): Session {
  async function run(text: string, values?: unknown[]) {
    const statement = { text, ...(values && { values }), query_timeout: limitMs }
    try {
      return await client.query(statement)
    } catch (error) {
      throw asUnavailable(error)
    }
  }
  const queryable: Queryable = {
    async query(sql, parameters, row) {
      const { rows } = await run(sql, parameters)
      return v.parse(v.array(row), rows)
    },
    async execute(sql, parameters = []) {
      const { command, rowCount } = await run(sql, parameters)
      return changing.has(command) ? (rowCount ?? 0) : 0
    },
    async script(sql) {
      await run(sql)
    },
  }
  return {
    ...queryable,
    async transaction(work) {
      await run('begin')
      try {
        const result = await work(queryable)
        await run('commit')
        return result
      } catch (error) {
        // Where the connection is lost the server rolls back by itself.
        await run('rollback').catch(() => {})
        throw error
      }
    },
  }
}
