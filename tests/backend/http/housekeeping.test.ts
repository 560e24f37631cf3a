import * as v from 'valibot'
import { afterEach, expect, it, vi } from 'vitest'
import { confirmClock } from '../../../backend/database/trusted-clock.ts'
import { startHousekeeping } from '../../../backend/housekeeping.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

afterEach(() => {
  vi.useRealTimers()
})

/** SCA-4: this test and the test below. */
it('the housekeeping deletes expired rows while the server runs, and no other rows', async () => {
  let nowMs = Date.parse('2026-03-02T08:00:00.000Z')
  const backend = await startTestBackend({ now: () => nowMs })
  const admin = await signIn(backend, 'admin')
  const headers = { 'idempotency-key': 'um' }
  await admin.call('/device-control/device/restart/AGUAVIVA-01', { method: 'POST', headers })
  const count = async (table: string) => {
    const rows = await backend.database.query(
      `select count(*)::int as count from ${table}`,
      [],
      v.object({ count: v.number() }),
    )
    return rows[0]?.count
  }
  const counts = async () => Promise.all(['idempotent_calls', 'simulated_acts', 'sessions'].map(count))
  await backend.database.execute(
    `insert into device_changes (word_code, kind, at)
     select 'AGUAVIVA-01', 'restarted', $1::timestamptz from generate_series(1, 4500)`,
    [new Date(nowMs)],
  )
  const changes = (await count('device_changes')) ?? 0
  await backend.tidy()
  expect(await counts()).toEqual([1, 1, 1])
  nowMs += dayMs
  await backend.tidy()
  expect(await counts()).toEqual([0, 1, expect.any(Number)])
  nowMs += 90 * dayMs
  await confirmClock(backend.database, nowMs)
  await backend.tidy()
  expect(await counts()).toEqual([0, 0, 0])
  expect(await count('device_changes')).toBeLessThanOrEqual(changes - 4_500)
  await backend.close()
})

it('the housekeeping runs every hour, and a failed chore does not prevent the others', async () => {
  vi.useFakeTimers()
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const done: string[] = []
  const housekeeping = startHousekeeping({
    broken: () => Promise.reject(new Error('no database')),
    other: () => done.push('other'),
  })
  await vi.advanceTimersByTimeAsync(hourMs - 1)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(hourMs + 1)
  expect(done).toEqual(['other', 'other'])
  expect(log).toHaveBeenCalledTimes(2)
  await housekeeping.stop()
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(done).toHaveLength(2)
  log.mockRestore()
})
