import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { projectDir } from './project-dir.ts'

const isRoot = process.getuid?.() === 0
const script = readFileSync(join(projectDir, 'docs/deploy/guarita'), 'utf8')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guarita-command-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  // Replaces Node.js: prints the user, the arguments and the settings.
  writeFileSync(
    join(folder, 'node_modules/.bin/node'),
    `#!/bin/sh
id -un; pwd; umask; printf '%s\\n' "$@"
printf '%s\\n' "$GUARITA_COMMAND" "$DATABASE_URL" "$GUARITA_DATA" "$NODE_OPTIONS"
`,
    { mode: 0o755 },
  )
  writeFileSync(
    join(folder, 'settings'),
    `# a comment
GUARITA_COMMAND="sudo guarita"
DATABASE_URL=postgres://ana:a$b\`c@servidor/guarita?sslmode=verify-full&sslrootcert=/x#y`,
  )
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function run(user: string, cwd: string, ...args: string[]) {
  const own = script
    .replace(/^installation=.*$/m, `installation=${folder}`)
    .replace(/^settings=.*$/m, `settings=${join(folder, 'settings')}`)
    .replace(/^user=.*$/m, `user=${user}`)
  const file = join(folder, 'guarita')
  writeFileSync(file, own, { mode: 0o755 })
  const env = { PATH: process.env.PATH, GUARITA_DATA: '/wrong', NODE_OPTIONS: '--inspect' }
  return spawnSync(file, args, { encoding: 'utf8', cwd, env })
}

const printed = (user: string, cwd: string) => [
  user,
  cwd,
  '0077',
  join(folder, 'scripts/guarita.js'),
  'user',
  'add',
  'two words',
  'sudo guarita',
  'postgres://ana:a$b`c@servidor/guarita?sslmode=verify-full&sslrootcert=/x#y',
  '',
  '',
  '',
]

it('the installed command runs the installation in any directory, with the settings of the service alone', () => {
  const user = userInfo().username
  const { stdout, stderr } = run(user, '/', 'user', 'add', 'two words')
  expect([stdout.split('\n'), stderr]).toEqual([printed(user, '/'), ''])
})

it.skipIf(!isRoot)(
  'the installed command runs as the user of the service, in a directory that is closed to that user',
  () => {
    const closed = join(folder, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const { stdout, stderr } = run('nobody', closed, 'user', 'add', 'two words')
    expect([stdout.split('\n'), stderr]).toEqual([printed('nobody', closed), ''])
  },
)

it('the installed command refuses other users, and settings that it cannot read', () => {
  if (!isRoot)
    expect(run('another', '/', 'clock')).toMatchObject({
      status: 1,
      stderr: 'Só o root e o usuário another usam este comando. Repita: sudo guarita clock\n',
    })
  rmSync(join(folder, 'settings'))
  const user = userInfo().username
  expect(run(user, '/', 'clock')).toMatchObject({
    status: 1,
    stderr: `O arquivo ${join(folder, 'settings')} não existe ou não pode ser lido pelo usuário ${user}.\n`,
  })
})
