import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { backUp } from '../../../backend/backup/back-up.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { preparedImage } from '../../prepared-database.ts'

const backendDir = join(import.meta.dirname, '../../../backend')
let folder: string
let backup: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guarita-interrupted-'))
  backup = join(folder, 'whole.backup')
  const database = await openEmbeddedDatabase('memory', { image: await preparedImage('demo') })
  await backUp(database, backup, '1', () => {})
  await database.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs `backend/FILE`. Resolves to its exit code and its error output. */
function run(file: string, ...args: string[]): Promise<{ code: number | null; errors: string }> {
  return new Promise((resolve) => {
    const child: ChildProcess = execFile(process.execPath, [join(backendDir, file), ...args], (_error, _out, errors) =>
      resolve({ code: child.exitCode, errors }),
    )
  })
}

it('after a restore that was killed while it read the backup for the first time, a start makes no empty installation (OPS-1)', async () => {
  const [dataDir, unfinished] = [join(folder, 'early'), join(folder, 'unfinished.backup')]
  // A pipe without a writer: the command waits for the first byte.
  execFileSync('mkfifo', [unfinished])
  const child = spawn(process.execPath, [join(backendDir, 'commands/restore.ts'), unfinished, '--data', dataDir])
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const isBegun = () => expect(existsSync(join(dataDir, 'db-restoring'))).toBe(true)
  await vi.waitFor(isBegun, { timeout: 120_000 })
  child.kill('SIGKILL')
  await ended
  const { code, errors } = await run('main.ts', '--port', '0', '--seed', 'none', '--data', dataDir)
  expect([code, errors]).toEqual([1, expect.stringContaining(`Uma restauração em ${dataDir} foi interrompida`)])

  const refused = await run('commands/restore.ts', join(backendDir, 'main.ts'), '--data', dataDir)
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('Nada foi restaurado') })
  expect(await readdir(dataDir)).toEqual(['lock.sqlite'])
  await rm(unfinished)
}, 300_000)

it('after an interrupted restore the start and the commands refuse the directory, until the restore is repeated (OPS-1)', async () => {
  const dataDir = join(folder, 'data')
  const restore = ['commands/restore.ts', backup, '--data', dataDir] as const
  const child = spawn(process.execPath, [join(backendDir, restore[0]), ...restore.slice(1)])
  const ended = new Promise((resolve) => child.once('exit', resolve))
  // Short and long enough: the directory exists for about a second, and a busy machine needs a minute to begin it.
  const isBegun = () => expect(existsSync(join(dataDir, 'db-restoring', 'PG_VERSION'))).toBe(true)
  await vi.waitFor(isBegun, { timeout: 120_000, interval: 5 })
  child.kill('SIGKILL')
  await ended
  const left = (await readdir(dataDir)).sort()
  expect(left).not.toContain('db')

  const attempts = [
    ['main.ts', '--port', '0', '--seed', 'none'],
    ['commands/user.ts', 'list'],
    ['commands/backup.ts', join(folder, 'none.backup')],
    ['commands/verify-audit.ts'],
    ['commands/move.ts', '--to', 'postgres://127.0.0.1:1/none'],
  ] as const
  for (const [file, ...args] of attempts)
    expect(await run(file, ...args, '--data', dataDir), file).toEqual({
      code: 1,
      errors: `Uma restauração em ${dataDir} foi interrompida: os dados ali estão incompletos. Nada foi criado no lugar deles. Repita "npx guarita restore ARQUIVO", que recomeça do zero. Para desistir dela, apague ${join(dataDir, 'db-restoring')}.\n`,
    })
  expect(existsSync(join(dataDir, 'db'))).toBe(false)

  expect(await run(...restore)).toEqual({ code: 0, errors: '' })
  expect((await readdir(dataDir)).sort()).toEqual(['db', 'db.json', 'lock.sqlite'])
  expect(await run('commands/user.ts', 'list', '--data', dataDir)).toEqual({ code: 0, errors: '' })
}, 300_000)
