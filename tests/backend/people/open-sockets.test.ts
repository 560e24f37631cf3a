import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { eventually } from '../../eventually.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend
let admin: SignedIn
const sockets: Socket[] = []
const operating = { name: 'Otávio Gonçalves', type: 'operator', permissions: ['device:write', 'device:reset'] }

beforeAll(async () => {
  // No sweep: sockets get every change by a message.
  backend = await startTestBackend({ sessionSweepMs: 600_000 })
  admin = await signIn(backend, 'admin')
})
beforeEach(() => see(['condominio-01', 'condominio-02']))
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})
afterAll(() => backend.close())

async function change(body: object): Promise<void> {
  const answer = await admin.call('/rest/users/user-operador', { method: 'PUT', body: { ...operating, ...body } })
  expect(answer.status).toBe(200)
}

function see(condominiumsId: string[]): Promise<void> {
  return change({ seesAll: false, condominiumsId })
}

/** A socket of the operator, and the ids of the condominiums that it was notified of. */
async function panel({ token }: SignedIn): Promise<{ socket: Socket; received: string[] }> {
  const socket = io(backend.url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
  sockets.push(socket)
  const received: string[] = []
  socket.on('events:condominiums', (ids: string[]) => received.push(...ids))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return { socket, received }
}

const all = ['condominio-01', 'condominio-02', 'condominio-12', 'condominio-13']

it('an open socket gets no messages about a condominium that was taken from its person, and gets those about a new one (ACC-2)', async () => {
  const operator = await signIn(backend, 'operator')
  const panels = [await panel(operator), await panel(operator)]
  await see(['condominio-02', 'condominio-12'])
  await backend.announce(all)
  await eventually(() => {
    for (const { received } of panels) expect(received).toEqual(['condominio-02', 'condominio-12'])
  })
})

it('an open socket gets messages about all condominiums while its person may see all, and stops when that right ends (ACC-2)', async () => {
  const operator = await signIn(backend, 'operator')
  const { received } = await panel(operator)
  await change({ seesAll: true, condominiumsId: [] })
  await backend.announce(all)
  await eventually(() => expect(received).toEqual(['condominio-01', 'condominio-02', 'condominio-12']))
  await see(['condominio-01'])
  await backend.announce(all)
  await eventually(() => expect(received.slice(3)).toEqual(['condominio-01']))
  const { condominiumsId } = (await (await operator.call('/rest/auth/renew', { method: 'POST' })).json()).user
  expect(condominiumsId).toEqual(['condominio-01'])
})

it('disabling a person closes the open sockets and refuses calls and sign-in within a second (ACC-2)', async () => {
  const operator = await signIn(backend, 'operator')
  const { socket } = await panel(operator)
  const startedAt = performance.now()
  expect((await admin.call('/rest/users/user-operador/disable', { method: 'POST' })).status).toBe(204)
  await eventually(() => expect(socket.connected).toBe(false), 5)
  expect((await operator.call('/rest/api/health')).status).toBe(401)
  expect(performance.now() - startedAt).toBeLessThan(1_000)
  await expect(signIn(backend, 'operator')).rejects.toThrow('400: {"error":true,"message":"E-mail ou senha inválidos"}')
  expect((await admin.call('/rest/users/user-operador/enable', { method: 'POST' })).status).toBe(204)
  await signIn(backend, 'operator')
})
