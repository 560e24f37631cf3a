import { execFile } from 'node:child_process'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backUp } from '../../backend/backup/back-up.ts'
import { nextFreePort } from '../../backend/free-port.ts'
import { startBackend } from '../../backend/server.ts'
import { cheapCost, preparedDataDir } from '../prepared-database.ts'
import { documentedBlocks, elsewhere, filled } from './documented-commands.ts'
import { type Scratch, scratchInstallation } from './scratch-installation.ts'

const blocks = documentedBlocks()
const reasonFor = (command: string) => Object.keys(elsewhere).find((beginning) => command.startsWith(beginning))
const runnable = blocks
  .map(({ at, commands }) => ({ at, commands: commands.filter((command) => reasonFor(command) === undefined) }))
  .filter(({ commands }) => commands.some((command) => !command.startsWith('cd ')))

let scratch: Scratch
let backup: string
let dataDir: string
let port: string

beforeAll(async () => {
  scratch = await scratchInstallation()
  backup = join(scratch.root, 'kept.backup')
  dataDir = await preparedDataDir('nothing')
  const server = await startBackend({ port: 0, seed: 'none', passwordCost: cheapCost, dataDir })
  await backUp(server.database, backup, '1', () => {})
  await server.close()
  port = String(await nextFreePort('127.0.0.1', 19_999))
}, 300_000)
afterAll(async () => {
  await rm(scratch.root, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
})

beforeEach(async () => {
  scratch.reset(dataDir)
  for (const place of ['backups', 'mnt']) await copyFile(backup, join(scratch.root, 'machine', place, 'kept.backup'))
})

/** The test stops a server that is ready, and writes passwords to the standard input. */
function inScratch(command: string): string {
  const own = scratch.mapped(filled(command)).replace('--port 9999', `--port ${port}`)
  if (!own.includes('guarita start')) return own.includes('guarita user') ? `${own} <<<'porta da frente 9'` : own
  return `${own} & server=$!
until curl --silent --fail http://127.0.0.1:${port}/readyz; do kill -0 $server; sleep 0.2; done
kill $server; wait $server`
}

/** Resolves to the exit code and the output. */
function run(commands: readonly string[]): Promise<{ code: number | null; printed: string }> {
  const script = `set -eux\n${commands.map(inScratch).join('\n')}`
  const { PATH, TZ = 'UTC' } = process.env
  const env = { PATH: `${join(scratch.root, 'machine/usr/local/bin')}:${PATH}`, TZ }
  return new Promise((resolve) => {
    const child = execFile(
      'bash',
      ['--norc', '-c', script],
      { cwd: join(scratch.root, 'machine/opt/guarita'), env },
      (_e, out, err) => resolve({ code: child.exitCode, printed: out + err }),
    )
  })
}

describe('the commands in README and docs', () => {
  it.each(runnable)(
    'of $at work in a new installation',
    async ({ commands }) => {
      const { code, printed } = await run(commands)
      expect(code, printed).toBe(0)
    },
    300_000,
  )

  it('include each command on the list of commands that cannot run here', () => {
    const documented = blocks.flatMap(({ commands }) => commands)
    const unneeded = Object.keys(elsewhere).filter(
      (beginning) => !documented.some((command) => command.startsWith(beginning)),
    )
    expect(unneeded).toEqual([])
    // If the pattern of a block matched nothing, the test would accept every document.
    expect(runnable.length).toBeGreaterThan(7)
  })

  it('fail this test if they are wrong', async () => {
    expect((await run(['sudo guarita backup /nowhere/one.backup'])).code).toBe(1)
    expect((await run(['sudo guarita no-command'])).code).toBe(1)
    const wrong = [
      'sudo systemctl start guarda',
      'sudo systemctl enable --once guarita',
      'docker compose stop guarita-1 guarita-2',
      'cd docs/deploy && docker compose stop guarita-3',
      'cd docs/deploy && docker compose exec guarita-1 guarita backups /backups/one',
      'cd docs/deploy && docker compose exec guarita-1 node -e "fetch(\'http://127.0.0.1:8080/ready\').then(console.log)"',
    ]
    for (const command of wrong) expect((await run(command.split(' && '))).code, command).toBeGreaterThan(0)
  })
})
