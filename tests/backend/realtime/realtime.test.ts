import { io, type Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { eventually } from '../../eventually.ts'
import { demoPassword } from '../../prepared-database.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

let nowMs = Date.parse('2026-03-02T08:00:00.000Z')
let backend: Backend
const sockets: Socket[] = []

beforeEach(async () => {
  backend = await startTestBackend({
    now: () => nowMs,
    socketNamespaces: ['/guarita'],
    socketTransports: ['websocket', 'polling'],
    sessionSweepMs: 50,
  })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect()
  await backend.close()
})

type Options = { token?: string | undefined; header?: string; namespace?: string; transports?: string[] }

function connect({ token, header, namespace = '', transports = ['websocket'] }: Options): Socket {
  const socket = io(backend.url + namespace, {
    auth: token === undefined ? {} : { token },
    ...(header !== undefined && { extraHeaders: { authorization: header } }),
    transports,
    reconnection: false,
    forceNew: true,
  })
  sockets.push(socket)
  return socket
}

function outcome(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('connect', () => resolve('connected'))
    socket.once('connect_error', (error) => resolve(error.message))
  })
}

/** Collects the messages of a socket, except the announcement of the version. */
function messagesOf(socket: Socket): [string, unknown][] {
  const messages: [string, unknown][] = []
  socket.onAny((name, payload) => name !== 'server:version' && messages.push([name, payload]))
  return messages
}

it('the socket server takes a token from auth or from the Authorization header, over either transport', async () => {
  const { token } = await signIn(backend, 'admin')
  expect(await outcome(connect({ token }))).toBe('connected')
  expect(await outcome(connect({ token, transports: ['polling'] }))).toBe('connected')
  expect(await outcome(connect({ header: `Bearer ${token}`, transports: ['polling'] }))).toBe('connected')
})

it('the socket server refuses a missing token and an expired token as unauthorized, in every namespace', async () => {
  expect(await outcome(connect({}))).toBe('unauthorized')
  expect(await outcome(connect({ token: 'nada' }))).toBe('unauthorized')
  expect(await outcome(connect({ token: 'nada', namespace: '/guarita' }))).toBe('unauthorized')
})

it('the socket server accepts the configured namespace and refuses any other as invalid', async () => {
  const { token } = await signIn(backend, 'admin')
  expect(await outcome(connect({ token, namespace: '/guarita' }))).toBe('connected')
  expect(await outcome(connect({ token, namespace: '/outro' }))).toBe('Invalid namespace')
})

it('the socket server sends an event to the people who may see its condominium and to no other person', async () => {
  const names = ['admin', 'operator', 'outsider'] as const
  const messages = await Promise.all(
    names.map(async (who) => {
      const socket = connect({ token: (await signIn(backend, who)).token })
      const list = messagesOf(socket)
      await outcome(socket)
      return list
    }),
  )
  const [admin, operator, outsider] = messages
  const unassigned = await backend.emitGateEvent({ condominiumId: 'condominio-12', kind: 'intercom' })
  const assigned = await backend.emitGateEvent({ condominiumId: 'condominio-01', kind: 'access-granted' })
  const foreign = await backend.emitGateEvent({ condominiumId: 'condominio-13', kind: 'access-granted' })
  await eventually(() => {
    expect(admin).toEqual([
      ['events:condominiums', ['condominio-12']],
      ['events:condominiums:lastActivity', unassigned],
      ['events:condominiums', ['condominio-01']],
      ['events:condominiums:lastActivity', assigned],
    ])
    expect(operator).toEqual([
      ['events:condominiums', ['condominio-01']],
      ['events:condominiums:lastActivity', assigned],
    ])
    expect(outsider).toEqual([
      ['events:condominiums', ['condominio-13']],
      ['events:condominiums:lastActivity', foreign],
    ])
  })
})

