import { Client, type ClientBase, type ClientConfig, TypeOverrides, types } from 'pg'
import * as v from 'valibot'
import type { Queryable, Session } from '../database.ts'
import { DatabaseRefused } from '../operator-error.ts'
import { asUnavailable } from './postgres-errors.ts'

/** Time that the client waits longer than the server's own timeout, to notice a server that is lost without an error. */
export const graceMs = 5_000

const bigintArray = 1016

/** Throws a `DatabaseRefused` without the password if `url` is invalid. */
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

/** Parses values as the embedded engine does: a bigint is a number while exact, an interval is text. */
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

/** Returns statements that configure a session. Poolers refuse these settings as startup parameters. 0: no timeout. */
export function sessionSettings(statementTimeoutMs: number, lockTimeoutMs: number): string {
  return `set statement_timeout = ${statementTimeoutMs};
    set lock_timeout = ${lockTimeoutMs};
    set idle_in_transaction_session_timeout = ${statementTimeoutMs};
    set timezone = 'UTC'`
}

/** Opens a connection outside of the pool; the caller ends it. Rejects with `DatabaseUnavailable` and the driver's errors. */
export async function connected(config: ClientConfig): Promise<Client> {
  const client = new Client(config)
  // The next statement notices a lost connection; without a listener the error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    throw asUnavailable(error)
  }
}

const changing = new Set(['INSERT', 'UPDATE', 'DELETE', 'COPY', 'MERGE'])

/** `limitMs`: timeout of the client for an answer; undefined: no timeout. */
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
        // If the connection is lost, the server rolls back.
        await run('rollback').catch(() => {})
        throw error
      }
    },
  }
}
