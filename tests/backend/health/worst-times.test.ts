import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { firstValue } from '../../../backend/database/row-values.ts'
import { recordContacts } from '../../../backend/devices/contact-records.ts'
import { checkTimes } from '../../../backend/health/check-times.ts'
import { checkPace } from '../../../backend/health/due-checks.ts'
import { engineEveryMs } from '../../../backend/incidents/incident-engine.ts'
import type { Backend } from '../../../backend/server.ts'
import { oscillationMs } from '../../../contract/incidents/incident-rules.ts'
import { worstTimes } from '../../../scripts/docs/worst-times.ts'
import { type IncidentNight, incidentNight } from '../incidents/incident-night.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { recordOf, setFault } from '../parts/simulated-device.ts'

const { server } = worstTimes
const { everyMs, tickMs, answerTimeoutMs } = checkTimes
const wordCode = 'AGUAVIVA-01'

describe('the worst times of the server', () => {
  const clock = { now: Date.parse('2026-11-20T05:10:00.000Z') }
  let backend: Backend
  let admin: SignedIn
  let night: IncidentNight

  beforeAll(async () => {
    backend = await startTestBackend({ now: () => clock.now })
    admin = await signIn(backend, 'admin')
    night = incidentNight(backend, admin, clock)
  })
  afterEach(async () => {
    await setFault(admin, wordCode, 'up')
    await backend.database.script(
      "update devices set status = 'online'; delete from incidents; delete from happenings; delete from notifications",
    )
  })
  afterAll(() => backend.close())

  /** Milliseconds from a contact of this result to the next check of the device. */
  async function nextCheckAfter(outcome: 'hung' | { latencyMs: number }, nextCheckMs: number): Promise<number> {
    const device = await recordOf(admin, wordCode)
    await recordContacts(backend.database, [{ device, outcome, at: new Date(clock.now) }], nextCheckMs)
    const sql = 'select next_check_at from device_checks where word_code = $1'
    return ((await firstValue(backend.database, sql, [wordCode], v.date()))?.getTime() ?? 0) - clock.now
  }

  it('until the alert of a device without calls follow from the time of its next check (AUD-5)', async () => {
    const pace = checkPace(everyMs)
    const answered = await nextCheckAfter({ latencyMs: 3 }, pace.nextCheckMs())
    expect(server.alert).toEqual({ refused: answered + tickMs, silent: answered + tickMs + answerTimeoutMs })
    const hung = await nextCheckAfter('hung', pace.nextCheckMs())
    expect(server.recovery).toEqual({
      refused: hung + tickMs + answerTimeoutMs,
      silent: answerTimeoutMs + hung + tickMs + answerTimeoutMs,
    })
    pace.setCount(50_000)
    const ofMany = await nextCheckAfter({ latencyMs: 3 }, pace.nextCheckMs())
    expect(server.alertOfMany).toEqual({ refused: ofMany + tickMs, silent: ofMany + tickMs + answerTimeoutMs })
  })

  it('until the notification include the gathering of the incident and the next round of the incident engine (AUD-5)', async () => {
    await night.devices([wordCode], 'refuse')
    const gatheredForMs = server.notification - 2 * engineEveryMs
    const isTold = async () => (await night.onlyIncident()).isTold
    await night.advance(gatheredForMs - 1)
    expect(await isTold()).toBe(false)
    await night.advance(1)
    expect(await isTold()).toBe(true)
  })

  it('until the notification of an oscillating device end when the first of its three changes is old (AUD-5)', async () => {
    await night.devices([wordCode], 'refuse')
    const firstAt = clock.now
    for (const fault of ['up', 'refuse'] as const) await night.devices([wordCode], fault)
    const lastAt = clock.now
    const isOscillating = async () => (await night.onlyIncident()).isOscillating
    await night.advance(firstAt + oscillationMs - 1 - clock.now)
    const before = await isOscillating()
    await night.advance(1)
    expect([before, await isOscillating()]).toEqual([true, false])
    expect(clock.now - lastAt).toBeLessThan(server.oscillation)
  })
})

it('the running server finds a failure by itself once the check of the device is due (AUD-5)', async () => {
  const clock = { now: Date.parse('2026-11-20T05:10:00.000Z') }
  const backend = await startTestBackend({ now: () => clock.now, monitorEveryMs: everyMs })
  const admin = await signIn(backend, 'admin')
  const night = incidentNight(backend, admin, clock)
  await night.check([wordCode])
  await setFault(admin, wordCode, 'refuse')
  expect((await recordOf(admin, wordCode)).status).toBe('online')
  clock.now += server.alert.refused - tickMs
  await expect.poll(async () => (await recordOf(admin, wordCode)).status).toBe('offline')
  await expect.poll(() => night.open()).toMatchObject([{ wordCode, cause: 'refused' }])
  await backend.close()
})
