import { chmod, lstat, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockDataDir } from '../../../backend/database/embedded/data-lock.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { preparedDataDir, preparedImage } from '../../prepared-database.ts'

let dataDir: string
let umask: number

beforeEach(async () => {
  umask = process.umask(0)
  dataDir = await preparedDataDir('nothing')
})
afterEach(async () => {
  process.umask(umask)
  await rm(dataDir, { recursive: true })
})

/** Paths in the data directory that others than the owner can access. */
async function openToOthers(directory = dataDir): Promise<string[]> {
  const names = ['.', ...(await readdir(directory, { recursive: true }))]
  const modes = await Promise.all(
    names.map(async (name) => ({ name, mode: (await lstat(join(directory, name))).mode })),
  )
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => name)
}

async function workIn(directory: string, image?: Blob): Promise<void> {
  const unlock = await lockDataDir(directory)
  const database = await openEmbeddedDatabase(join(directory, 'db'), image && { image })
  await database.script('create table made_later as select * from generate_series(1, 1000)')
  await database.close()
  expect(await openToOthers(directory)).toEqual([])
  await unlock()
}

it('the start removes access for others from a data directory and all its files (OPS-4)', async () => {
  for (const name of await readdir(dataDir, { recursive: true })) {
    const path = join(dataDir, name)
    await chmod(path, (await stat(path)).isDirectory() ? 0o777 : 0o666)
  }
  await writeFile(join(dataDir, 'lock.sqlite'), '')
  await chmod(dataDir, 0o777)
  expect((await openToOthers()).length).toBeGreaterThan(400)
  await workIn(dataDir)
})

it('a new data directory and later files are accessible to their owner only (OPS-4)', async () => {
  await workIn(join(dataDir, 'new'), await preparedImage('empty'))
})

it('the files of the first initialisation are accessible to their owner only (OPS-4)', async () => {
  // The prepared archive keeps the file modes of a real initialisation.
  const initialised = await preparedDataDir('empty')
  expect(await openToOthers(join(initialised, 'db'))).toEqual([])
  await rm(initialised, { recursive: true })
})

it('the modes of a folder with other files stay unchanged', async () => {
  const shared = await mkdtemp(join(tmpdir(), 'guarita-shared-'))
  await chmod(shared, 0o755)
  await writeFile(join(shared, 'of-others.txt'), '', { mode: 0o644 })
  const unlock = await lockDataDir(shared)
  expect((await openToOthers(shared)).sort()).toEqual(['.', 'of-others.txt'])
  await unlock()
  await rm(shared, { recursive: true })
})
