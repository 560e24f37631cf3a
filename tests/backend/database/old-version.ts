import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Lock of a data directory: by the pid in the file `lock` (the first versions), or by `lock.sqlite` (since schema 0014). */
export type Guard = 'pid' | 'sqlite'

const holdSqlite = `const { DatabaseSync } = require('node:sqlite')
  globalThis.lock = new DatabaseSync(process.argv[1])
  lock.exec('pragma journal_mode = memory; begin exclusive')
  console.log('held'); setInterval(() => {}, 1000)`

/** Starts a process that holds the data directory as a server of such a version does. The caller ends the process. */
export async function oldServer(dataDir: string, guard: Guard): Promise<ChildProcess> {
  const code = guard === 'pid' ? "console.log('held'); setInterval(() => {}, 1000)" : holdSqlite
  const child = spawn(process.execPath, ['-e', code, join(dataDir, 'lock.sqlite')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const { pid = 0 } = child
  const text = guard === 'pid' ? { pid, startedAt: await startTimeOf(pid) } : { pid, host: hostname() }
  await writeFile(join(dataDir, 'lock'), JSON.stringify(text))
  return child
}

export async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Start time as the first versions note it: boot id and start tick, empty without `/proc`. */
export async function startTimeOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const startTick = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return startTick === undefined ? '' : `${bootId.trim()} ${startTick}`
}

/** Whether a server of the first versions would refuse the data directory. */
export async function doFirstVersionsRefuse(dataDir: string): Promise<boolean> {
  const { pid, startedAt } = JSON.parse(await readFile(join(dataDir, 'lock'), 'utf8'))
  return typeof startedAt === 'string' && (await startTimeOf(pid)) === startedAt
}
