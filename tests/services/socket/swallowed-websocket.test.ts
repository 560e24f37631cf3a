import { createHash } from 'node:crypto'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import type { Backend } from '../../../backend/server.ts'
import { socket } from '../../../src/composition/charts/signed-in/socket.ts'
import { socketLimits } from '../../../src/machines/socket/socket-limits.ts'
import { type SignedIn, signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { eventually } from '../../eventually.ts'
import { recordingLog } from '../parts/recording-log.ts'

let backend: Backend
let admin: SignedIn
const cleanUps: (() => void)[] = []

beforeAll(async () => {
  backend = await startTestBackend()
  admin = await signIn(backend, 'admin')
})
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).reverse()) cleanUp()
})
afterAll(() => backend.close())

const acceptKey = (key: string) =>
  createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')

/**
 * Starts a TCP proxy in front of the server. The proxy passes on every connection except connections that request
 * WebSocket.
 */
async function proxy(answer: (head: string) => string) {
  const swallowed: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    sockets.add(near)
    near.on('error', () => {})
    near.once('data', (first) => {
      const head = first.toString('latin1')
      if (/upgrade: websocket/i.test(head)) {
        swallowed.push(head.split('\r\n')[0] ?? '')
        near.write(answer(head))
        return
      }
      const far = connect(backend.port, '127.0.0.1')
      sockets.add(far)
      far.on('error', () => near.destroy())
      far.write(first)
      near.pipe(far).pipe(near)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(() => {
    for (const each of sockets) each.destroy()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, swallowed }
}

test.each([
  ['never answers the upgrade', () => ''],
  [
    'answers 101 and then nothing',
    (head: string) =>
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acceptKey(
        /sec-websocket-key: (\S+)/i.exec(head)?.[1] ?? '',
      )}\r\n\r\n`,
  ],
])(
  'behind a proxy that %s, the attempt after the time-out begins with polling and receives live events (SOC-1)',
  async (_, answer) => {
    const { url, swallowed } = await proxy(answer)
    const clock = new SimulatedClock()
    const config = { socketUrl: url, socketNamespace: '' }
    const authorization = { token: () => admin.token }
    const chart = socket({ log: recordingLog(), config, authorization } as unknown as Parameters<typeof socket>[0])
    const reports: unknown[] = []
    const actor = createActor(
      chart.provide({
        actions: {
          reportLost: () => reports.push('lost'),
          reportVersion: () => {},
          reportRestored: () => reports.push('restored'),
          reportBatch: ({ event }) => reports.push(event),
        },
      }),
      { clock, input: { namespace: '' } },
    ).start()
    cleanUps.push(() => actor.stop())
    await eventually(() => expect(swallowed).toHaveLength(1))
    clock.increment(socketLimits.connectionTimeoutMs)
    expect(reports).toEqual(['lost'])
    clock.increment(2 * socketLimits.longestDelayMs)
    await eventually(() => expect(actor.getSnapshot().hasTag('connected')).toBe(true))
    expect(reports).toEqual(['lost', 'restored'])

    const activity = await backend.emitGateEvent({ condominiumId: admin.user.condominiumsId[0] ?? '' })
    await eventually(() => expect(reports).toContainEqual(expect.objectContaining({ activities: [activity] })))
  },
)
