import { spawnSync } from 'node:child_process'
import { constants } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as v from 'valibot'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { migrate } from '../../../backend/database/migrations.ts'
import type { Metric } from '../metric.ts'
import { startWriter } from './writer-process.ts'

const imageBytes = 400 * 1024 * 1024
const rounds = 6
const writers = 16

/**
 * Simulates power cuts: copies an ext4 image on a loop device during writes, and looks for the answered writes in the
 * copy (DUR-1). With fsync none may be missing; without fsync some must be missing, or the method proves nothing.
 * Needs root and loop devices; otherwise it prints that and measures nothing.
 */
export async function measurePowerCuts(): Promise<Metric[]> {
  const bench = await mkdtemp(join(tmpdir(), 'guarita-power-'))
  try {
    const fresh = join(bench, 'fresh.img')
    await makeImage(fresh)
    const mounted = await mount(fresh, join(bench, 'mounted'))
    if (mounted === undefined) {
      console.log('\nPower cuts: skipped, they need root, mkfs.ext4 and loop devices.')
      return []
    }
    const database = await openEmbeddedDatabase(join(mounted.path, 'db'))
    await migrate(database)
    await database.close()
    mounted.unmount()
    const metrics: Metric[] = []
    for (const fsync of ['fsync', 'no-fsync'] as const) {
      let answered = 0
      let lost = 0
      let lossy = 0
      for (let round = 0; round < rounds; round += 1) {
        const cut = await cutPower(bench, fresh, fsync, round)
        console.log(`${fsync}, round ${round + 1}: ${cut.lost} lost of ${cut.answered}`)
        answered += cut.answered
        lost += cut.lost
        if (cut.lost > 0) lossy += 1
      }
      const what = `power cut, ${fsync}: acknowledged writes that were lost, of ${answered}`
      metrics.push({ what, measured: lost, unit: 'writes', ...(fsync === 'fsync' && { goal: 0 }) })
      if (fsync === 'no-fsync')
        metrics.push({
          what: 'power cut, no-fsync: rounds without loss, of 6',
          measured: rounds - lossy,
          unit: 'rounds',
          goal: 5,
        })
    }
    return metrics
  } finally {
    await rm(bench, { recursive: true, force: true })
  }
}

async function cutPower(
  bench: string,
  fresh: string,
  fsync: 'fsync' | 'no-fsync',
  round: number,
): Promise<{ answered: number; lost: number }> {
  const running = join(bench, 'running.img')
  const afterwards = join(bench, 'afterwards.img')
  await copyFile(fresh, running, constants.COPYFILE_FICLONE)
  const disk = await mount(running, join(bench, 'mounted'))
  if (disk === undefined) throw new Error('the image could not be mounted')
  const writer = await startWriter(disk.path, fsync, 'single', writers)
  await writer.reached(50)
  await pause(500 + round * 700)
  writer.signal('SIGSTOP')
  // Its earlier output arrives in this turn of the event loop.
  await pause(100)
  const answered = [...writer.answered]
  await copyFile(running, afterwards, constants.COPYFILE_FICLONE)
  writer.signal('SIGKILL')
  await writer.ended
  disk.unmount()
  const found = await mount(afterwards, join(bench, 'mounted'))
  if (found === undefined) return { answered: answered.length, lost: answered.length }
  const kept = await idsIn(join(found.path, 'db')).catch((error: unknown) => {
    console.log(`the database failed to open: ${String(error).slice(0, 200)}`)
    return new Set<number>()
  })
  found.unmount()
  return { answered: answered.length, lost: answered.filter((id) => !kept.has(id)).length }
}

async function idsIn(directory: string): Promise<Set<number>> {
  const database = await openEmbeddedDatabase(directory)
  try {
    const rows = await database.query('select id from written', [], v.object({ id: v.number() }))
    return new Set(rows.map(({ id }) => id))
  } finally {
    await database.close()
  }
}

async function makeImage(file: string): Promise<void> {
  await writeFile(file, '')
  await truncate(file, imageBytes)
  spawnSync('mkfs.ext4', ['-q', '-F', file])
}

async function mount(image: string, path: string): Promise<{ path: string; unmount: () => void } | undefined> {
  await mkdir(path, { recursive: true })
  if (spawnSync('mount', ['-o', 'loop', image, path]).status !== 0) return undefined
  // Lazily, because a database that failed to open keeps files open until this process ends.
  return { path, unmount: () => spawnSync('umount', ['--lazy', path]) }
}
