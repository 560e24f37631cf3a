import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { expectRows } from '../parts/complete-table.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { type Outcome, type Rights, rightsTable } from './rights-table.ts'

const initialised = v.object({
  fastify: v.custom<FastifyInstance>((made) => v.is(v.object({ addHook: v.function() }), made)),
})
const who = ['nobody', 'auditor', 'operator', 'admin', 'outsider'] as const

let backend: Backend
const routes = new Set<string>()
const callers = new Map<string, SignedIn>()

beforeAll(async () => {
  subscribe('fastify.initialization', noteRoutes)
  backend = await startTestBackend()
  unsubscribe('fastify.initialization', noteRoutes)
  for (const name of ['auditor', 'operator', 'admin', 'outsider'] as const)
    callers.set(name, await signIn(backend, name))
})
afterAll(() => backend.close())

/** Fastify itself says which routes there are. */
function noteRoutes(message: unknown): void {
  v.parse(initialised, message).fastify.addHook('onRoute', ({ method, url }) => {
    if (method !== 'HEAD') routes.add(`${Array.isArray(method) ? 'ALL' : method} ${url}`)
  })
}

it('the table of rights has a row for every route of the backend, and no other row', () => {
  expectRows(rightsTable, [...routes], 'rightsTable in tests/backend/access/rights-table.ts')
})

it.each(Object.entries(rightsTable))('%s lets through whom it should', async (key, { rights, request }) => {
  const outcomes: Outcome[] = []
  for (const name of who) {
    const caller = callers.get(name)
    const userId = caller?.user.userId ?? 'user-admin'
    const { path, body, headers } = await request({ backend, caller, userId })
    const response = await fetch(backend.url + path, {
      method: key.startsWith('ALL ') ? 'GET' : key.slice(0, key.indexOf(' ')),
      headers: {
        ...(caller && { authorization: `Bearer ${caller.token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    await response.arrayBuffer()
    expect(response.status, `${key} for ${name}`).not.toBe(500)
    outcomes.push(outcomeOf(response.status))
  }
  expect(named(outcomes)).toEqual(named(rights))
})

function outcomeOf(status: number): Outcome {
  return status === 401 || status === 403 || status === 404 ? status : 'passes'
}

function named(outcomes: readonly Outcome[] | Rights): Record<string, Outcome | undefined> {
  return Object.fromEntries(who.map((name, index) => [name, outcomes[index]]))
}
