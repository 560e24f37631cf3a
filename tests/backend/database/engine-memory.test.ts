import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { packImage, unpackImage } from '../../../backend/database/embedded/shipped-image.ts'
import { appliedMigrations, migrationNames } from '../../../backend/database/migrations.ts'
import { preparedDataDir } from '../../prepared-database.ts'

let dataDir: string
let folder: string

beforeEach(async () => {
  dataDir = await preparedDataDir('nothing')
  folder = await mkdtemp(join(tmpdir(), 'guarita-memory-'))
})
afterEach(async () => {
  await rm(dataDir, { recursive: true })
  await rm(folder, { recursive: true })
})

// `resourceUsage` would count memory of the process that forked.
it.runIf(existsSync('/proc/self/status'))(
  'a process that opens the embedded database and queries it stays below 300 MB (OPS-6)',
  async () => {
    const code = `
    const { openEmbeddedDatabase } = await import('./backend/database/embedded/embedded-database.ts')
    const database = await openEmbeddedDatabase(${JSON.stringify(join(dataDir, 'db'))})
    for (let number = 0; number < 2_000; number += 1)
      await database.execute('select name from migrations where name = $1 order by applied_at', [String(number)])
    await database.close()
    console.log((await import('node:fs')).readFileSync('/proc/self/status', 'utf8'))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
    // V8's optimisation of PostgreSQL's parser alone takes 500 MB.
    expect(Number(/^VmHWM:\s+(\d+) kB/m.exec(stdout)?.[1]) / 1024).toBeLessThan(300)
  },
)

it('a database that begins as a copy of the image opens with the rows of the image (OPS-6)', async () => {
  const [image, copy] = [join(folder, 'image'), join(folder, 'copy')]
  await packImage(join(dataDir, 'db'), image)
  await mkdir(copy)
  await unpackImage(copy, image)
  const names = async (directory: string) => (await readdir(directory, { recursive: true })).toSorted()
  expect(await names(copy)).toEqual(await names(join(dataDir, 'db')))
  const database = await openEmbeddedDatabase(copy, { isDurable: false })
  expect(await appliedMigrations(database)).toEqual(await migrationNames())
  await database.close()
})

it('without an image a new database stays empty until the engine initialises it (OPS-6)', async () => {
  await unpackImage(folder, join(folder, 'missing'))
  expect(await readdir(folder)).toEqual([])
})
