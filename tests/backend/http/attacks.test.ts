import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { io } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bounds } from '../../../backend/bounds.ts'
import type { Backend } from '../../../backend/server.ts'
import { hashOfToken } from '../../../backend/sessions/sessions.ts'
import { eventually } from '../../eventually.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend
let admin: SignedIn
let lookups: () => number
let realQuery: Backend['database']['query']

beforeAll(async () => {
  backend = await startTestBackend()
  admin = await signIn(backend, 'admin')
})
afterAll(() => backend.close())
beforeEach(() => {
  realQuery = backend.database.query
  const query = vi.spyOn(backend.database, 'query')
  lookups = () => query.mock.calls.filter(([sql]) => sql.includes('sessions.token_hash = $1')).length
})
afterEach(() => vi.restoreAllMocks())

const unknownToken = () => randomBytes(32).toString('base64url')
const requestWith = (token: string, path = '/rest/api/health') =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`

/** Sends bytes over one connection; resolves to the answers when the server or `isEnough` has ended the connection. */
function send(bytes: string, isEnough: (answers: string) => boolean = () => false): Promise<string> {
  return new Promise((resolve) => {
    let answers = ''
    const socket = connect(backend.port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('latin1')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      answers += chunk
      if (isEnough(answers)) socket.destroy()
    })
    socket.on('close', () => resolve(answers))
  })
}

const answersIn = (text: string) => text.split('HTTP/1.1 ').length - 1

describe('requests without a valid token (OPS-4)', () => {
  it.each(['x', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}!`, 'a'.repeat(8_000)])(
    'a token of another form than a session token is refused without a query of the database: %.20s',
    async (token) => {
      const answer = await fetch(`${backend.url}/rest/api/health`, { headers: { authorization: `Bearer ${token}` } })
      expect([answer.status, lookups()]).toEqual([401, 0])
    },
  )

  it('a connection that sends thousands of requests before the first answer ends, and a signed-in person does not wait', async () => {
    const crowd = send(Array.from({ length: 5_000 }, () => requestWith(unknownToken())).join(''))
    const beganAt = performance.now()
    expect((await admin.call('/rest/api/health')).status).toBe(200)
    expect(performance.now() - beganAt).toBeLessThan(2_000)
    expect(answersIn(await crowd)).toBeLessThanOrEqual(bounds.pipelined.most.count)
    expect(lookups()).toBeLessThanOrEqual(bounds.pipelined.most.count + 1)
  })

  it('requests of an ended connection do not use up the running calls to devices', async () => {
    for (let round = 0; round < 80; round += 1)
      await send(Array.from({ length: 40 }, () => requestWith(unknownToken(), '/device-control/device')).join(''))
    expect((await admin.call('/device-control/device')).status).toBe(200)
  })

  it('unknown tokens of many connections wait in a short queue, and a person with a known token passes it', async () => {
    const { running, waitingEach } = bounds.unknownTokens.most
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const known = admin.token
    await admin.call('/rest/api/health')
    vi.mocked(backend.database.query).mockImplementation(async (sql, parameters, row) => {
      if (sql.includes('sessions.token_hash = $1') && parameters[0] !== hashOfToken(known)) await opened
      return realQuery(sql, parameters, row)
    })
    const strangers = Array.from({ length: running + waitingEach + 40 }, () =>
      fetch(`${backend.url}/rest/api/health`, { headers: { authorization: `Bearer ${unknownToken()}` } }),
    )
    const refused = await Promise.all(strangers.map((each) => each.then(({ status }) => status)).slice(-1))
    expect(refused).toEqual([503])
    const person = fetch(`${backend.url}/rest/api/health`, { headers: { authorization: `Bearer ${known}` } })
    expect((await person).status).toBe(200)
    open()
    const statuses = await Promise.all(strangers.map((each) => each.then(({ status }) => status)))
    expect(statuses.filter((status) => status === 401)).toHaveLength(running + waitingEach)
    expect(statuses.filter((status) => status === 503)).toHaveLength(40)
  })
})

describe('the token of a connection (OPS-4)', () => {
  it('is looked up once for requests within a second, and again after a write', async () => {
    const four = Array.from({ length: 4 }, () => requestWith(admin.token, '/rest/auth/sessions')).join('')
    expect(answersIn(await send(four, (text) => answersIn(text) === 4))).toBe(4)
    expect(lookups()).toBe(1)
    await admin.call('/rest/notifications/read', { method: 'POST' })
    const before = lookups()
    await send(requestWith(admin.token), (text) => answersIn(text) === 1)
    expect(lookups()).toBe(before + 1)
  })

  it('is refused within a second after its session was removed by any other program', async () => {
    const operator = await signIn(backend, 'operator')
    expect((await operator.call('/rest/api/health')).status).toBe(200)
    await backend.database.execute("delete from sessions where user_id = 'user-operador'")
    const beganAt = performance.now()
    await expect.poll(async () => (await operator.call('/rest/api/health')).status, { interval: 50 }).toBe(401)
    expect(performance.now() - beganAt).toBeLessThan(2_000)
  })

  it('is refused at once after a sign-out', async () => {
    const operator = await signIn(backend, 'operator')
    expect((await operator.call('/rest/api/health')).status).toBe(200)
    await operator.call('/rest/auth/sign-out', { method: 'POST' })
    expect((await operator.call('/rest/api/health')).status).toBe(401)
  })
})

describe('a socket without a valid token (OPS-4)', () => {
  const opened = () => new WebSocket(`${backend.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  const ended = (socket: WebSocket) => new Promise<void>((resolve) => socket.addEventListener('close', () => resolve()))
  const started = (socket: WebSocket) =>
    new Promise<void>((resolve) => socket.addEventListener('message', () => resolve(), { once: true }))

  it.each([
    ['a malformed token', 'x', 0],
    ['an unknown token', unknownToken(), 1],
  ])('ends at its first CONNECT with %s', async (_case, token, queries) => {
    const socket = opened()
    const texts: string[] = []
    socket.addEventListener('message', ({ data }) => texts.push(String(data)))
    await started(socket)
    socket.send(`40${JSON.stringify({ token })}`)
    await ended(socket)
    expect(texts).toContain('44{"message":"unauthorized"}')
    expect(lookups()).toBe(queries)
  })

  it('causes at most a few queries with thousands of CONNECT packets', async () => {
    const socket = opened()
    await started(socket)
    for (let sent = 0; sent < 3_000; sent += 1) socket.send(`40${JSON.stringify({ token: unknownToken() })}`)
    await ended(socket)
    expect(lookups()).toBeLessThanOrEqual(bounds.handshakeMessages.most.count)
    expect((await admin.call('/rest/api/health')).status).toBe(200)
  })

  it('is refused beyond a number for each network, by polling too, while sockets with a token stay open', async () => {
    // A server of its own: the refused network is that of the other tests.
    const crowded = await startTestBackend()
    const { token } = await signIn(crowded, 'admin')
    const person = io(crowded.url, { auth: { token }, transports: ['websocket'], forceNew: true })
    await eventually(() => expect(person.connected).toBe(true))
    const { eachNetwork } = bounds.handshakes.most
    const statuses: number[] = []
    for (let sent = 0; sent < eachNetwork + 20; sent += 1) {
      const answer = await fetch(`${crowded.url}/socket.io/?EIO=4&transport=polling`)
      await answer.arrayBuffer()
      statuses.push(answer.status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(eachNetwork)
    expect(statuses.filter((status) => status === 403)).toHaveLength(20)
    expect(person.connected).toBe(true)
    person.close()
    await crowded.close()
  })
})
