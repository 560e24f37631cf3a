import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { routes as contract, mountPoints } from '../../../contract/wire/routes.ts'
import { expectRows } from '../parts/complete-table.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { byCaller, callers, noCalls, type Outcome, outcomeOf, rightsTable } from './rights-table.ts'

const initialised = v.object({
  fastify: v.custom<FastifyInstance>((made) => v.is(v.object({ addHook: v.function() }), made)),
})

let backend: Backend
const routes = new Set<string>()
const signedIn = new Map<string, SignedIn>()

beforeAll(async () => {
  subscribe('fastify.initialization', noteRoutes)
  backend = await startTestBackend()
  unsubscribe('fastify.initialization', noteRoutes)
  for (const name of ['auditor', 'operator', 'admin', 'outsider'] as const)
    signedIn.set(name, await signIn(backend, name))
})
afterAll(() => backend.close())

/** Collects the routes that Fastify registers. */
function noteRoutes(message: unknown): void {
  v.parse(initialised, message).fastify.addHook('onRoute', ({ method, url }) => {
    if (method !== 'HEAD') routes.add(`${Array.isArray(method) ? 'ALL' : method} ${url}`)
  })
}

it('the backend has every route of the contract', () => {
  const declared = Object.values(contract).flatMap((topic) =>
    Object.values(topic).map(({ method, base, path }) => `${method} ${mountPoints[base]}${path}`),
  )
  const missing = declared
    .filter((route) => !routes.has(route))
    .map((route) => `'${route}' is in contract/wire/routes: register it in backend/http-application.ts`)
  if (missing.length > 0) expect.fail(missing.join('\n'))
})

it('the table of rights has a row for every route of the backend, and no other row', () => {
  expectRows(rightsTable, [...routes], 'rightsTable in tests/backend/access/rights-table.ts')
})

const uncontracted = Object.entries(rightsTable).filter(([key]) => noCalls.includes(key))
it.each(uncontracted)(
  '%s accepts the callers that the table of rights names, and refuses the others',
  async (key, { rights, request }) => {
    const outcomes: Outcome[] = []
    for (const name of callers) {
      const caller = signedIn.get(name)
      const { path, headers } = await request({ backend, caller, userId: caller?.user.userId ?? 'user-admin' })
      const response = await fetch(backend.url + path, {
        headers: { ...(caller && { authorization: `Bearer ${caller.token}` }), ...headers },
      })
      await response.arrayBuffer()
      expect(response.status, `${key} for ${name}`).not.toBe(500)
      outcomes.push(outcomeOf(response.status))
    }
    expect(byCaller(outcomes)).toEqual(byCaller(rights))
  },
)
