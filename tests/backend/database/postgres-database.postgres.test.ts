import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { afterEach, expect, inject, it } from 'vitest'
import type { Database } from '../../../backend/database/database.ts'
import { DatabaseUnavailable } from '../../../backend/database/database-unavailable.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { DatabaseRefused } from '../../../backend/database/operator-error.ts'
import { openPostgresDatabase, type PostgresOptions } from '../../../backend/database/postgres/postgres-database.ts'
import { eventually } from '../../eventually.ts'
import { preparedImage } from '../../prepared-database.ts'
import { type BreakableWay, breakableWay } from '../parts/breakable-way.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { postgresCopy } from '../parts/postgres-copy.ts'

const server = new URL(inject('postgresUrl') ?? '')
const anything = v.any()
const cleanUps: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function open(url = server.href, options: PostgresOptions = {}) {
  const database = await openPostgresDatabase(url, options)
  cleanUps.push(() => database.close())
  return database
}

async function way(): Promise<BreakableWay> {
  const made = await breakableWay(join(server.searchParams.get('host') ?? '', '.s.PGSQL.5432'))
  cleanUps.push(() => made.breakOff())
  return made
}

function through({ port }: BreakableWay, path = '/postgres'): string {
  return `postgres://guarita:segredo@127.0.0.1:${port}${path}`
}

/** The message of a failed start. */
async function refusalOf(url: string): Promise<string> {
  const error = await openPostgresDatabase(url, { connectTimeoutMs: 1_000 }).catch((reason) => reason)
  expect(error).toBeInstanceOf(DatabaseRefused)
  return error.message
}

it('the database stores and returns values as the embedded engine does (SCA-1)', async () => {
  const embedded = await openEmbeddedDatabase('memory', { image: await preparedImage('nothing') })
  cleanUps.push(() => embedded.close())
  async function results(database: Database) {
    const values = await database.query(
      `select 1::bigint as small, 9007199254740993::bigint as big, count(*) as counted, array[1, 2, null]::bigint[] as bigs,
         '{}'::bigint[] as none, $1::timestamptz as at, $2::timestamptz[] as ats, $3::text[] as texts, $4::jsonb as object,
         $5::jsonb as list, 1.5::numeric as exact, 0.5::float8 as half, interval '90 minutes' as span, null as nothing,
         true as yes, date_trunc('day', $1::timestamptz) as day
       from (values (1), (2)) as rows`,
      [new Date(86_399_999), [new Date(0)], ['a"b', 'c,d', 'é'], { a: [1] }, JSON.stringify([1, { b: 2 }])],
      anything,
    )
    await database.script('create table counted (a integer primary key); insert into counted values (1), (2), (3)')
    const counts = [
      await database.execute('update counted set a = a + 10 where a > $1', [1]),
      await database.execute('select a from counted'),
      await database.execute('insert into counted values (1) on conflict do nothing'),
      await database.execute(
        'with gone as (delete from counted returning a) insert into counted select a + 100 from gone',
      ),
    ]
    const thrown = await database
      .transaction(async (transaction) => {
        await transaction.execute('delete from counted')
        throw new Error('never mind')
      })
      .catch((error) => error.message)
    const twice = await database.execute('insert into counted values (101)').catch((error) => error.code)
    const kept = await database.query('select a from counted order by a', [], anything)
    await database.script('drop table counted')
    return { values, counts, thrown, twice, kept }
  }
  expect(await results(await open())).toEqual(await results(embedded))
})

it('the database opens new connections after the server has ended the old ones', async () => {
  // In a database of its own, because other workers' tests use connections to the shared ones.
  const url = await postgresCopy(server.href, 'nothing', randomUUID())
  const database = await open(url)
  await Promise.all([1, 2, 3].map(() => database.query('select pg_sleep(0.05)', [], anything)))
  const other = await open(url)
  await other.script(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  )
  await eventually(async () => expect(await database.query('select 1 as one', [], anything)).toEqual([{ one: 1 }]))
})

it('the database rolls a transaction back and drops its session if the connection is lost', async () => {
  const database = await open()
  await database.script('create table lost (a integer)')
  cleanUps.push(() => database.script('drop table lost'))
  const failed = database.transaction(async (transaction) => {
    await transaction.execute('insert into lost values (1)')
    await transaction.execute('select pg_terminate_backend(pg_backend_pid())')
  })
  await expect(failed).rejects.toThrow(DatabaseUnavailable)
  expect(await database.query('select a from lost', [], anything)).toEqual([])
})

it('the database cancels a statement that takes too long, and keeps answering others', async () => {
  const database = await open(server.href, { statementTimeoutMs: 50 })
  await expect(database.query('select pg_sleep(10)', [], anything)).rejects.toThrow(DatabaseUnavailable)
  expect(await database.query('select 1 as one', [], anything)).toEqual([{ one: 1 }])
  await database.alone((session) => session.script('select pg_sleep(0.1)'))
})

