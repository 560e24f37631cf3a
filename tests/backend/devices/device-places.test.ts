import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { devicePlaces } from '../../../backend/devices/device-places.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let next = 0
/** A device with an address of its own. */
const device = (status: 'online' | 'offline' = 'online') => {
  next += 1
  return { ip: `10.0.0.${next}`, port: 4370, status }
}
const rules = { quick: 2, slow: 4, atAddress: 4, waitMs: 0 }

/** SCA-3, SCA-4: this test and the tests below. */
describe('slots for connections to devices', () => {
  it('are refused immediately if all are taken, and free again when a connection ends', async () => {
    const slots = devicePlaces(rules)
    const leave = await slots.take(device())
    await slots.take(device())
    expect(await slots.take(device())).toBeNull()
    leave?.()
    expect(await slots.take(device())).not.toBeNull()
  })

  it('become free when hanging connections move to slow slots, as long as slow slots are free', async () => {
    const slots = devicePlaces(rules)
    await Promise.all([slots.take(device()), slots.take(device())])
    expect(slots.free().quick).toBe(0)
    await vi.advanceTimersByTimeAsync(250)
    expect(slots.free()).toEqual({ quick: 2, slow: 1 })
    await Promise.all([slots.take(device()), slots.take(device())])
    await vi.advanceTimersByTimeAsync(250)
    await Promise.all([slots.take(device()), slots.take(device())])
    await vi.advanceTimersByTimeAsync(10_000)
    // Four hang in slow slots and two in quick slots: all are taken.
    expect(slots.free()).toEqual({ quick: 0, slow: 0 })
    expect(await slots.take(device())).toBeNull()
  })

  it('that devices without recent answers can take are limited to three quarters of the slow ones', async () => {
    const slots = devicePlaces(rules)
    const crowd = await Promise.all(Array.from({ length: 50 }, () => slots.take(device('offline'))))
    expect(crowd.filter((leave) => leave !== null)).toHaveLength(3)
    expect(await slots.take(device())).not.toBeNull()
    await vi.advanceTimersByTimeAsync(250)
    expect(slots.free()).toEqual({ quick: 2, slow: 0 })
  })

  it('are limited for one address, to half of the limit while its devices do not answer', async () => {
    const slots = devicePlaces({ ...rules, quick: 20, slow: 20 })
    const at = { ip: '10.1.0.1', port: 4370 }
    const took = async (status: 'online' | 'offline', count: number) =>
      (await Promise.all(Array.from({ length: count }, () => slots.take({ ...at, status })))).filter(Boolean).length
    expect(await took('offline', 9)).toBe(2)
    expect(await took('online', 9)).toBe(2)
  })

  it('are given to waiting calls in their order, and a wait has an end', async () => {
    const slots = devicePlaces({ ...rules, waitMs: 200 })
    const leave = await slots.take(device())
    await slots.take(device())
    const [second, third] = [slots.take(device()), slots.take(device())]
    await vi.advanceTimersByTimeAsync(100)
    leave?.()
    expect(await second).not.toBeNull()
    await vi.advanceTimersByTimeAsync(99)
    await vi.advanceTimersByTimeAsync(1)
    expect(await third).toBeNull()
  })
})
