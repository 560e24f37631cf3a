import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FastifyInstance, fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { serve } from '../../../backend/access/contract-route.ts'
import { bounds } from '../../../backend/bounds.ts'
import { answerErrors } from '../../../backend/http/error-answers.ts'
import { boundPeople, boundWritesWithoutRight } from '../../../backend/http/request-bound.ts'
import type { Route } from '../../../contract/wire/route.ts'
import { routes } from '../../../contract/wire/routes.ts'

const backendDir = join(import.meta.dirname, '../../../backend')

/** Code that begins work for others: sockets, workers, processes, and connections to other machines. */
const beginnings =
  /\b(?:fetch|callService|connectTo|connect|createServer|createClient|spawn|fork|execFile)\((?!\))|\bnew (?:Worker|Server|Pool|Client|WebSocket)\b/
/** Files whose work has its bound elsewhere, or is bounded by itself. */
const exempt: Readonly<Record<string, string>> = {
  'database/postgres/postgres-connection.ts': 'gets its times from postgres-database.ts',
  'database/postgres/postgres-listening.ts': 'gets its times from postgres-database.ts',
  'devices/device-client.ts': 'gets its time from its caller; the lines have `mostLineLength`',
  'simulator/device-listener.ts': 'listens on loopback only; the lines have `mostLineLength`',
  'network/outgoing-calls.ts': 'gets its time from its caller',
  'free-port.ts': 'listens for a moment, and accepts nothing',
}

/** Bounds of the routes that answer without a session, by their names in the contract, beside those of every request. */
const openRouteBounds: Readonly<Record<string, readonly (keyof typeof bounds)[]>> = {
  signIn: ['signInTurns', 'signIn', 'signInNetwork', 'signInAccount', 'passwordHashes'],
  signInCode: ['secondFactorCodes'],
  invitation: ['unknownTokens', 'oneTimeLinks'],
  acceptInvitation: ['unknownTokens', 'oneTimeLinks', 'passwordHashes'],
  wall: ['unknownTokens'],
  deviceEvents: ['unknownTokens', 'machineEvents'],
  ready: ['readiness'],
  // From memory or files.
  alive: ['requestTime'],
  healthy: ['requestTime'],
  panelConfig: ['requestTime'],
  servedVersion: ['requestTime'],
  openApi: ['requestTime'],
  apiReference: ['requestTime'],
}

const isBounded = (file: string, source: string) =>
  !beginnings.test(source) || file in exempt || /\bbounds\.\w+\.most\b/.test(source)

describe('the list of bounds (OPS-4)', () => {
  it('has a number for each bound, and each bound limits some code', () => {
    const sources = files().map((file) => readFileSync(join(backendDir, file), 'utf8'))
    for (const [name, { most }] of Object.entries(bounds)) {
      for (const [unit, amount] of Object.entries(most)) {
        // A `waitMs` of 0 means that the server refuses the work at once instead of queueing it.
        if (unit !== 'waitMs') expect(amount).toBeGreaterThan(0)
      }
      expect(
        sources.some((source) => source.includes(`bounds.${name}.most`)),
        `no code takes its limit from \`bounds.${name}\``,
      ).toBe(true)
    }
  })

  it('has a bound for every socket, worker, process and outgoing call of the server', () => {
    const unbounded = files().filter((file) => !isBounded(file, readFileSync(join(backendDir, file), 'utf8')))
    expect(unbounded.map((file) => `${file}: take a limit from backend/bounds.ts`)).toEqual([])
  })

  it.each(["const answer = await fetch(url, { method: 'POST' })", 'new Worker(file)', 'connect({ host, port })'])(
    'would find code without a bound: %s',
    (source) => {
      expect(isBounded('some/file.ts', source)).toBe(false)
    },
  )

  it('has a bound for every route without a session; the others count for a person', () => {
    const open = Object.values(routes)
      .flatMap((table) => Object.entries(table))
      .filter(([, { access }]) => access === 'everybody' || access === 'wall' || access === 'machine')
      .map(([name]) => name)
    expect(Object.keys(openRouteBounds).toSorted(), 'add the route to `openRouteBounds`').toEqual(open.toSorted())
  })
})

function files(): string[] {
  return readdirSync(backendDir, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && file !== 'bounds.ts',
  )
}

/** An application that takes the person of a call from the header `x-user`. */
function applicationOfPeople(): FastifyInstance {
  const app = fastify()
  app.decorateRequest('identity', null)
  app.addHook('onRequest', async (request) => {
    const userId = String(request.headers['x-user'])
    request.identity = {
      sessionId: '',
      expiresAt: new Date(),
      account: { userId, customersId: 'c', email: '', name: '', type: 'admin', permissions: [], seesAll: true },
    }
  })
  return app
}

it('a person has a limit of running calls, and the limit does not affect a colleague (OPS-4)', async () => {
  const app = applicationOfPeople()
  boundPeople(app)
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  let waiting = 0
  app.get('/slow', async () => {
    waiting += 1
    await opened
    return {}
  })
  app.get('/', async () => ({}))
  const { count } = bounds.runningCalls.most
  const slow = Array.from({ length: count }, () => app.inject({ url: '/slow', headers: { 'x-user': 'ana' } }))
  await expect.poll(() => waiting).toBe(count)
  const statusOf = async (user: string) => (await app.inject({ url: '/', headers: { 'x-user': user } })).statusCode
  expect(await statusOf('ana')).not.toBe(200)
  expect(await statusOf('bia')).toBe(200)
  open()
  await Promise.all(slow)
  expect(await statusOf('ana')).toBe(200)
})

it('a person has a daily limit of writes that need no right, and the limit does not affect reads and colleagues (OPS-4)', async () => {
  const app = applicationOfPeople()
  let nowMs = Date.parse('2026-03-02T23:00:00.000Z')
  answerErrors(app)
  boundWritesWithoutRight(app, () => nowMs, 3)
  app.post('/write', { config: { needsNoRight: true } }, async () => ({}))
  app.post('/other', async () => ({}))
  const post = (url: '/write' | '/other', user: string) =>
    app.inject({ method: 'POST', url, headers: { 'x-user': user } })
  for (let made = 0; made < 3; made += 1) expect((await post('/write', 'ana')).statusCode).toBe(200)
  const refused = await post('/write', 'ana')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
  expect((await post('/other', 'ana')).statusCode).toBe(200)
  expect((await post('/write', 'bia')).statusCode).toBe(200)
  nowMs += 60 * 60_000
  expect((await post('/write', 'ana')).statusCode).toBe(200)
})

it('the limit covers the writes that every signed-in person may make and whose answer is stored (OPS-4)', async () => {
  const counted: string[] = []
  for (const table of Object.values(routes))
    for (const [name, route] of Object.entries(table)) {
      const app = fastify()
      app.addHook('onRoute', ({ config }) => {
        if (config?.needsNoRight === true) counted.push(name)
      })
      serve<Route>(app, route, async () => undefined)
    }
  expect(counted.toSorted()).toEqual([
    'acceptHandover',
    'changePassword',
    'cleanUpHealth',
    'confirmSecondFactor',
    'deleteNotification',
    'endSession',
    'incidentAction',
    'makeWallLink',
    'markAllRead',
    'offerSecondFactor',
    'removeSecondFactor',
    'reportIncident',
    'revokeWallLink',
  ])
})