it('the server answers 503 and logs the reason when another session holds a lock for longer than 10 s (OPS-2)', async () => {
  const url = await postgresCopy(server.href, 'demo', randomUUID())
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  const backend = await startTestBackend({ databaseUrl: url, log: { level: 'warn', format: 'json', write } })
  cleanUps.push(() => backend.close())
  const elsewhere = await open(url)
  await elsewhere.transaction(async (transaction) => {
    await transaction.script('lock table users')
    const body = JSON.stringify({ email: 'admin@guarita.demo', password: 'errada' })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${backend.url}/rest/auth/sign-in`, { method: 'POST', headers, body })
    expect(answer.status).toBe(503)
  })
  const [refused] = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request refused')
  expect(refused).toMatchObject({
    level: 'warn',
    route: 'POST /rest/auth/sign-in',
    status: 503,
    code: '55P03',
    reason: 'canceling statement due to lock timeout',
  })
})

it('the metrics count only the connections that other work waits for (OPS-2)', async () => {
  const url = await postgresCopy(server.href, 'demo', randomUUID())
  const metricsToken = 'um-segredo-so-para-medir'
  const backend = await startTestBackend({ databaseUrl: url, metricsToken })
  cleanUps.push(() => backend.close())
  const waiting = async () => {
    const answer = await fetch(`${backend.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    return /^guarita_database_connections\{state="waiting"\} (.*)$/m.exec(await answer.text())?.[1]
  }
  await eventually(async () => expect(await waiting()).toBe('0'))
})

it('the database runs work of `alone` one after the other, even over two connections', async () => {
  const [one, other] = [await open(), await open()]
  const order: string[] = []
  const work = (name: string) => async () => {
    order.push(name)
    await sleep(20)
    order.push(name)
  }
  await Promise.all([one.alone(work('one')), other.alone(work('other'))])
  expect(order[0]).toBe(order[1])
  expect(order[2]).toBe(order[3])
  await one.alone(() => Promise.reject(new Error('no'))).catch(() => {})
  await other.alone(work('again'))
})

it('the database delivers notifications, and reports a reconnection after which some may be missing', async () => {
  const broken = await way()
  const database = await open(through(broken))
  const notify = (payload: string) => database.execute('select pg_notify($1, $2)', ['Um Canal', payload])
  const received: string[] = []
  await database.listen({
    channel: 'Um Canal',
    onPayload: (payload) => received.push(payload),
    onReconnected: () => received.push('again'),
  })
  await notify('um')
  await eventually(() => expect(received).toEqual(['um']))
  await broken.breakOff()
  await expect(notify('nobody')).rejects.toThrow(DatabaseUnavailable)
  await broken.mend()
  await eventually(() => expect(received).toEqual(['um', 'again']))
  await notify('dois')
  await eventually(() => expect(received).toEqual(['um', 'again', 'dois']))
})

it('the server answers 503 with Retry-After while the database is unreachable, and recovers with it', async () => {
  const broken = await way()
  const database = await open()
  await database.script('create database unreachable template demo')
  cleanUps.push(() => database.script('drop database unreachable'))
  const backend = await startTestBackend({ databaseUrl: through(broken, '/unreachable') })
  cleanUps.push(() => backend.close())
  const admin = await signIn(backend, 'admin')
  expect((await admin.call('/rest/condominium/by-user')).status).toBe(200)
  await broken.breakOff()
  const refused = await admin.call('/rest/condominium/by-user')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toEqual({
    error: true,
    message: expect.stringContaining('Tente novamente em instantes'),
  })
  const ready = async () => (await fetch(`${backend.url}/readyz`)).status
  await eventually(async () => expect(await ready()).toBe(503))
  expect((await fetch(`${backend.url}/livez`)).status).toBe(200)
  await broken.mend()
  expect((await admin.call('/rest/condominium/by-user')).status).toBe(200)
  await eventually(async () => expect(await ready()).toBe(200))
})

it("the start explains why the database can't be used, without the password", async () => {
  const broken = await way()
  const where = `O PostgreSQL em 127.0.0.1:${broken.port}`
  expect(await refusalOf(through(broken, '/nenhum'))).toMatch(`${where} não tem o banco nenhum.`)
  expect(await refusalOf(through(broken).replace('guarita', 'ninguem'))).toMatch(`${where} recusou o usuário ninguem.`)
  await broken.breakOff()
  expect(await refusalOf(through(broken))).toMatch(`${where} não respondeu. Confira se ele está funcionando`)
  expect(await refusalOf('postgres://a:segredo@127.0.0.1:99999/x')).not.toContain('segredo')
})
