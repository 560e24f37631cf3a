import { open, readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import * as v from 'valibot'
import { unlessMissing } from '../refused-path.ts'

/**
 * Content of the file `lock`. Versions before `lock.sqlite` write it without `host`, and read only `pid` and `startedAt`: they refuse a
 * directory whose process is alive.
 */
const holder = v.object({ pid: v.number(), host: v.optional(v.string()), startedAt: v.optional(v.string()) })

export type Holder = v.InferOutput<typeof holder>

/**
 * Writes the file `lock` for this process, as the oldest versions do. Needs the lock of `lock.sqlite`. Resolves to the process of such a
 * version that has the directory open; the file is then not changed.
 */
export async function takeLockFile(path: string): Promise<Holder | undefined> {
  if (await create(path)) return undefined
  // An old version replaces the file of a dead process, too. The second file lets only one process do that at a time.
  const takeover = `${path}.takeover`
  if (!(await create(takeover))) {
    const other = await livingOldHolder(takeover)
    if (other !== undefined) return other
  }
  try {
    const living = await livingOldHolder(path)
    if (living !== undefined) return living
    await rm(path, { force: true })
    return (await create(path)) ? undefined : await readHolder(path)
  } finally {
    await rm(takeover, { force: true })
  }
}

export async function readHolder(path: string): Promise<Holder | undefined> {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), holder), await unlessMissing(readFile(path, 'utf8')))
  return read.success ? read.output : undefined
}

const exists = v.object({ code: v.literal('EEXIST') })

async function create(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(
      JSON.stringify({ pid: process.pid, host: hostname(), startedAt: (await processState(process.pid)).startedAt }),
    )
    await file.close()
    return true
  } catch (error) {
    if (v.is(exists, error)) return false
    throw error
  }
}

/**
 * Resolves to the holder if it is a living process of a version before `lock.sqlite`. A later version has released `lock.sqlite`, so its
 * file is a leftover. A dead process, an earlier boot, and a number that another process has now do not count.
 */
async function livingOldHolder(path: string): Promise<Holder | undefined> {
  const read = await readHolder(path)
  if (read?.startedAt === undefined || read.host !== undefined || read.pid === process.pid) return undefined
  const { isZombie, startedAt } = await processState(read.pid)
  // Without a start time (no /proc, or hidden by it) only the number is known.
  const isSame = startedAt === '' || startedAt === read.startedAt
  return isSame && !isZombie && isAlive(read.pid) ? read : undefined
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return v.is(v.object({ code: v.literal('EPERM') }), error)
  }
}

/** Start time: boot id and start tick on Linux, else empty. It differs for a later process with the same number. */
async function processState(pid: number): Promise<{ startedAt: string; isZombie: boolean }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const bootId = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { startedAt: fields[19] === undefined ? '' : `${bootId.trim()} ${fields[19]}`, isZombie: fields[0] === 'Z' }
}
