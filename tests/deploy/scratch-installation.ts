import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { projectDir } from './project-dir.ts'
import { standIns } from './stand-ins.ts'

const lock = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ packages: v.record(v.string(), v.looseObject({ dev: v.optional(v.boolean()) })) }),
)

/** Directories of the machine that documents and delivered files name. */
const machinePaths = ['/opt/', '/etc/', '/var/lib/', '/usr/local/bin/', '/mnt/', '/backups/', '/tmp/']

/** Delivered files with paths of the machine, and where they are installed. */
const adapted = [
  ['guarita.env', 'etc/guarita/guarita.env', 0o640],
  ['guarita', 'usr/local/bin/guarita', 0o755],
] as const

/** The lines of the installation that make directories. */
function documentedDirectories(): string[] {
  return readFileSync(join(projectDir, 'docs/before-real-use.md'), 'utf8').match(/^sudo install -d .*$/gm) ?? []
}

/** A delivered installation below one directory, for this user, without the panel. */
export type Scratch = {
  root: string
  /** Replaces the paths of a machine by those below the directory, and the user `guarita` by this user. */
  mapped(text: string): string
  /** Makes the directories of the machine anew, with a copy of the data. */
  reset(dataDir: string): void
}

export async function scratchInstallation(): Promise<Scratch> {
  const root = await mkdtemp(join(tmpdir(), 'guarita-scratch-'))
  const program = join(root, 'program')
  deliver(program)
  const mapped = (text: string) =>
    text
      .replaceAll(new RegExp(`(?<![\\w.])(${machinePaths.join('|')})`, 'g'), `${root}/machine$1`)
      .replaceAll(/ -[og] guarita\b/g, '')
      .replace(/^user=guarita$/m, `user=${userInfo().username}`)
  const write = (path: string, text: string, mode: number) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text, { mode })
  }
  return {
    root,
    mapped,
    reset(dataDir) {
      rmSync(join(root, 'machine'), { recursive: true, force: true })
      for (const path of machinePaths) mkdirSync(join(root, 'machine', path), { recursive: true })
      for (const name of ['guarita', 'guarita-new']) symlinkSync(program, join(root, 'machine/opt', name))
      for (const path of ['etc/systemd/system', 'etc/nginx/conf.d'])
        mkdirSync(join(root, 'machine', path), { recursive: true })
      cpSync(dataDir, join(root, 'machine/var/lib/guarita'), { recursive: true })
      for (const [name, path, mode] of adapted) {
        const text = mapped(readFileSync(join(projectDir, 'docs/deploy', name), 'utf8'))
        write(join('program/docs/deploy', name), text, mode)
        write(join('machine', path), text, mode)
      }
      for (const [name, script] of Object.entries(standIns)) write(`machine/usr/local/bin/${name}`, script, 0o755)
      for (const line of documentedDirectories()) execFileSync('sh', ['-c', mapped(line).replace('sudo ', '')])
    },
  }
}

/** The program after `npm run deliver`. A stand-in for Vite makes only the file that marks a built panel. */
function deliver(program: string): void {
  mkdirSync(join(program, 'node_modules/.bin'), { recursive: true })
  for (const path of ['backend', 'contract', 'scripts', 'docs', 'package.json', 'package-lock.json'])
    cpSync(join(projectDir, path), join(program, path), { recursive: true })
  const record = 'node_modules/.package-lock.json'
  cpSync(join(projectDir, record), join(program, record))
  const wanted = v.parse(lock, readFileSync(join(projectDir, 'package-lock.json'), 'utf8'))
  for (const [path, { dev = false }] of Object.entries(wanted.packages))
    if (path !== '' && !dev && path.split('node_modules/').length === 2 && existsSync(join(projectDir, path)))
      execFileSync('cp', ['-a', join(projectDir, path), dirname(makeParent(join(program, path)))])
  symlinkSync('../node/bin/node', join(program, 'node_modules/.bin/node'))
  const vite = join(program, 'node_modules/.bin/vite')
  writeFileSync(vite, "#!/bin/sh\nmkdir dist && echo '<!doctype html>' > dist/index.html\n", { mode: 0o755 })
  execFileSync(process.execPath, ['scripts/deliver.js'], { cwd: program })
}

function makeParent(path: string): string {
  mkdirSync(dirname(path), { recursive: true })
  return path
}
