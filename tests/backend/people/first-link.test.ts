import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../eventually.ts'
import { endBackend, type LaunchedBackend, launchBackend } from '../../launched-backend.ts'
import { preparedDataDir } from '../../prepared-database.ts'

const command = join(import.meta.dirname, '../../../backend/commands/user.ts')
let dataDir: string
let server: LaunchedBackend

beforeEach(async () => {
  dataDir = await preparedDataDir('nothing')
  server = await launchBackend(['--data', dataDir, '--port', '0', '--seed', 'none'], {
    NODE_ENV: 'production',
    GUARITA_COMMAND: 'sudo guarita',
  })
})
afterEach(async () => {
  await endBackend(server, 'SIGTERM')
  await rm(dataDir, { recursive: true, force: true })
})

/** Resolves to the output and the error output of `guarita user first-link`. */
function firstLink(): Promise<string> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [command, 'first-link', '--url', 'https://painel.exemplo.com.br', '--data', dataDir],
      (_error, out, errors) => resolve(out + errors),
    ),
  )
}

function post(path: string, body: object): Promise<Response> {
  return fetch(`${server.url}/rest${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

it('the log of a delivered installation names the command for the first link, which prints it until a person can sign in (ACC-1)', async () => {
  await eventually(() => expect(server.printed()).toContain('"sudo guarita user first-link --url ENDEREÇO" o mostra.'))
  expect(server.printed()).not.toContain('/convite#')
  const token = /^ {2}https:\/\/painel\.exemplo\.com\.br\/convite#([\w-]{43})$/m.exec(await firstLink())?.[1]
  const person = {
    name: 'Rui Prado',
    email: 'rui@predio.com.br',
    customerName: 'Prédios do Rui',
    password: 'porta da frente 9',
  }
  expect((await post('/invitations/accept', { token, ...person })).status).toBe(200)
  expect(await firstLink()).toContain('Já há quem possa entrar.')
})
