import { createHash } from 'node:crypto'
import { Client } from 'pg'
import type { Filling } from '../../prepared-database.ts'

/** Copies a prepared database and returns its address. An earlier copy with the same `name` is used again. */
export async function postgresCopy(serverUrl: string, filling: Filling, name: string): Promise<string> {
  const database = `copy_${createHash('sha256').update(name).digest('hex').slice(0, 16)}`
  const client = new Client(serverUrl)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database} template ${filling}`)
  } finally {
    await client.end()
  }
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
