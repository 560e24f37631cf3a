import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

const limits = { headersMs: 300, requestMs: 600, checkMs: 50, strangersEach: 20 }
let backend: Backend
let admin: SignedIn
const sockets: Socket[] = []

beforeAll(async () => {
  backend = await startTestBackend({ connectionLimits: limits })
  admin = await signIn(backend, 'admin')
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await expect.poll(async () => (await open(1)).at(0)?.destroyed).toBe(false)
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => backend.close())

/** Resolves once the server has accepted or ended each connection. */
async function open(count: number): Promise<Socket[]> {
  const opened = Array.from({ length: count }, () =>
    connect(backend.port, '127.0.0.1')
      .on('error', () => {})
      .resume(),
  )
  sockets.push(...opened)
  await Promise.all(opened.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  await (await admin.call('/rest/api/health')).arrayBuffer()
  return opened
}

/** Milliseconds that a connection stays open while `drip` is sent every 50 ms. */
async function livesFor(head: string, drip: string): Promise<number> {
  const [socket] = await open(1)
  if (socket === undefined) throw new Error('no socket')
  const beganAt = performance.now()
  socket.write(head)
  const dripping = setInterval(() => socket.write(drip), 50)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(dripping)
  return performance.now() - beganAt
}

describe('a connection that sends nothing or little (OPS-4)', () => {
  it.each([
    ['nothing at all', '', ''],
    ['a head that drips', 'GET / HTTP/1.1\r\nHost: a\r\n', 'X-A: b\r\n'],
    [
      'a body that drips',
      'POST /rest/auth/sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n',
      ' ',
    ],
    [
      'a body of chunks that drip',
      'POST /rest/auth/sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      '1\r\n \r\n',
    ],
    [
      'a socket without a token',
      `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n\r\n`,
      '',
    ],
  ])('%s is closed', async (_case, head, drip) => {
    expect(await livesFor(head, drip)).toBeLessThan(5_000)
  })

  it('is not confused with a connection that waits for a slow device', async () => {
    const path = '/rest/simulator/device/AGUAVIVA-01'
    await admin.call(path, { method: 'PUT', body: { fault: 'slow', slowMs: 1_200 } })
    const answer = await admin.call('/device-control/device/restart/AGUAVIVA-01', { method: 'POST' })
    expect(answer.ok).toBe(true)
    await admin.call(path, { method: 'PUT', body: { fault: 'up' } })
  })
})

it('the server limits the connections of an address without a token, and still answers a caller with a token from there (OPS-4)', async () => {
  const opened = await open(60)
  await expect
    .poll(() => opened.filter(({ destroyed, closed }) => destroyed || closed).length)
    .toBeGreaterThanOrEqual(40)
  expect((await admin.call('/rest/api/health')).status).toBe(200)
})

it('idle connections do not shut out a colleague at the same address: the oldest of them ends (OPS-4)', async () => {
  const idle = await open(limits.strangersEach)
  const [colleague] = await open(1)
  let answer = ''
  colleague?.on('data', (chunk) => {
    answer += chunk
  })
  colleague?.write(`GET /rest/api/health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${admin.token}\r\n\r\n`)
  await expect.poll(() => answer).toContain('HTTP/1.1 200')
  expect(idle.at(-1)?.destroyed).toBe(false)
})
