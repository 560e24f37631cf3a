import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, expect, inject, it, vi } from 'vitest'
import { readCommand } from '../../../backend/command-line.ts'
import { appliedMigrations, migrationNames } from '../../../backend/database/migrations.ts'
import { OperatorError } from '../../../backend/database/operator-error.ts'
import { openPostgresDatabase } from '../../../backend/database/postgres/postgres-database.ts'
import { startCommand, tell } from '../../../backend/start-command.ts'
import { signIn } from '../parts/embedded-backend.ts'

const backendDir = join(import.meta.dirname, '../../../backend')
const server = new URL(inject('postgresUrl') ?? '')
const running = new Set<ChildProcess>()
const anything = v.any()

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** The address of an empty database, with a password that must not appear in the output. */
async function emptyDatabase(name: string): Promise<string> {
  const database = await openPostgresDatabase(server.href)
  await database.script(`create database ${name}`)
  await database.close()
  const url = new URL(server)
  url.pathname = `/${name}`
  url.password = 'segredo'
  return url.href
}

/** Runs the backend until it has printed all its start messages, or has ended. */
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
      if (output.includes('Entre com auditor')) resolve()
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

it('only one of two instances that start together creates and fills the database, and the other waits (SCA-2)', async () => {
  const databaseUrl = await emptyDatabase('two_at_once')
  const both = await Promise.all([run(databaseUrl, '--seed', 'demo'), run(databaseUrl, '--seed', 'demo')])
  for (const { output, url } of both) {
    expect(output).toContain('Entre com admin@guarita.demo / guarita-demo')
    const { result } = await (await (await signIn({ url }, 'admin')).call('/rest/condominium/by-user')).json()
    expect(result).toHaveLength(12)
  }
  const database = await openPostgresDatabase(databaseUrl)
  expect(await appliedMigrations(database)).toEqual(await migrationNames())
  expect(await database.query('select name from seeds', [], anything)).toEqual([{ name: 'demo' }])
  await database.close()
  for (const { child, exit } of both) {
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
  }
})

it("the start leaves a customer's database without demo data unless the seed is given, and prints a link for the first administrator", async () => {
  const databaseUrl = await emptyDatabase('of_a_customer')
  const command = readCommand(['--port', '0'], { DATABASE_URL: databaseUrl })
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  const backend = await startCommand(command, () => {})
  try {
    await tell(backend, command)
    const printed = print.mock.calls.join('\n')
    expect(printed).toMatch(/Ninguém pode entrar ainda[\s\S]*http:\/\/localhost:\d+\/convite#[\w-]{43}\n/)
    expect(printed).not.toContain('segredo')
    expect(await backend.database.query('select count(*) as customers from customers', [], anything)).toEqual([
      { customers: 0 },
    ])
  } finally {
    print.mockRestore()
    await backend.close()
  }
})

it('the start refuses an unreachable PostgreSQL in one sentence, without the password', async () => {
  const command = readCommand([], { DATABASE_URL: 'postgres://guarita:segredo@127.0.0.1:1/guarita' })
  const refused = await startCommand(command, () => {}).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(OperatorError)
  expect(refused).toMatchObject({
    message: expect.stringMatching(/^O PostgreSQL em 127\.0\.0\.1:1 não respondeu\. Confira [^\n]+$/),
  })
  expect(`${refused}`).not.toContain('segredo')
})
