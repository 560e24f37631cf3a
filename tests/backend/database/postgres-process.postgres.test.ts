import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, expect, inject, it } from 'vitest'
import { openPostgresDatabase } from '../../../backend/database/postgres-database.ts'
import { signIn } from '../parts/embedded-backend.ts'

const backendDir = join(import.meta.dirname, '../../../backend')
const server = new URL(inject('postgresUrl') ?? '')
const running = new Set<ChildProcess>()
const told = v.any()

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** The address of an empty database, with a password that nobody must see. */
async function emptyDatabase(name: string): Promise<string> {
  const database = await openPostgresDatabase(server.href)
  await database.script(`create database ${name}`)
  await database.close()
  const url = new URL(server)
  url.pathname = `/${name}`
  url.password = 'segredo'
  return url.href
}

/** Runs the backend until it has said all it says at its start, or has ended. */
async function run(databaseUrl: string, ...flags: string[]) {
  const child = spawn(process.execPath, [join(backendDir, 'main.ts'), '--port', '0', ...flags], {
    env: { ...process.env, DATABASE_URL: databaseUrl, GUARITA_GATE_EVENTS: 'off' },
  })
  running.add(child)
  const exit = new Promise<number | null>((resolve) =>
    child.on('close', (code) => {
      running.delete(child)
      resolve(code)
    }),
  )
  let output = ''
  await new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk
      if (/Entre com auditor|Ninguém pode entrar ainda[\s\S]*--seed demo\./.test(output)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    exit.then(() => resolve())
  })
  expect(output).not.toContain('segredo')
  return {
    output,
    exit,
    child,
    url: /http:\/\/localhost:\d+/.exec(output)?.[0].replace('localhost', '127.0.0.1') ?? '',
  }
}

it('lets one of two that start at once make and fill the database, while the other waits (SCA-2)', async () => {
  const databaseUrl = await emptyDatabase('two_at_once')
  const both = await Promise.all([run(databaseUrl, '--seed', 'demo'), run(databaseUrl, '--seed', 'demo')])
  for (const { output, url } of both) {
    expect(output).toContain('Entre com admin@guarita.demo / guarita-demo')
    const { result } = await (await (await signIn({ url }, 'admin')).call('/rest/condominium/by-user')).json()
    expect(result).toHaveLength(12)
  }
  const database = await openPostgresDatabase(databaseUrl)
  const applied = await database.query('select name from migrations order by name', [], told)
  expect(applied.map(({ name }) => name)).toEqual(readdirSync(join(backendDir, 'database/migrations')).sort())
  expect(await database.query('select name from seeds', [], told)).toEqual([{ name: 'demo' }])
  await database.close()
  for (const { child, exit } of both) {
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  }
})

it('fills a database of one’s own with nothing unless it is asked to, and keeps nothing in a directory', async () => {
  const databaseUrl = await emptyDatabase('of_a_customer')
  const backend = await run(databaseUrl)
  expect(backend.output).toMatch(/Ninguém pode entrar ainda[\s\S]*http:\/\/localhost:\d+\/convite#[\w-]{43}\n/)
  const database = await openPostgresDatabase(databaseUrl)
  expect(await database.query('select count(*) as customers from customers', [], told)).toEqual([{ customers: 0 }])
  await database.close()

  const withDirectory = await run(databaseUrl, '--data', '/tmp/nowhere')
  expect(await withDirectory.exit).toBe(1)
  expect(withDirectory.output).toBe(
    'DATABASE_URL e --data (ou GUARITA_DATA) não andam juntos: com um PostgreSQL os dados não ficam em uma pasta. Tire um dos dois.\n',
  )
})

it('ends with a sentence when the database cannot be used', async () => {
  const nowhere = await run('postgres://guarita:segredo@127.0.0.1:1/guarita')
  expect(await nowhere.exit).toBe(1)
  expect(nowhere.output).toMatch(/^O PostgreSQL em 127\.0\.0\.1:1 não respondeu\. Confira [^\n]+\n$/)
  const nonsense = await run('mysql://guarita:segredo@127.0.0.1/guarita')
  expect(await nonsense.exit).toBe(1)
  expect(nonsense.output).toBe('DATABASE_URL deve ser como postgres://usuario:senha@servidor:5432/guarita\n')
})
