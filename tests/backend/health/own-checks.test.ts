import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { firstValue } from '../../../backend/database/row-values.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { arrived, atTheDevice, recordOf, setFault } from '../parts/simulated-device.ts'

describe('the checks that the server makes by itself', () => {
  it('find that a device failed and recovered, without a call', async () => {
    const watching = await startTestBackend({ monitorEveryMs: 20 })
    const who = await signIn(watching, 'admin')
    await setFault(who, 'ACUDE-01', 'refuse')
    await expect.poll(async () => (await recordOf(who, 'ACUDE-01')).status).toBe('offline')
    await setFault(who, 'ACUDE-01', 'up')
    await expect.poll(async () => (await recordOf(who, 'ACUDE-01')).status).toBe('online')
    const kinds = async () => {
      const { result } = await (await who.call('/rest/events/condominio-12')).json()
      return result.map((event: { kind: string }) => event.kind)
    }
    // The event is stored after the status of the device.
    await expect.poll(kinds).toEqual(['device-up', 'device-down'])
    await watching.close()
  })

  it.each([
    ['an hour', 60 * 60_000],
    ['six years', 6 * 365 * 24 * 60 * 60_000],
  ])('reach every device after the clock was set back by %s', async (_name, backMs) => {
    let aheadMs = backMs
    const watching = await startTestBackend({ monitorEveryMs: 20, now: () => Date.now() + aheadMs })
    const unchecked = (condition: string) =>
      firstValue(
        watching.database,
        `select count(*)::int from device_checks join devices using (word_code) where active and not (${condition})`,
        [new Date(Date.now() + backMs / 2)],
        v.number(),
      )
    await expect.poll(() => unchecked('checked_at > $1')).toBe(0)
    aheadMs = 0
    await expect.poll(() => unchecked('checked_at < $1')).toBe(0)
    await watching.close()
  })

  it('skip inactive devices', async () => {
    const watching = await startTestBackend({ monitorEveryMs: 20 })
    const who = await signIn(watching, 'admin')
    const lastPing = async (wordCode: string) => (await atTheDevice(who, wordCode)).received.at(-1)?.at ?? ''
    const anotherRound = async () => {
      const before = await lastPing('MONTANHES-04')
      await expect.poll(() => lastPing('MONTANHES-04')).not.toBe(before)
    }
    await watching.database.execute("update devices set active = false where word_code = 'ACUDE-03'")
    // The current round may have read the device while it was active.
    await anotherRound()
    const last = await lastPing('ACUDE-03')
    await anotherRound()
    await anotherRound()
    expect(await lastPing('ACUDE-03')).toBe(last)
    await watching.close()
  })

  it('do not delay the end of the server', async () => {
    const watching = await startTestBackend({ monitorEveryMs: 20 })
    const who = await signIn(watching, 'admin')
    await who.call('/rest/simulator/devices', { method: 'PUT', body: { fault: 'hang' } })
    await arrived(who, 'ACUDE-01', 'ping')
    const startedAt = performance.now()
    await watching.close()
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })
})
