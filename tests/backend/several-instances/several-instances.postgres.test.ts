import { io, type Socket } from 'socket.io-client'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { openPostgresDatabase } from '../../../backend/database/postgres/postgres-database.ts'
import type { Backend } from '../../../backend/server.ts'
import { eventually } from '../../eventually.ts'
import { type SignedIn, signIn } from '../parts/embedded-backend.ts'
import { atTheDevice, nothingDone, setFault } from '../parts/simulated-device.ts'
import { startTwoInstances, type TwoInstances } from '../parts/two-instances.ts'

let instances: TwoInstances
let first: Backend
let second: Backend
const sockets: Socket[] = []

beforeAll(async () => {
  // No session is swept during a test: a socket ends only because of a message from the other instance.
  instances = await startTwoInstances({ sessionSweepMs: 600_000 })
  ;({ first, second } = instances)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})
afterAll(() => instances.close())

/** Calls with the same session at the other instance. */
function at(backend: Backend, { token }: SignedIn): SignedIn['call'] {
  return (path, { method = 'GET', body, headers = {} } = {}) =>
    fetch(backend.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
}

function connect(backend: Backend, { token }: SignedIn): Socket {
  const socket = io(backend.url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
  sockets.push(socket)
  return socket
}

async function connected(backend: Backend, who: SignedIn): Promise<{ socket: Socket; received: [string, unknown][] }> {
  const socket = connect(backend, who)
  const received: [string, unknown][] = []
  socket.onAny((name, payload) => name !== 'server:version' && received.push([name, payload]))
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
  return { socket, received }
}

/** Connects as soon as the instance accepts sockets. Resolves to the messages that the socket receives. */
async function connectedAgain(backend: Backend, user: SignedIn) {
  return (await eventually(() => connected(backend, user))).received
}

/** Allows or forbids new connections to the instances' database; open connections stay. */
async function allowConnections(isAllowed: boolean): Promise<void> {
  const elsewhere = await openPostgresDatabase(inject('postgresUrl') ?? '')
  await elsewhere.script(
    `alter database ${new URL(instances.databaseUrl).pathname.slice(1)} with allow_connections ${isAllowed}`,
  )
  await elsewhere.close()
}

describe('sockets of several instances (SCA-2)', () => {
  it('receive each message of any instance once, and only messages for their own person', async () => {
    const operator = await signIn(first, 'operator')
    const links = await Promise.all([connected(first, operator), connected(second, operator)])
    const admin = await signIn(second, 'admin')
    await first.emitGateEvent({ condominiumId: 'condominio-12', kind: 'access-granted' })
    const forced = await second.emitGateEvent({ condominiumId: 'condominio-01', kind: 'door-forced' })
    const calm = await first.emitGateEvent({ condominiumId: 'condominio-02', kind: 'access-granted' })
    const events = [
      ['events:condominiums', ['condominio-01']],
      ['events:condominiums:lastActivity', forced],
      ['events:condominiums', ['condominio-02']],
      ['events:condominiums:lastActivity', calm],
    ]
    // Either instance may make the incident, at any time.
    const made = [
      ['incidents:changed', [expect.objectContaining({ kind: 'door-forced', wordCode: forced.wordCode })]],
      ['notifications:new', expect.objectContaining({ userId: 'user-operador', title: 'Porta forçada' })],
    ]
    const isEvent = ([name]: unknown[]) => `${name}`.startsWith('events:')
    const receivedOf = (wanted: boolean) =>
      links.map(({ received }) => received.filter((each) => isEvent(each) === wanted))
    await eventually(() =>
      expect([receivedOf(true), receivedOf(false)]).toEqual([
        [events, events],
        [made, made],
      ]),
    )
    const body = { condominiumId: 'condominio-12', kind: 'intercom' }
    expect((await admin.call('/rest/simulator/event', { method: 'POST', body })).status).toBe(200)
  })

  it('receive messages about a condominium that another instance creates and changes (CON-1)', async () => {
    const permit = (permissions: string[]) =>
      first.database.execute("update users set permissions = $1 where id = 'user-operador'", [permissions])
    await permit(['condominium:write'])
    const operator = await signIn(first, 'operator')
    const { received } = await connected(second, operator)
    const made = await operator.call('/rest/condominium', {
      method: 'POST',
      body: { name: 'Longe', wordCode: 'LONGE-1' },
    })
    const { id } = await made.json()
    await first.announce([id])
    await eventually(() =>
      expect(received).toEqual([
        ['condominiums:changed', [id]],
        ['events:condominiums', [id]],
      ]),
    )
    expect((await operator.call(`/rest/condominium/${id}`, { method: 'DELETE' })).status).toBe(204)
    await eventually(() => expect(received.at(-1)).toEqual(['condominiums:changed', [id]]))
    expect(received).toHaveLength(3)
    await permit(['device:write', 'device:reset'])
  })

  it('are closed immediately when their session ends at another instance', async () => {
    const leaving = await signIn(first, 'admin')
    const staying = await signIn(first, 'admin')
    const [gone, kept] = [await connected(second, leaving), await connected(second, staying)]
    await leaving.call('/rest/auth/sign-out', { method: 'POST' })
    await eventually(() => expect(gone.socket.connected).toBe(false))
    expect(kept.socket.connected).toBe(true)
    expect((await at(second, leaving)('/rest/api/health')).status).toBe(401)
  })

  it('follow a change of access at another instance, and are closed when their person is disabled there (ACC-2)', async () => {
    const admin = await signIn(first, 'admin')
    const operator = await signIn(first, 'operator')
    const { socket, received } = await connected(second, operator)
    const path = '/rest/users/user-operador'
    const { name, type, permissions, condominiumsId } = await (await admin.call(path)).json()
    const change = (ids: string[]) =>
      admin.call(path, { method: 'PUT', body: { name, type, permissions, seesAll: false, condominiumsId: ids } })
    expect((await change(['condominio-02'])).status).toBe(200)
    await first.announce(['condominio-01', 'condominio-02'])
    await eventually(() =>
      expect(received).toEqual([
        ['condominiums:changed', []],
        ['events:condominiums', ['condominio-02']],
      ]),
    )
    expect((await admin.call(`${path}/disable`, { method: 'POST' })).status).toBe(204)
    await eventually(() => expect(socket.connected).toBe(false))
    expect((await at(second, operator)('/rest/api/health')).status).toBe(401)
    expect((await admin.call(`${path}/enable`, { method: 'POST' })).status).toBe(204)
    expect((await change(condominiumsId)).status).toBe(200)
  })

  it("are closed and refused while their instance can't receive from the others, and receive everything afterwards", async () => {
    const admin = await signIn(first, 'admin')
    const { socket } = await connected(second, admin)
    // If new connections were allowed, the instance could listen again before the test asks it.
    await allowConnections(false)
    try {
      // Ends the listening connection (by its statement) and its heartbeat.
      await first.database.execute(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and (query ilike 'listen%' or query = 'select 1')`,
      )
      await eventually(() => expect(socket.connected).toBe(false))
      // The handshake gets no answer, so that a proxy repeats it at another instance.
      await expect(connected(second, admin)).rejects.toThrow('websocket error')
      const readiness = await fetch(`${second.url}/readyz`)
      expect([readiness.status, await readiness.json()]).toEqual([200, { ready: true, warnings: ['bus'] }])
    } finally {
      await allowConnections(true)
    }
    const again = await connectedAgain(second, admin)
    // Both instances lost their listening connection: wait until both have it again.
    await connectedAgain(first, admin)
    const activity = await second.emitGateEvent({ condominiumId: 'condominio-01', kind: 'intercom' })
    await eventually(() => expect(again).toContainEqual(['events:condominiums:lastActivity', activity]))
    expect(again).toHaveLength(2)
  })

  it('are counted over all instances, without an instance that stopped reporting', async () => {
    const admin = await signIn(first, 'admin')
    const health = async () => (await admin.call('/rest/api/health/detailed')).json()
    // An instance reports its number of sockets every 5 s: until then the sockets of an earlier test count.
    await eventually(async () => expect((await health()).sockets).toBe(0))
    await connected(first, admin)
    await eventually(async () => expect((await health()).sockets).toBe(1))
    await first.database.execute(
      `insert into instances (id, sockets, total_requests, failed_requests, response_ms, seen_at) values
         ('alive', '{"horizonte": 4, "litoral": 9}', 1000000, 7, 2000000, clock_timestamp()),
         ('silent', '{"horizonte": 50}', 0, 0, 0, clock_timestamp() - interval '20 seconds')`,
    )
    const details = await health()
    const stats = await (await admin.call('/rest/api/health/stats')).json()
    await first.database.execute("delete from instances where id in ('alive', 'silent')")
    expect(details.sockets).toBe(5)
    expect(stats.totalRequests).toBeGreaterThan(1_000_000)
    expect(stats.failedRequests).toBe(7)
    expect(stats.averageResponseTime).toBeCloseTo(2, 0)
  })
})

describe('sessions of several instances (SCA-2)', () => {
  it('are valid at each instance, and can be renewed at both at the same time', async () => {
    const admin = await signIn(first, 'admin')
    const renewals = await Promise.all(
      [first, second, first, second].map((backend) => at(backend, admin)('/rest/auth/renew', { method: 'POST' })),
    )
    expect(renewals.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await at(second, admin)('/rest/api/health')).status).toBe(200)
  })

  it('share one limit of sign-in attempts', async () => {
    const attempt = (backend: Backend) =>
      fetch(`${backend.url}/rest/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'alvo@guarita.demo', password: 'errada' }),
      })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => attempt(index % 2 ? first : second)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(400), 429, 429])
    expect((await attempt(first)).status).toBe(429)
    expect((await attempt(second)).status).toBe(429)
  })
})

