import { io } from 'socket.io-client'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { storeEvent } from '../../../backend/events/events.ts'
import type { Backend } from '../../../backend/server.ts'
import type { LastEventAnswer } from '../../../contract/wire/answers/events.ts'
import { eventually } from '../../eventually.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

it('the server keeps the newest event of a condominium as its last event, even if an older event is stored later', async () => {
  const newest = Date.now()
  for (const [at, ip] of [
    [newest, '127.20.0.1'],
    [newest - 1_000, '127.20.0.2'],
    [newest - 3_600_000, '127.20.0.3'],
  ] as const)
    await storeEvent(
      backend.database,
      {
        condominiumId: 'condominio-01',
        wordCode: 'A',
        ip,
        kind: 'door-forced',
        description: '',
        at: new Date(at).toISOString(),
      },
      newest,
    )
  expect(
    await backend.database.query(
      "select last_event_at as at, last_event_ip as ip from condominiums where id = 'condominio-01'",
      [],
      v.object({ at: v.date(), ip: v.string() }),
    ),
  ).toEqual([{ at: new Date(newest), ip: '127.20.0.1' }])
})

it('a lost or restored contact of a device is no movement: the last event stays, and panels get no mark (STATE-4)', async () => {
  const admin = await signIn(backend, 'admin')
  const lastEventOf = async (condominiumId: string) => {
    const { result } = await (await admin.call('/rest/events/last-events')).json()
    return result.find((each: LastEventAnswer) => each.condominiumId === condominiumId)
  }
  const socket = io(backend.url, { auth: { token: admin.token }, transports: ['websocket'], reconnection: false })
  onTestFinished(() => void socket.disconnect())
  await eventually(() => expect(socket.connected).toBe(true))
  const marked: string[][] = []
  const described: string[] = []
  socket.on('events:condominiums', (ids) => marked.push(ids))
  socket.on('events:condominiums:lastActivity', ({ kind }) => described.push(kind))
  const before = await lastEventOf('condominio-02')
  for (const kind of ['device-down', 'device-up', 'intercom'] as const)
    await backend.emitGateEvent({ condominiumId: kind === 'intercom' ? 'condominio-03' : 'condominio-02', kind })
  await eventually(() => expect(described).toEqual(['device-down', 'device-up', 'intercom']))
  expect(marked).toEqual([['condominio-03']])
  expect(await lastEventOf('condominio-02')).toEqual(before)
})
