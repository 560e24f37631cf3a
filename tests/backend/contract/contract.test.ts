import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { rights } from '../../../contract/rights.ts'
import { errorBody, fieldsError } from '../../../contract/wire/answers/errors.ts'
import { errorsOfAll, type Route } from '../../../contract/wire/route.ts'
import { mountPoints, routes } from '../../../contract/wire/routes.ts'
import { rightsTable } from '../access/rights-table.ts'
import { expectRows } from '../parts/complete-table.ts'
import { type SignedIn, signIn, startTestBackend, type Who } from '../parts/embedded-backend.ts'
import { contractCalls, type Init } from './contract-calls.ts'

const table = Object.fromEntries(
  Object.values(routes).flatMap((topic) =>
    Object.values(topic).map((route) => [`${route.method} ${mountPoints[route.base]}${route.path}`, route] as const),
  ),
)
/** Without those that lack a row in the table of rights, which one test names. */
const called = Object.entries(table).filter(([key]) => key in rightsTable)

/** Fastify's own catch-alls, and the page, which is no call. */
const noCalls = ['GET /metrics', 'ALL /rest/*', 'ALL /device-control/*', 'GET /', 'GET /index.html']

/** Its defaults are filled in by whoever reads it: the file that is served may be empty. */
const filledInByReader = ['GET /config.json']

let backend: Backend
let other: Backend
let elsewhere: SignedIn
let as: Record<Who, SignedIn>
const seen = new Map(Object.keys(table).map((key) => [key, new Set<number>()]))

beforeAll(async () => {
  backend = await startTestBackend({ deviceTimeoutMs: 300 })
  other = await startTestBackend({ cepUrl: 'http://127.0.0.1:9', deviceTimeoutMs: 60_000 })
  elsewhere = await signIn(other, 'admin')
  as = {
    admin: await signIn(backend, 'admin'),
    operator: await signIn(backend, 'operator'),
    auditor: await signIn(backend, 'auditor'),
    outsider: await signIn(backend, 'outsider'),
  }
})
afterAll(() => Promise.all([backend.close(), other.close()]))

it('the contract has an entry for every route of the backend, and no other entry', () => {
  // `rights.test.ts` compares the table of rights with what Fastify itself says.
  const served = Object.keys(rightsTable).filter((key) => !noCalls.includes(key))
  const undeclared = served.filter((key) => !(key in table)).map((key) => `add '${key}' to contract/wire/routes.ts`)
  if (undeclared.length > 0) expect.fail(undeclared.join('\n'))
  expectRows(rightsTable, [...Object.keys(table), ...noCalls], 'rightsTable in tests/backend/access/rights-table.ts')
})

it.each(called)('%s wants the right that the table of rights says', (key, { who }) => {
  const [nobody, auditor, operator, admin] = rightsTable[key]?.rights ?? []
  expect(nobody === 401).toBe(who !== 'everybody')
  if (who === 'everybody' || who === 'signedIn') return
  if (who === 'wall') return expect(admin).toBe(401)
  expect(admin).toBe('passes')
  const mayAuditor = as.auditor.user.permissions.includes(who)
  const mayOperator = as.operator.user.permissions.includes(who)
  expect([auditor === 403, operator === 403]).toEqual([!mayAuditor, !mayOperator])
})

it('knows every right that the backend gives', () => {
  expect([...as.admin.user.permissions].sort()).toEqual([...rights].sort())
})

describe.each(called)('%s', (key, route) => {
  it('answers everybody as the contract says', async () => {
    for (const who of ['nobody', 'auditor', 'operator', 'admin', 'outsider'] as const) {
      const caller = who === 'nobody' ? undefined : as[who]
      const request = await rightsTable[key]?.request({ backend, caller, userId: caller?.user.userId ?? 'user-admin' })
      if (request) await callAndCompare(key, route, backend, caller?.token, request.path, request)
    }
    await contractCalls[key]?.({
      backend,
      as,
      elsewhere,
      call: (who, path, init = {}) => {
        if (who === 'elsewhere') return callAndCompare(key, route, other, elsewhere.token, path, init)
        return callAndCompare(key, route, backend, who === 'nobody' ? undefined : as[who].token, path, init)
      },
    })
  })

  it('has been seen to answer with all that it may', () => {
    const possible = [route.status, ...Object.keys(route.errors).map(Number)]
    const unseen = possible.filter((status) => !seen.get(key)?.has(status))
    if (unseen.length > 0)
      expect.fail(
        `no call of '${key}' was answered with ${unseen.join(', ')}: add a call to contractCalls in tests/backend/contract/contract-calls.ts, or remove the status from the route`,
      )
  })
})

async function callAndCompare(
  key: string,
  route: Route,
  at: { url: string },
  token: string | undefined,
  path: string,
  { body, headers, form }: Init,
): Promise<void> {
  const response = await fetch(at.url + path, {
    method: route.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: form ?? (body === undefined ? null : JSON.stringify(body)),
  })
  const text = await response.text()
  const { status } = response
  const label = `${key} ${status} ${text}`
  seen.get(key)?.add(status)
  if (status === route.status) {
    for (const header of route.tells ?? []) expect(response.headers.get(header), label).not.toBeNull()
    if (route.answer === undefined) expect(text, label).toBe('')
    else if (filledInByReader.includes(key)) expect(v.is(route.answer, JSON.parse(text)), label).toBe(true)
    else expectExactly(route.answer, JSON.parse(text), label)
    return
  }
  expect([...Object.keys(route.errors), ...Object.keys(errorsOfAll)], label).toContain(String(status))
  const schema = Object.entries(route.errorBodies ?? {}).find(([each]) => Number(each) === status)?.[1]
  expectExactly(schema ?? (status === 422 ? fieldsError : errorBody), JSON.parse(text), label)
}

/** What is sent is what is read: nothing unknown, nothing left out that is filled in, nothing changed. */
function expectExactly(schema: v.GenericSchema, sent: unknown, label: string): void {
  const parsed = v.safeParse(schema, sent)
  expect(parsed.issues?.map(({ message }) => message) ?? [], label).toEqual([])
  expect(parsed.output, label).toStrictEqual(sent)
}
