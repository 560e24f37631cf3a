import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import * as v from 'valibot'

/** Another living process has the data directory open. */
export class DataDirInUse extends Error {
  readonly dataDir: string
  readonly pid: number

  constructor(dataDir: string, pid: number) {
    super(`Os dados em ${dataDir} já estão abertos pelo processo ${pid}. Encerre-o ou use outra pasta (--data).`)
    this.name = 'DataDirInUse'
    this.dataDir = dataDir
    this.pid = pid
  }
}

const holder = v.pipe(v.string(), v.parseJson(), v.object({ pid: v.number(), startedAt: v.string() }))
const heldHere = new Set<string>()

/**
 * Takes the directory for this process (file `lock` with its pid), so that no two open one database.
 * A lock whose process is gone is taken over. Resolves to a function that gives it back.
 */
export async function lockDataDir(directory: string): Promise<() => Promise<void>> {
  const dataDir = resolve(directory)
  const path = join(dataDir, 'lock')
  await mkdir(dataDir, { recursive: true })
  if (heldHere.has(dataDir)) throw new DataDirInUse(directory, process.pid)
  heldHere.add(dataDir)
  try {
    await take(path, directory)
  } catch (error) {
    heldHere.delete(dataDir)
    throw error
  }
  return async () => {
    await rm(path, { force: true })
    heldHere.delete(dataDir)
  }
}

async function take(path: string, directory: string): Promise<void> {
  if (await createLock(path)) return
  // Only one process at a time may judge a lock stale, or the second would remove the first one's new lock.
  const judging = `${path}.takeover`
  if (!(await createLock(judging))) {
    const judge = await livingHolder(judging)
    if (judge !== undefined) throw new DataDirInUse(directory, judge)
  }
  try {
    const pid = await livingHolder(path)
    if (pid !== undefined) throw new DataDirInUse(directory, pid)
    await rm(path, { force: true })
    if (!(await createLock(path))) throw new DataDirInUse(directory, (await livingHolder(path)) ?? 0)
  } finally {
    await rm(judging, { force: true })
  }
}

async function createLock(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx')
    await file.writeFile(JSON.stringify({ pid: process.pid, startedAt: await startTimeOf(process.pid) }))
    await file.close()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** The pid that holds the lock, undefined when that process is gone or the number now belongs to another one. */
async function livingHolder(path: string): Promise<number | undefined> {
  const read = v.safeParse(holder, await readFile(path, 'utf8').catch(() => ''))
  if (!read.success || read.output.pid === process.pid) return undefined
  const { pid, startedAt } = read.output
  return isAlive(pid) && (await startTimeOf(pid)) === startedAt ? pid : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Boot id and start tick on Linux, '' elsewhere: tells a process from a later one with the same number. */
async function startTimeOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const startTick = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  return startTick === undefined ? '' : `${bootId.trim()} ${startTick}`
}
