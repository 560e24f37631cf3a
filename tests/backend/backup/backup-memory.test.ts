import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { preparedDataDir } from '../../prepared-database.ts'

const rows = 20_000
let dataDir: string

beforeEach(async () => {
  dataDir = await preparedDataDir('demo')
  const database = await openEmbeddedDatabase(join(dataDir, 'db'), { isDurable: false })
  await database.execute(
    `insert into events (condominium_id, word_code, ip, kind, description, at)
     select condominium_id, word_code, '10.0.0.1', 'access-granted', repeat('Entrou ', 10), now()
     from generate_series(1, $1), lateral (select * from devices limit 1) as device`,
    [rows],
  )
  await database.close()
})
afterEach(() => rm(dataDir, { recursive: true }))

it.runIf(existsSync('/proc/self/status'))(
  'the backup command needs at most 200 MB for the embedded database (OPS-6)',
  async () => {
    const printPeak = `import { readFileSync } from 'node:fs'
      process.on('exit', () => console.log(readFileSync('/proc/self/status', 'utf8')))`
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...['--import', `data:text/javascript,${encodeURIComponent(printPeak)}`],
      ...['backend/commands/backup.ts', join(dataDir, 'file.backup'), '--data', dataDir],
    ])
    expect(Number(/\((\d+)\.\d+ linhas\)/.exec(stdout)?.[1]) * 1_000).toBeGreaterThanOrEqual(rows)
    expect(Number(/^VmHWM:\s+(\d+) kB/m.exec(stdout)?.[1]) / 1024).toBeLessThan(200)
  },
)