it('the socket server sends events of a condominium that was created after the socket connected, until the condominium is deleted', async () => {
  const permit = (permissions: string[]) =>
    backend.database.execute("update users set permissions = $1 where id = 'user-operador'", [permissions])
  await permit(['condominium:write'])
  const operator = await signIn(backend, 'operator')
  const users = [operator, await signIn(backend, 'admin'), await signIn(backend, 'outsider')]
  const open = users.map(({ token }) => connect({ token }))
  const lists = open.map(messagesOf)
  await Promise.all(open.map(outcome))
  const body = { name: 'Vila Nova', wordCode: 'VILA-01' }
  const { id } = await (await operator.call('/rest/condominium', { method: 'POST', body })).json()
  await backend.announce([id])
  const events = (list: [string, unknown][]) => list.filter(([name]) => name === 'events:condominiums')
  await eventually(() =>
    expect(lists.slice(0, 2).map(events)).toEqual([[['events:condominiums', [id]]], [['events:condominiums', [id]]]]),
  )
  expect((await operator.call(`/rest/condominium/${id}`, { method: 'DELETE' })).status).toBe(204)
  await backend.announce([id, 'condominio-01'])
  await eventually(() => expect(lists.map((list) => events(list).length)).toEqual([2, 2, 0]))
  expect(lists.map((list) => events(list)[1])).toEqual([
    ['events:condominiums', ['condominio-01']],
    ['events:condominiums', ['condominio-01']],
    undefined,
  ])
})

it('the socket server announces a condominium that was added, renamed or deleted to the people who may see it (CON-1)', async () => {
  const admin = await signIn(backend, 'admin')
  const users = [admin, await signIn(backend, 'operator'), await signIn(backend, 'outsider')]
  const open = users.map(({ token }) => connect({ token }))
  const lists = open.map(messagesOf)
  await Promise.all(open.map(outcome))
  const body = { name: 'Vila Nova', wordCode: 'VILA-01' }
  const { id } = await (await admin.call('/rest/condominium', { method: 'POST', body })).json()
  await admin.call(`/rest/condominium/${id}`, { method: 'PUT', body: { ...body, name: 'Vila Velha' } })
  // A call that changes nothing causes no announcement.
  await admin.call(`/rest/condominium/${id}`, { method: 'PUT', body: { ...body, name: 'Vila Velha' } })
  await admin.call(`/rest/condominium/${id}`, { method: 'DELETE' })
  const known = await (await admin.call('/rest/condominium/by-id/condominio-01')).json()
  await admin.call('/rest/condominium/condominio-01', { method: 'PUT', body: { ...known, name: 'Novo nome' } })
  const [changed, assigned] = [id, 'condominio-01'].map((each) => ['condominiums:changed', [each]])
  await eventually(() => expect(lists).toEqual([[changed, changed, changed, assigned], [assigned], []]))
})

it('the socket server announces to a person that the condominiums they may see have changed (CON-1)', async () => {
  const admin = await signIn(backend, 'admin')
  const users = [await signIn(backend, 'operator'), admin]
  const open = users.map(({ token }) => connect({ token }))
  const [mine, others] = open.map(messagesOf)
  await Promise.all(open.map(outcome))
  const path = '/rest/users/user-operador'
  const person = await (await admin.call(path)).json()
  const { name, type, permissions, seesAll } = person
  const assign = async (condominiumsId: string[]) => {
    const body = { name, type, permissions, seesAll, condominiumsId }
    expect((await admin.call(path, { method: 'PUT', body })).status).toBe(200)
  }
  await assign([...person.condominiumsId, 'condominio-12'])
  await eventually(() => expect(mine).toEqual([['condominiums:changed', []]]))
  // Assigning the same condominiums again causes no announcement.
  await assign([...person.condominiumsId, 'condominio-12'])
  await assign(person.condominiumsId)
  await eventually(() => expect(mine).toHaveLength(2))
  expect(others).toEqual([])
})

