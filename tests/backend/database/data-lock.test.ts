import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataDirInUse, HeldByOldVersion, lockDataDir } from '../../../backend/database/embedded/data-lock.ts'
import { eventually } from '../../eventually.ts'
import { doFirstVersionsRefuse, kill, oldServer, startTimeOf } from './old-version.ts'

const lockFile = join(import.meta.dirname, '../../../backend/database/embedded/data-lock.ts')
const namespaces = ['--pid', '--fork', '--mount-proc', '--kill-child']
const hasProc = existsSync('/proc/self/stat')
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

describe('the lock file of the first versions', () => {
  const lock = () => join(dataDir, 'lock')

  it('keeps a later version out while its process lives, and is not changed', async () => {
    const old = await oldServer(dataDir, 'pid')
    running.add(old)
    const text = await readFile(lock(), 'utf8')
    const refused = lockDataDir(dataDir)
    await expect(refused).rejects.toThrow(HeldByOldVersion)
    await expect(refused).rejects.toThrow(
      `já estão abertos pelo processo ${old.pid}, de uma versão antiga do Guarita. Nada foi alterado. Encerre-o`,
    )
    await expect(refused).rejects.toThrow(`Se o processo ${old.pid} não é do Guarita, apague ${lock()}.`)
    expect(await readFile(lock(), 'utf8')).toBe(text)
    await kill(old)
    await (await lockDataDir(dataDir))()
  })

  it('keeps the first versions out while a later version has the directory, and is gone afterwards', async () => {
    const unlock = await lockDataDir(dataDir)
    expect(await doFirstVersionsRefuse(dataDir)).toBe(true)
    await unlock()
    expect(await readdir(dataDir)).toEqual(['lock.sqlite'])
  })

  it.skipIf(!hasProc)('does not count if another process has the number, or a later boot', async () => {
    const other = await oldServer(dataDir, 'pid')
    running.add(other)
    const [boot, tick] = (await startTimeOf(other.pid ?? 0)).split(' ')
    for (const startedAt of [`${boot} ${Number(tick) - 1}`, `earlier-boot ${tick}`]) {
      await writeFile(lock(), JSON.stringify({ pid: other.pid, startedAt }))
      await (await lockDataDir(dataDir))()
    }
  })

  it.skipIf(!hasProc)('does not count if its process has ended, but its parent has not noticed', async () => {
    const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec tail -f /dev/null'], {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    })
    running.add(parent)
    const [, output, , input] = parent.stdio
    if (!output || !input) throw new Error('the shell has no pipes')
    const [printed] = await once(output, 'data')
    const pid = Number(printed)
    const startedAt = await startTimeOf(pid)
    // The shell would notice the end of its child, `tail` does not.
    await eventually(async () => expect(await readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('tail\n'))
    input.destroy()
    await eventually(async () => expect(await readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z '))
    await writeFile(lock(), JSON.stringify({ pid, startedAt }))
    await (await lockDataDir(dataDir))()
  })

  it('does not count if a later version left it, even if a living process has its number', async () => {
    await writeFile(lock(), JSON.stringify({ pid: process.ppid, host: 'other' }))
    await (await lockDataDir(dataDir))()
    const startedAt = await startTimeOf(process.ppid)
    await writeFile(lock(), JSON.stringify({ pid: process.ppid, host: 'other', startedAt }))
    await (await lockDataDir(dataDir))()
  })

  it('is taken over by one process at a time', async () => {
    const old = await oldServer(dataDir, 'pid')
    running.add(old)
    await writeFile(`${lock()}.takeover`, await readFile(lock()))
    await writeFile(lock(), JSON.stringify({ pid: old.pid, startedAt: 'earlier-boot 1' }))
    await expect(lockDataDir(dataDir)).rejects.toThrow(HeldByOldVersion)
    await kill(old)
    await (await lockDataDir(dataDir))()
    expect(await readdir(dataDir)).toEqual(['lock.sqlite'])
  })
})
