import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DataDirInUse, lockDataDir } from '../../../backend/database/embedded/data-lock.ts'

const lockFile = join(import.meta.dirname, '../../../backend/database/embedded/data-lock.ts')
const namespaces = ['--pid', '--fork', '--mount-proc', '--kill-child']
const mayUnshare = spawnSync('unshare', [...namespaces, 'true']).status === 0
let dataDir: string
const running = new Set<ChildProcess>()

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'guarita-lock-'))
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
  await rm(dataDir, { recursive: true })
})

/** Starts a process that takes the lock and keeps it. Resolves to the first line that the process prints. */
async function another(...before: string[]): Promise<{ printed: string; child: ChildProcess }> {
  const code = `import(process.argv[1]).then(({ lockDataDir }) => lockDataDir(process.argv[2])).then(
    () => { console.log('taken by ' + process.pid); setInterval(() => {}, 1000) },
    (error) => { console.log(error.message) })`
  const [command = '', ...rest] = [...before, process.execPath, '-e', code, lockFile, dataDir]
  const child = spawn(command, rest)
  running.add(child)
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += chunk
    if (printed.includes('\n')) break
  }
  return { printed, child }
}

it('one backend at a time can lock a data directory, even within a process (DUR-3)', async () => {
  const giveBack = await lockDataDir(dataDir)
  await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUse)
  await expect(lockDataDir(dataDir)).rejects.toThrow(`já estão abertos pelo processo ${process.pid}. Encerre-o`)
  await giveBack()
  await (await lockDataDir(dataDir))()
  expect(await readdir(dataDir)).toEqual(['lock.sqlite'])
})

it('a lock file of a dead process does not lock the directory, even if a living process has its number now', async () => {
  await writeFile(join(dataDir, 'lock'), JSON.stringify({ pid: process.pid, startedAt: 'outro boot 1' }))
  await (await lockDataDir(dataDir))()
})

it('a killed process releases its lock (DUR-3)', async () => {
  const holder = await another()
  expect(holder.printed).toBe(`taken by ${holder.child.pid}\n`)
  expect((await another()).printed).toContain(`pelo processo ${holder.child.pid}`)
  holder.child.kill('SIGKILL')
  await once(holder.child, 'exit')
  await (await lockDataDir(dataDir))()
})

it.skipIf(!mayUnshare)('a lock holds between containers whose processes have the same pid (DUR-3)', async () => {
  const holder = await another('unshare', ...namespaces)
  expect(holder.printed).toBe('taken by 1\n')
  expect((await another('unshare', ...namespaces)).printed).toContain('já estão abertos pelo processo 1')
  await expect(lockDataDir(dataDir)).rejects.toThrow(DataDirInUse)
})
