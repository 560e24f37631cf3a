import { readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCommand } from '../../../backend/command-line.ts'
import { lockDataDir } from '../../../backend/database/embedded/data-lock.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { valuesOf } from '../../../backend/database/row-values.ts'
import { startCommand } from '../../../backend/start-command.ts'
import { preparedDataDir } from '../../prepared-database.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await preparedDataDir('demo')
})
afterEach(() => rm(dataDir, { recursive: true }))

const startWith = (env: Record<string, string>, ...flags: string[]) =>
  startCommand(readCommand(['--data', dataDir, ...flags], env), () => {})
const start = (...flags: string[]) => startWith({}, ...flags)

async function takenPort(): Promise<{ server: Server; port: string }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, port: typeof address === 'object' ? `${address?.port}` : '' }
}

it('the server refuses a port that is taken, and names the port', async () => {
  const { server, port } = await takenPort()
  await expect(start('--port', port)).rejects.toThrow(
    `A porta de rede ${port} em 127.0.0.1 já está em uso ou não pode ser aberta. Escolha outra com --port.`,
  )
  server.close()
})

it('the server refuses a data directory that another server has open, and leaves its lock alone', async () => {
  const unlock = await lockDataDir(dataDir)
  const lockText = await readFile(join(dataDir, 'lock'), 'utf8')
  await expect(start('--port', '0')).rejects.toThrow(`já estão abertos pelo processo ${process.pid}`)
  expect(await readFile(join(dataDir, 'lock'), 'utf8')).toBe(lockText)
  await expect(lockDataDir(dataDir)).rejects.toThrow('já estão abertos')
  await unlock()
})

it('the server refuses another seed than the data has, and releases the data directory', async () => {
  await expect(start('--port', '0', '--seed', 'large')).rejects.toThrow(
    `${dataDir} já tem os dados "demo". Para "large", use outra pasta (--data) ou apague essa.`,
  )
  const unlock = await lockDataDir(dataDir)
  await unlock()
})

it('a wrong key file, host or seed is refused before anything is changed', async () => {
  const key = { GUARITA_EVIDENCE_KEY: join(dataDir, 'no-key.pem') }
  // Reachable by others: a start would replace the public passwords.
  await expect(startWith(key, '--port', '0', '--host', '0.0.0.0')).rejects.toThrow('GUARITA_EVIDENCE_KEY não é')
  await expect(start('--port', '0', '--host', '192.0.2.1')).rejects.toThrow('não pode ser aberta')
  expect(await readdir(dataDir)).toEqual(['db'])
  await expect(start('--port', '0', '--host', '0.0.0.0', '--seed', 'large')).rejects.toThrow('já tem os dados "demo"')
  const database = await openEmbeddedDatabase(join(dataDir, 'db'))
  const hashes = await valuesOf(database, 'select distinct password_hash from users', [], v.string())
  await database.close()
  expect(hashes).toHaveLength(1)
})
