import { PGlite } from '@electric-sql/pglite'
import { afterEach, expect, it, vi } from 'vitest'
import { type Maintenance, startMaintenance } from '../../../backend/database/embedded/embedded-maintenance.ts'
import { preparedImage } from '../../prepared-database.ts'

const mebibyte = 1024 * 1024
const asked: string[] = []
let vacuumNext: { name: string; isForVacuum: boolean }[] = []
const pglite = {
  exec: async (sql: string) => {
    asked.push(sql)
    return []
  },
  query: async () => ({ rows: vacuumNext.splice(0, 1), fields: [] }),
}
let maintenance: Maintenance | undefined

afterEach(async () => {
  vi.useRealTimers()
  await maintenance?.stop()
  maintenance = undefined
})

function begin(): { logPosition: number } {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  asked.length = 0
  vacuumNext = []
  const files = { logPosition: 100 * mebibyte }
  maintenance = startMaintenance(pglite, files)
  return files
}

it('the maintenance checkpoints after 16 MiB of log, when no call runs (DUR-2)', async () => {
  const files = begin()
  let end = () => {}
  maintenance?.aside(
    () =>
      new Promise<void>((resolve) => {
        end = resolve
      }),
  )
  files.logPosition += 17 * mebibyte
  await vi.advanceTimersByTimeAsync(3_000)
  expect(asked).toEqual([])
  end()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toEqual(['checkpoint'])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toEqual(['checkpoint'])
})

it('the maintenance checkpoints during calls if the log is too large, and after five minutes with little log (DUR-2)', async () => {
  const files = begin()
  maintenance?.aside(() => new Promise<void>(() => {}))
  files.logPosition += 49 * mebibyte
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toEqual(['checkpoint'])
  await maintenance?.stop()

  const quiet = begin()
  quiet.logPosition += 1
  await vi.advanceTimersByTimeAsync(299_000)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toEqual(['checkpoint'])
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toEqual(['checkpoint'])
})

it('the maintenance checks every minute for tables to vacuum, and vacuums one at a time (DUR-2)', async () => {
  begin()
  vacuumNext = [
    { name: 'public.devices', isForVacuum: true },
    { name: 'public.users', isForVacuum: false },
  ]
  await vi.advanceTimersByTimeAsync(59_000)
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked).toEqual(['vacuum (analyze) public.devices'])
  await vi.advanceTimersByTimeAsync(6_000)
  expect(asked).toEqual(['vacuum (analyze) public.devices', 'analyze public.users'])
})

it('the maintenance finds the tables to vacuum in the statistics of PostgreSQL (DUR-2)', async () => {
  const engine = await PGlite.create({ loadDataDir: await preparedImage('nothing') })
  await engine.exec(`create table busy as select id, repeat('x', 500) as text from generate_series(1, 3000) id`)
  await engine.exec('update busy set text = text')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  maintenance = startMaintenance(engine, { logPosition: 0 })
  const stats = async () => {
    await engine.query('select pg_stat_force_next_flush()')
    const { rows } = await engine.query(
      `select n_dead_tup::int as dead, vacuum_count::int as vacuums from pg_stat_user_tables where relname = 'busy'`,
    )
    return rows[0]
  }
  await stats()
  expect(await stats()).toEqual({ dead: 3_000, vacuums: 0 })
  for (let second = 0; second < 120; second += 1) {
    await vi.advanceTimersByTimeAsync(1_000)
    await engine.query('select 1')
  }
  await stats()
  expect(await stats()).toEqual({ dead: 0, vacuums: 1 })
  await maintenance.stop()
  await engine.close()
})