it('the socket server sends each user only the ids of a burst that the user may see', async () => {
  const socket = connect({ token: (await signIn(backend, 'operator')).token })
  const messages = messagesOf(socket)
  await outcome(socket)
  await backend.announce(['condominio-01', 'condominio-12', 'condominio-13', 'condominio-02', 'nada'])
  await eventually(() => expect(messages).toEqual([['events:condominiums', ['condominio-01', 'condominio-02']]]))
})

it('the socket server sends a burst on request, with the requested number of messages', async () => {
  const admin = await signIn(backend, 'admin')
  const socket = connect({ token: admin.token })
  const messages = messagesOf(socket)
  await outcome(socket)
  const body = { count: 5, perSecond: 100, seconds: 1 }
  const answer = await admin.call('/rest/simulator/burst', { method: 'POST', body })
  expect(await answer.json()).toEqual({ messages: 100, idsEach: 5 })
  await eventually(() => expect(messages).toHaveLength(100))
  const auditor = await signIn(backend, 'auditor')
  expect((await auditor.call('/rest/simulator/burst', { method: 'POST', body })).status).toBe(403)
})

it('the socket server sends a new notification to its user', async () => {
  const socket = connect({ token: (await signIn(backend, 'admin')).token, namespace: '/guarita' })
  const messages = messagesOf(socket)
  await outcome(socket)
  await backend.emitGateEvent({ condominiumId: 'condominio-03', kind: 'door-forced' })
  await eventually(() =>
    expect(messages).toContainEqual([
      'notifications:new',
      expect.objectContaining({ userId: 'user-admin', title: 'Porta forçada', isRead: false }),
    ]),
  )
})

it('the socket server closes the sockets of a session that signs out, and of no other session', async () => {
  const leaving = await signIn(backend, 'admin')
  const staying = await signIn(backend, 'admin')
  const sockets = [connect({ token: leaving.token }), connect({ token: leaving.token, namespace: '/guarita' })]
  const other = connect({ token: staying.token })
  await Promise.all([...sockets, other].map(outcome))
  await leaving.call('/rest/auth/sign-out', { method: 'POST' })
  await eventually(() => expect(sockets.map((socket) => socket.connected)).toEqual([false, false]))
  expect(other.connected).toBe(true)
  expect(await outcome(connect({ token: leaving.token }))).toBe('unauthorized')
})

it('the socket server closes the sockets of the sessions that a change of password ends, and of no other session', async () => {
  const elsewhere = await signIn(backend, 'outsider')
  const here = await signIn(backend, 'outsider')
  const [ended, kept] = [connect({ token: elsewhere.token }), connect({ token: here.token })]
  await Promise.all([ended, kept].map(outcome))
  const change = (current: string, next: string) =>
    here.call('/rest/auth/password', { method: 'POST', body: { current, next } })
  await change(demoPassword, 'uma senha nova')
  await eventually(() => expect(ended.connected).toBe(false))
  expect(kept.connected).toBe(true)
})

it('the socket server closes the sockets of a session that another session ends, and refuses new sockets of that session', async () => {
  const ended = await signIn(backend, 'auditor')
  const socket = connect({ token: ended.token })
  await outcome(socket)
  const here = await signIn(backend, 'auditor')
  const { result } = await (await ended.call('/rest/auth/sessions')).json()
  const { id } = result.find((session: { current: boolean }) => session.current)
  expect((await here.call(`/rest/auth/sessions/${id}`, { method: 'DELETE' })).status).toBe(204)
  await eventually(() => expect(socket.connected).toBe(false))
  expect(await outcome(connect({ token: ended.token }))).toBe('unauthorized')
  expect((await ended.call('/rest/api/health')).status).toBe(401)
})

it('the socket server closes the sockets of a session that expires', async () => {
  const socket = connect({ token: (await signIn(backend, 'auditor')).token })
  await outcome(socket)
  nowMs += 60 * 60_000
  await eventually(() => expect(socket.connected).toBe(false))
})
