import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { askDevice, DeviceNotAsked, measureBusyTime } from '../../../backend/devices/device-client.ts'
import { devicePlaces } from '../../../backend/devices/device-places.ts'
import type { Backend } from '../../../backend/server.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { recordOf, setFault } from '../parts/simulated-device.ts'

/** SCA-4: this test and the tests below. */
describe('a process that is too busy to read an answer', () => {
  const sockets = new Set<Socket>()
  let device: Server
  let answersAfterMs = 0
  beforeAll(async () => {
    device = createServer((socket) => {
      sockets.add(socket)
      socket.once('data', () => {
        setTimeout(() => socket.write('{"ok":true,"op":"ping","wordCode":"A-01"}\n'), answersAfterMs)
      })
    })
    await new Promise<void>((listening) => device.listen(0, '127.0.0.1', listening))
  })
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    device.close()
  })

  async function ask(busyTime: { total(): number; stop(): void }, timeoutMs: number, graceMs?: number) {
    const address = device.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const signal = new AbortController().signal
    return askDevice(
      { wordCode: 'A-01', ip: '127.0.0.1', port: address.port },
      { op: 'ping' },
      { timeoutMs, signal, busyTime, purpose: 'simulatedDevice', ...(graceMs !== undefined && { graceMs }) },
    )
  }

  it('does not report the device as silent', async () => {
    answersAfterMs = 20
    const busyTime = measureBusyTime()
    const asked = ask(busyTime, 150)
    const until = performance.now() + 400
    while (performance.now() < until);
    await expect(asked).resolves.toMatchObject({ latencyMs: expect.any(Number) })
    expect(busyTime.total()).toBeGreaterThan(300)
    busyTime.stop()
  })

  it('reports after the grace time that it could not ask the device', async () => {
    answersAfterMs = 60_000
    const startedAt = performance.now()
    const busyTime = { total: () => performance.now() - startedAt, stop() {} }
    const error = await ask(busyTime, 50, 100).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DeviceNotAsked)
    expect(error).toMatchObject({ wasSent: true })
  })

  it('is not the reason when an idle process gets no answer', async () => {
    answersAfterMs = 60_000
    await expect(ask({ total: () => 0, stop() {} }, 50)).rejects.toMatchObject({ kind: 'hung' })
  })
})

/** SCA-3. */
describe('slots for connections to devices', () => {
  const healthy = (port: number) => ({ ip: '10.0.0.1', port, status: 'online' as const })
  const unreachable = (port: number) => ({ ip: '10.0.0.1', port, status: 'offline' as const })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('are given immediately, can be returned, and are refused if none is free', async () => {
    const slots = devicePlaces({ quick: 2, slow: 4, atAddress: 2, waitMs: 0 })
    const [first] = [await slots.take(healthy(1)), await slots.take(healthy(2))]
    expect(await slots.take(healthy(3))).toBeNull()
    first?.()
    expect(await slots.take(healthy(3))).not.toBeNull()
  })

  it('are never all taken by hanging devices: a long call leaves its quick slot', async () => {
    vi.useFakeTimers()
    const slots = devicePlaces({ quick: 2, slow: 4, atAddress: 8, waitMs: 0 })
    for (const port of [1, 2]) expect(await slots.take(healthy(port))).not.toBeNull()
    expect(await slots.take(healthy(3))).toBeNull()
    await vi.advanceTimersByTimeAsync(250)
    expect(await slots.take(healthy(3))).not.toBeNull()
    expect(slots.free()).toEqual({ quick: 1, slow: 1 })
  })

  it('are limited for devices that did not answer lately, so that other devices get slots', async () => {
    const slots = devicePlaces({ quick: 2, slow: 4, atAddress: 8, waitMs: 0 })
    for (const port of [1, 2, 3]) expect(await slots.take(unreachable(port))).not.toBeNull()
    expect(await slots.take(unreachable(4))).toBeNull()
    expect(await slots.take(healthy(5))).not.toBeNull()
  })

  it('are limited for each address', async () => {
    const slots = devicePlaces({ quick: 9, slow: 9, atAddress: 2, waitMs: 0 })
    expect(await slots.take(unreachable(1))).not.toBeNull()
    expect(await slots.take(unreachable(1))).toBeNull()
    expect(await slots.take(healthy(1))).not.toBeNull()
    expect(await slots.take(healthy(1))).toBeNull()
    expect(await slots.take(healthy(2))).not.toBeNull()
  })

  it('are given to waiting calls in their order, until a wait is too long', async () => {
    vi.useFakeTimers()
    const slots = devicePlaces({ quick: 1, slow: 1, atAddress: 9, waitMs: 1_000 })
    const [held, slow] = [await slots.take(healthy(1)), await slots.take(unreachable(1))]
    const taken: string[] = []
    for (const name of ['first', 'second']) slots.take(healthy(2)).then((leave) => taken.push(leave ? name : 'nothing'))
    held?.()
    await vi.advanceTimersByTimeAsync(0)
    expect(taken).toEqual(['first'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(taken).toEqual(['first', 'nothing'])
    slow?.()
  })
})

describe('a server without a free slot for a call', () => {
  let backend: Backend
  let admin: SignedIn
  beforeAll(async () => {
    backend = await startTestBackend({ deviceTimeoutMs: 60_000 })
    admin = await signIn(backend, 'admin')
  })
  afterAll(() => backend.close())

  const ask = (wordCode: string) => admin.call(`/device-control/device/user-admin/${wordCode}`)

  it('answers that it did not ask the device, and does not change the status of the device', async () => {
    const before: Device = await recordOf(admin, 'AGUAVIVA-01')
    await setFault(admin, 'AGUAVIVA-01', 'hang')
    const calls = Array.from({ length: 70 }, () => ask('AGUAVIVA-01'))
    const first = await Promise.race(calls)
    expect(first.status).toBe(503)
    expect(first.headers.get('retry-after')).toBe('1')
    expect(await first.json()).toEqual({
      error: true,
      message: 'O servidor está ocupado e não consultou o dispositivo AGUAVIVA-01. Tente de novo em instantes.',
      notAsked: true,
    })
    expect(await recordOf(admin, 'AGUAVIVA-01')).toEqual(before)
    expect((await ask('AGUAVIVA-02')).status).toBe(200)
    for (const call of calls) call.catch(() => {})
  })
})
