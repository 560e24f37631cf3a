import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import type { Notification } from '../../../contract/wire/answers/notifications.ts'
import { type GateBatch, openSocketLink, type SocketLinkParts } from '../../../src/services/socket/socket-link.ts'
import { type SignedIn, signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { eventually } from '../../eventually.ts'
import { incidentOf } from '../../models/incidents/incident-fixtures.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { html, startScriptedServer } from '../parts/scripted-server.ts'

let backend: Backend
let admin: SignedIn
const opened: (() => void)[] = []

beforeAll(async () => {
  backend = await startTestBackend({ socketNamespaces: ['/portaria'] })
  admin = await signIn(backend, 'admin')
})
afterEach(() => {
  for (const close of opened.splice(0)) close()
})
afterAll(() => backend.close())

function open(parts: Partial<SocketLinkParts> = {}) {
  const received: string[] = []
  const batches: GateBatch[] = []
  const notifications: Notification[] = []
  const incidents: Incident[] = []
  const condominiums: string[][] = []
  const versions: string[] = []
  const unread = { count: 0 }
  const log = recordingLog()
  const close = openSocketLink(
    { socketUrl: backend.url, namespace: '', token: () => admin.token, transport: 'websocket', log, ...parts },
    {
      onUp: () => received.push('up'),
      onLost: () => received.push('lost'),
      onRefused: (refusal, token) => received.push(`${refusal} ${token}`),
      onBatch: (batch) => batches.push(batch),
      onNotifications: (arrived) => notifications.push(...arrived),
      onIncidents: (changed) => incidents.push(...changed),
      onCondominiums: (ids) => condominiums.push(ids),
      onVersion: (version) => versions.push(version),
      onUnread: () => {
        unread.count += 1
      },
    },
  )
  opened.push(close)
  return { received, batches, notifications, incidents, condominiums, versions, unread, log, close }
}

describe('a link to the real server (SOC)', () => {
  test('passes on the notifications of this user', async () => {
    const { received, notifications } = open()
    await eventually(() => expect(received).toEqual(['up']))
    const list = await admin.call('/rest/condominium/by-user')
    const { result } = (await list.json()) as { result: { id: string }[] }
    const body = { condominiumId: result[0]?.id, kind: 'door-forced' }
    await admin.call('/rest/simulator/event', { method: 'POST', body })
    await eventually(() => expect(notifications.map(({ title }) => title)).toEqual(['Porta forçada']))
  })

  test('passes on messages about changed condominiums, with or without ids (CON-1)', async () => {
    const { received, condominiums } = open()
    await eventually(() => expect(received).toEqual(['up']))
    const body = { name: 'Vila Nova', wordCode: 'VILA-01' }
    const { id } = await (await admin.call('/rest/condominium', { method: 'POST', body })).json()
    await eventually(() => expect(condominiums).toEqual([[id]]))
    await admin.call(`/rest/condominium/${id}`, { method: 'DELETE' })
    await eventually(() => expect(condominiums).toEqual([[id], [id]]))
  })

  test('connects with the session token (SOC-1)', async () => {
    const { received } = open()
    await eventually(() => expect(received).toEqual(['up']))
  })

  test('passes on the version that the server announces after the connection (VER-2)', async () => {
    const { versions } = open()
    await eventually(() => expect(versions).toEqual(['0.0.0']))
  })

  test('connects in the configured namespace', async () => {
    const { received } = open({ namespace: '/portaria' })
    await eventually(() => expect(received).toEqual(['up']))
  })

  test('reports a refused token', async () => {
    const { received } = open({ token: () => 'dead' })
    await eventually(() => expect(received).toEqual(['unauthorized dead']))
  })

  test('reports a namespace that does not exist', async () => {
    const { received } = open({ namespace: '/nowhere' })
    await eventually(() => expect(received).toEqual([`invalidNamespace ${admin.token}`]))
  })

  test('passes on events of a gate', async () => {
    const { received, batches } = open()
    await eventually(() => expect(received).toEqual(['up']))
    const condominiumId = admin.user.condominiumsId[0] ?? ''
    const activity = await backend.emitGateEvent({ condominiumId })
    await eventually(() => expect(batches.flatMap(({ activities }) => activities)).toEqual([activity]))
    expect(batches.flatMap((batch) => batch.condominiumIds)).toEqual([condominiumId])
  })

  test('passes on many events in few batches, with every id once per batch (ACT-5)', async () => {
    const { received, batches } = open()
    await eventually(() => expect(received).toEqual(['up']))
    const ids = admin.user.condominiumsId
    for (let message = 0; message < 50; message += 1) await backend.announce(ids)
    await eventually(() => expect(new Set(batches.flatMap((batch) => batch.condominiumIds)).size).toBe(ids.length))
    expect(batches.length).toBeLessThan(25)
    for (const batch of batches) expect(new Set(batch.condominiumIds).size).toBe(batch.condominiumIds.length)
  })

  test('reports the loss of the connection when the session ends in another place', async () => {
    const other = await signIn(backend, 'operator')
    const { received } = open({ token: () => other.token })
    await eventually(() => expect(received).toEqual(['up']))
    await other.call('/rest/auth/sign-out', { method: 'POST' })
    await eventually(() => expect(received).toEqual(['up', 'lost']))
  })

  test('reports nothing after it is closed', async () => {
    const closed = open()
    const witness = open()
    await eventually(() => expect([...closed.received, ...witness.received]).toEqual(['up', 'up']))
    closed.close()
    await backend.emitGateEvent({ condominiumId: admin.user.condominiumsId[0] ?? '' })
    await eventually(() => expect(witness.batches).not.toEqual([]))
    expect([closed.received, closed.batches]).toEqual([['up'], []])
  })
})

describe('servers that misbehave', () => {
  test('without a server the link is unreachable', async () => {
    const { received } = open({ socketUrl: 'http://127.0.0.1:9', namespace: '' })
    await eventually(() => expect(received).toEqual([`unreachable ${admin.token}`]))
  })

  test('without a server and with a namespace the link is unreachable, and the namespace is not reported as invalid', async () => {
    const { received } = open({ socketUrl: 'http://127.0.0.1:9', namespace: '/portaria' })
    await eventually(() => expect(received).toEqual([`unreachable ${admin.token}`]))
  })

  test('a web page instead of a socket server counts as 404, so the root is tried (SOC-3)', async () => {
    const server = await startScriptedServer()
    server.answer((_, response) => html(response, 404))
    const { received } = open({ socketUrl: server.url, namespace: '/portaria' })
    await eventually(() => expect(received).toEqual([`invalidNamespace ${admin.token}`]))
    await server.close()
  })

  test('a namespace that fails while the root answers counts as 404 (SOC-3)', async () => {
    const http = createServer()
    const io = new Server(http)
    io.of('/broken').use((_, next) => next(new Error('database is down')))
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const address = http.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const { received } = open({ socketUrl: `http://127.0.0.1:${port}`, namespace: '/broken' })
    await eventually(() => expect(received).toEqual([`invalidNamespace ${admin.token}`]))
    await io.close()
  })

  test('an existing namespace that is temporarily unavailable is unreachable, even if the root answers (SCA-2)', async () => {
    const http = createServer()
    const io = new Server(http, { transports: ['websocket'] })
    io.of('/portaria').use((_, next) => next(new Error('unavailable')))
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const address = http.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const { received } = open({ socketUrl: `http://127.0.0.1:${port}`, namespace: '/portaria' })
    await eventually(() => expect(received).toEqual([`unreachable ${admin.token}`]))
    await io.close()
  })

  test('without WebSocket, polling sends the token as a bearer header (SOC-1)', async () => {
    const http = createServer()
    const io = new Server(http, { transports: ['polling'] })
    const headers: (string | undefined)[] = []
    io.on('connection', (socket) => headers.push(socket.handshake.headers.authorization))
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const address = http.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const { received } = open({ socketUrl: `http://127.0.0.1:${port}` })
    await eventually(() => expect(received).toEqual(['up']))
    expect(headers).toEqual([`Bearer ${admin.token}`])
    await io.close()
  })

  test('unreadable messages are reported and logged, and readable messages are passed on (HTTP-7)', async () => {
    const http = createServer()
    const io = new Server(http)
    io.on('connection', (socket) => {
      socket.emit('events:condominiums', 'no list')
      socket.emit('events:condominiums', ['a', 7, '', null, 'b'])
      socket.emit('events:condominiums:lastActivity', { id: 'x', kind: 'fire' })
      socket.emit('notifications:new', { id: 'n1' })
      socket.emit('server:version', 7)
      socket.emit('incidents:changed', 'no list')
      socket.emit('incidents:changed', [incidentOf('i1'), { id: 'i2' }])
      socket.emit('condominiums:changed', { ids: [] })
      socket.emit('condominiums:changed', ['c1', 'c2'])
      socket.emit('condominiums:changed', [])
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const address = http.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const { batches, incidents, condominiums, versions, unread, log } = open({ socketUrl: `http://127.0.0.1:${port}` })
    await eventually(() => expect(batches).toEqual([{ condominiumIds: ['a', 'b'], activities: [] }]))
    await eventually(() => expect(incidents.map(({ id }) => id)).toEqual(['i1']))
    await eventually(() => expect(condominiums).toEqual([['c1', 'c2'], []]))
    expect(versions).toEqual([])
    // One for each list and item: no list, three ids, the activity, the notification, no list, the incident, no list.
    expect(unread.count).toBe(9)
    expect(log.messages).toEqual(Array.from({ length: 9 }, () => 'Mensagem ilegível do socket.'))
    await io.close()
  })
})
