import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { nextFreePort } from '../../backend/free-port.ts'
import type { Backend } from '../../backend/server.ts'
import { plantMachineToken } from '../backend/machines/planted-machine.ts'
import { type SignedIn, signIn, startTestBackend } from '../backend/parts/embedded-backend.ts'
import { eventually } from '../eventually.ts'
import { projectDir } from './project-dir.ts'

const text = readFileSync(join(projectDir, 'docs/events-from-controllers.md'), 'utf8')
const block = (language: string) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(text)?.[1] ?? ''

let backend: Backend
let admin: SignedIn
let folder: string
let token: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guarita-documented-'))
  backend = await startTestBackend()
  admin = await signIn(backend, 'admin')
})
beforeEach(async () => {
  token = (await plantMachineToken(backend)).token
})
afterAll(async () => {
  await backend.close()
  await rm(folder, { recursive: true, force: true })
})

const at = (address: string, code: string) => code.replaceAll('https://guarita.example', address)

it('the request of the document stores its event, and sent again, does not store the event twice', async () => {
  const send = async () => {
    const env = { ...process.env, TOKEN: token }
    const { stdout } = await promisify(execFile)(
      'bash',
      ['-c', `curl --silent ${at(backend.url, block('sh')).slice(5)}`],
      { env },
    )
    return JSON.parse(stdout)
  }
  const answer = (outcome: string) => ({ result: [{ id: '000123', outcome, message: '' }] })
  expect(await send()).toEqual(answer('stored'))
  expect(text).toContain(JSON.stringify(answer('stored')))
  expect(await send()).toEqual(answer('repeated'))
})

/** Runs the program of the document, sends it bodies one by one, and returns the statuses and the error output. */
async function runWebhook(guarita: string, bodies: string[]) {
  const port = String(await nextFreePort('127.0.0.1', 18_500))
  const file = join(folder, 'webhook.mjs')
  await writeFile(file, at(guarita, block('js')).replace('8081', port))
  const program: ChildProcess = spawn(process.execPath, [file], { env: { ...process.env, TOKEN: token } })
  let errors = ''
  program.stderr?.on('data', (part) => {
    errors += part
  })
  const post = async (body: string) => (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body })).status
  const statuses = [await eventually(() => post(bodies[0] ?? ''))]
  for (const body of bodies.slice(1)) statuses.push(await post(body))
  expect(program.exitCode, errors).toBe(null)
  const ended = new Promise((resolve) => program.once('close', resolve))
  program.kill()
  await ended
  return { statuses, errors: errors.trim().split('\n') }
}

const body = (device_id: number, event: number, log_id: number, time = Math.floor(Date.now() / 1000)) =>
  JSON.stringify({ device_id, event, log_id, time })

it('the webhook of the document passes on events, reports refused events, and survives a body that is not JSON', async () => {
  const example = /posts\n`(.*?)`/.exec(text)?.[1] ?? ''
  const bodies = [body(7, 7, 1), body(7, 99, 2), body(8, 7, 3), 'not JSON', example]
  const { statuses, errors } = await runWebhook(backend.url, bodies)
  expect(statuses).toEqual([200, 200, 200, 503, 200])
  expect(errors).toEqual([
    '8-3 refused: Não há dispositivo com este código entre os deste token.',
    expect.stringContaining('JSON'),
    '7-123 refused: O evento tem mais de 30 dias.',
  ])
  const { result } = await (await admin.call('/rest/events?wordCode=AGUAVIVA-01&limit=2')).json()
  expect(result).toMatchObject([{ kind: 'controller-99' }, { kind: 'access-granted' }])
})

it('the webhook example answers 503, so that the controller repeats the event, if Guarita does not answer or refuses the token', async () => {
  const closed = `http://127.0.0.1:${await nextFreePort('127.0.0.1', 18_700)}`
  expect(await runWebhook(closed, [body(7, 7, 4), body(7, 7, 4)])).toEqual({
    statuses: [503, 503],
    errors: ['fetch failed', 'fetch failed'],
  })
  token = 'nenhum'
  expect(await runWebhook(backend.url, [body(7, 7, 4)])).toEqual({
    statuses: [503],
    errors: ['Guarita answered 401 to 7-4'],
  })
})