describe('a repeated call at several instances (SCA-2, DEV-4)', () => {
  const restart = (call: SignedIn['call'], wordCode: string, key: string) =>
    call(`/device-control/device/restart/${wordCode}`, {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: null,
    })
  // Both instances simulate the devices, but the stored addresses lead to the devices of the second instance.
  const received = async (admin: SignedIn, wordCode: string) =>
    (await atTheDevice({ ...admin, call: at(second, admin) }, wordCode)).received.map(({ key }) => key)

  it('runs once, and both callers get its answer', async () => {
    const admin = await signIn(second, 'admin')
    await setFault(admin, 'AGUAVIVA-01', 'slow', 600)
    const answers = await Promise.all(
      [first, second, first].map((backend) => restart(at(backend, admin), 'AGUAVIVA-01', 'junto')),
    )
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(await received(admin, 'AGUAVIVA-01')).toEqual(['junto'])
    expect((await atTheDevice(admin, 'AGUAVIVA-01')).acted).toEqual({ ...nothingDone, restart: 1 })
  })

  it('runs again only after the claim of a dead instance has expired', async () => {
    const admin = await signIn(second, 'admin')
    expect((await restart(admin.call, 'AGUAVIVA-02', 'orfa')).status).toBe(202)
    const claims = await first.database.query(
      `update idempotent_calls set status = null, answer = null, claimed_by = 'gone',
         claimed_until = clock_timestamp() + interval '1 second' where route like '%AGUAVIVA-02%'
       returning claimed_until::text as until`,
      [],
      v.object({ until: v.string() }),
    )
    expect(claims).toHaveLength(1)
    expect((await restart(at(first, admin), 'AGUAVIVA-02', 'orfa')).status).toBe(202)
    const isOver = v.object({ isOver: v.boolean() })
    const until = claims.map((claim) => claim.until)
    expect(
      await first.database.query('select clock_timestamp() >= $1::timestamptz as "isOver"', until, isOver),
    ).toEqual([{ isOver: true }])
    expect(await received(admin, 'AGUAVIVA-02')).toEqual(['orfa', 'orfa'])
  })

  it('keeps its claim as long as the call runs', async () => {
    const admin = await signIn(second, 'admin')
    await setFault(admin, 'AGUAVIVA-03', 'slow', 3_000)
    const answer = restart(at(first, admin), 'AGUAVIVA-03', 'longa')
    const claim = () =>
      first.database.query(
        "select claimed_until > clock_timestamp() as held from idempotent_calls where route like '%AGUAVIVA-03%' and status is null",
        [],
        v.object({ held: v.boolean() }),
      )
    await eventually(async () => expect(await claim()).toEqual([{ held: true }]))
    expect((await answer).status).toBe(202)
    expect(await claim()).toEqual([])
  })

  it('prevents another instance from removing the device from the pool', async () => {
    const admin = await signIn(second, 'admin')
    await setFault(admin, 'AGUAVIVA-04', 'slow', 3_000)
    const answer = restart(at(first, admin), 'AGUAVIVA-04', 'ocupado')
    const claims = () =>
      first.database.query(
        "select from idempotent_calls where route like '%AGUAVIVA-04%' and status is null",
        [],
        v.unknown(),
      )
    await eventually(async () => expect(await claims()).toHaveLength(1))
    const refused = await admin.call('/device-control/device/pool/AGUAVIVA-04', { method: 'DELETE' })
    expect([refused.status, (await refused.json()).message]).toEqual([
      409,
      'O dispositivo AGUAVIVA-04 ainda está atendendo outra operação. Espere que ela termine e tente de novo.',
    ])
    expect((await answer).status).toBe(202)
    expect((await admin.call('/device-control/device/pool/AGUAVIVA-04', { method: 'DELETE' })).status).toBe(204)
  })
})
