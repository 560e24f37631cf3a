import { execFile, spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp } from '../../../backend/backup/back-up.ts'
import { restore } from '../../../backend/backup/restore.ts'
import { withDatabase } from '../../../backend/backup/with-database.ts'
import { readCommand } from '../../../backend/command-line.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { tryMigrations } from '../../../backend/database/migrations.ts'
import { runLocalCommand } from '../../../backend/local-commands/run-command.ts'
import { startCommand } from '../../../backend/start-command.ts'
import { preparedDataDir, preparedImage } from '../../prepared-database.ts'

const backendDir = join(import.meta.dirname, '../../../backend')
const isRoot = process.getuid?.() === 0
/** Root without its capabilities obeys file modes. */
const withoutCapabilities = isRoot ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : []
const canBeDenied = spawnSync('env', [...withoutCapabilities, 'true']).status === 0
const user = userInfo().username
const denied = `, do usuário ${user}, não pode ser aberto ou gravado pelo usuário ${user}. Nada foi alterado. Repita como o dono`
const noDirectory = 'não é uma pasta, ou fica abaixo de um arquivo. Nada foi alterado. Indique outra pasta (--data).'

let folder: string
let backup: string
let dataDir: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guarita-paths-'))
  backup = join(folder, 'whole.backup')
  dataDir = await preparedDataDir('nothing')
  const database = await openEmbeddedDatabase('memory', { image: await preparedImage('nothing') })
  await backUp(database, backup, '1', () => {})
  await database.close()
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
})

/** Runs `backend/FILE`. Resolves to its error output. */
function run(file: string, ...args: string[]): Promise<string> {
  return runWith({}, file, ...args)
}

function runWith(own: Record<string, string>, file: string, ...args: string[]): Promise<string> {
  const [command = '', ...rest] = [...withoutCapabilities, process.execPath, join(backendDir, file), ...args]
  return new Promise((resolve) =>
    execFile(command, rest, { env: { ...process.env, ...own } }, (_error, _stdout, stderr) => resolve(stderr)),
  )
}

it('the start and all commands report that a data directory is a file, or is below a file, and leave the file', async () => {
  const file = join(folder, 'a-file')
  await writeFile(file, 'text')
  for (const path of [file, join(file, 'below')]) {
    const attempts = {
      start: () => startCommand(readCommand(['--data', path, '--port', '0'], {}), () => {}),
      migrate: () => withDatabase({ dataDir: path }, tryMigrations),
      user: () => runLocalCommand({ dataDir: path }, 'user', { act: 'list' }),
      restore: () => restore(backup, { dataDir: path }, () => {}),
    }
    for (const [name, attempt] of Object.entries(attempts))
      await expect(attempt(), `${name} ${path}`).rejects.toThrow(`O caminho ${path} ${noDirectory}`)
  }
  expect(await readFile(file, 'utf8')).toBe('text')
})

it('the backup command refuses a missing directory before it reads the data', async () => {
  const path = join(folder, 'missing', 'a.backup')
  expect(await run('commands/backup.ts', path, '--data', dataDir)).toBe(
    `O caminho ${join(folder, 'missing')} não existe. Nada foi alterado. Indique outro arquivo.\n`,
  )
  expect(await readdir(dataDir)).toEqual(['db'])
})

it.skipIf(!canBeDenied)(
  'the start and the commands report that a directory is not accessible, and leave it',
  async () => {
    const [readOnly, closed] = [join(folder, 'read-only'), join(folder, 'closed')]
    await mkdir(readOnly, { mode: 0o500 })
    await mkdir(join(closed, 'db'), { recursive: true })
    await chmod(closed, 0)
    const printed = await Promise.all([
      run('main.ts', '--data', readOnly, '--port', '0'),
      run('main.ts', '--data', join(readOnly, 'below'), '--port', '0'),
      run('commands/restore.ts', backup, '--data', readOnly),
      run('commands/migrate.ts', '--dry-run', '--data', closed),
      run('commands/backup.ts', join(readOnly, 'a.backup'), '--data', dataDir),
    ])
    for (const text of printed) expect(text).toMatch(new RegExp(`^O caminho ${folder}/[a-z-/]+${denied}[^\n]+\n$`))
    await chmod(closed, 0o700)
    expect(await readdir(readOnly)).toEqual([])
  },
)

it.skipIf(!canBeDenied)('the start and the commands name a file that this user may not read', async () => {
  const own = await preparedDataDir('nothing')
  const files = [
    join(own, 'evidence-key.pem'),
    join(folder, 'key.pem'),
    join(folder, 'closed.backup'),
    join(folder, 'heads.jsonl'),
  ]
  const [ownKey = '', key = '', closedBackup = '', heads = ''] = files
  for (const file of files) await writeFile(file, 'text', { mode: 0 })
  const printed = {
    [ownKey]: await run('main.ts', '--data', own, '--port', '0'),
    [key]: await runWith({ GUARITA_EVIDENCE_KEY: key }, 'main.ts', '--data', dataDir, '--port', '0'),
    [closedBackup]: await run('commands/restore.ts', closedBackup, '--data', join(folder, 'nowhere')),
    [heads]: await run('commands/verify-audit.ts', '--heads', heads, '--data', dataDir),
  }
  for (const [file, text] of Object.entries(printed))
    expect(text).toMatch(new RegExp(`^O caminho ${file}${denied}[^\n]+\n$`))
  await rm(own, { recursive: true })
})

it('the command move uses the directory of GUARITA_DATA', async () => {
  const elsewhere = join(folder, 'elsewhere')
  await mkdir(elsewhere)
  expect(await runWith({ GUARITA_DATA: elsewhere }, 'commands/move.ts', '--to', 'postgres://127.0.0.1:1/none')).toBe(
    `Não há dados do Guarita em ${elsewhere}.\n`,
  )
})

it.skipIf(!canBeDenied)(
  'a start as a user who cannot read a file of the data does not call the data damaged',
  async () => {
    const place = await preparedDataDir('nothing')
    const segment = (await readdir(join(place, 'db/pg_wal'))).find((name) => /^[0-9A-F]{24}$/.test(name)) ?? ''
    for (const file of ['PG_VERSION', join('pg_wal', segment)]) {
      await chmod(join(place, 'db', file), 0)
      expect(await run('main.ts', '--data', place, '--port', '0')).toContain(
        `O caminho ${join(place, 'db', file)}${denied}`,
      )
      await chmod(join(place, 'db', file), 0o600)
    }
    await rm(place, { recursive: true })
  },
)

it.skipIf(!isRoot || !canBeDenied)('the commands name the wrong user for the data of another user', async () => {
  const foreign = join(folder, 'foreign')
  await mkdir(join(foreign, 'db'), { recursive: true })
  await chmod(foreign, 0o700)
  await chown(foreign, 65_534, 65_534)
  expect(await run('commands/migrate.ts', '--dry-run', '--data', foreign)).toBe(
    `A pasta ${foreign} é do usuário nobody, e o comando é do usuário root. Repita como o dono dos dados: sudo -u nobody …\n`,
  )
  expect(await run('main.ts', '--data', foreign, '--port', '0')).toContain(
    `O caminho ${foreign}, do usuário nobody, não pode ser aberto ou gravado pelo usuário root. Nada foi alterado.`,
  )
})
