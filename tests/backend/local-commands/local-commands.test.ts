import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { OperatorError } from '../../../backend/database/operator-error.ts'
import { doorFile } from '../../../backend/local-commands/door-file.ts'
import { localCommands } from '../../../backend/local-commands/local-commands.ts'
import { runLocalCommand } from '../../../backend/local-commands/run-command.ts'
import { type Backend, startBackend } from '../../../backend/server.ts'
import { preparedDataDir } from '../../prepared-database.ts'

const counted = v.object({ count: v.number() })
const lines: string[] = []
let dataDir: string
let backend: Backend
let entrance: { url: string; secret: string }

beforeAll(async () => {
  dataDir = await preparedDataDir('nothing')
  localCommands.probe = async ({ database }, input) => {
    if (input === 'refuse') throw new OperatorError('Assim não.')
    if (input === 'break') return JSON.parse('{')
    const [row] = await database.query('select count(*)::int as count from users', [], counted)
    return { ...row, input }
  }
  await serve()
})
beforeEach(() => {
  lines.length = 0
})
afterAll(async () => {
  await backend.close()
  delete localCommands.probe
  await rm(dataDir, { recursive: true, force: true })
})

async function serve(): Promise<void> {
  backend = await startBackend({
    port: 0,
    dataDir,
    seed: 'none',
    log: { level: 'warn', format: 'json', write: (line) => lines.push(line) },
  })
  entrance = JSON.parse(await readFile(doorFile(dataDir), 'utf8'))
}

it('a command runs in the running server, which logs it (OPS-1)', async () => {
  expect(await runLocalCommand({ dataDir }, 'probe', { a: 'ç' })).toEqual({ count: 0, input: { a: 'ç' } })
  expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ security: 'command', command: 'probe' })
})

it('a command reports why the server refused it, and hides the details of an internal failure', async () => {
  await expect(runLocalCommand({ dataDir }, 'probe', 'refuse')).rejects.toThrow('Assim não.')
  await expect(runLocalCommand({ dataDir }, 'probe', 'break')).rejects.toThrow('falhou no servidor')
  await expect(runLocalCommand({ dataDir }, 'no-such', null)).rejects.toThrow('não conhece "no-such"')
})

it('the file with the secret is unreadable for other users of the machine, and calls without the secret are refused', async () => {
  const { url, secret } = entrance
  expect((await stat(doorFile(dataDir))).mode & 0o777).toBe(0o600)
  const ask = (init: RequestInit) => fetch(`${url}/probe`, init).then(({ status }) => status)
  expect(await ask({ method: 'POST', body: '1' })).toBe(401)
  expect(await ask({ method: 'POST', body: '1', headers: { authorization: 'Bearer x' } })).toBe(401)
  const headers = { authorization: `Bearer ${secret}` }
  expect(await ask({ headers })).toBe(404)
  expect(await ask({ method: 'POST', body: '"x"'.padEnd(70_000), headers })).toBe(409)
  expect(await ask({ method: 'POST', body: '1', headers })).toBe(200)
})

it('a command runs in its own process if no server runs, and the next server has another secret (OPS-1)', async () => {
  const { secret } = entrance
  await backend.close()
  expect(existsSync(doorFile(dataDir))).toBe(false)
  expect(await runLocalCommand({ dataDir }, 'probe', 1)).toEqual({ count: 0, input: 1 })
  expect(lines).toEqual([])
  await serve()
  expect(entrance.secret).not.toBe(secret)
})

it('a command reports a directory without data', async () => {
  const empty = await mkdtemp(join(tmpdir(), 'guarita-'))
  await expect(runLocalCommand({ dataDir: empty }, 'probe', null)).rejects.toThrow('Não há dados do Guarita')
  await rm(empty, { recursive: true })
})
