import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { rights } from '../../../contract/rights.ts'
import { errorBody, fieldsError } from '../../../contract/wire/answers/errors.ts'
import { errorsOf, errorsOfAll, type Route } from '../../../contract/wire/route.ts'
import { mountPoints, routes } from '../../../contract/wire/routes.ts'
import { byCaller, callers, noCalls, type Outcome, outcomeOf, rightsTable } from '../access/rights-table.ts'
import { expectRows } from '../parts/complete-table.ts'
import { type SignedIn, signIn, signInAll, startTestBackend, type Who } from '../parts/embedded-backend.ts'
import { contractCalls, type Init } from './contract-calls.ts'

const table = Object.fromEntries(
  Object.values(routes).flatMap((topic) =>
    Object.values(topic).map((route) => [`${route.method} ${mountPoints[route.base]}${route.path}`, route] as const),
  ),
)
/** Routes with a row in the table of rights; a separate test reports the routes without a row. */
const called = Object.entries(table).filter(([key]) => key in rightsTable)

/** Routes whose answer may lack values: the reader fills in the defaults. */
const filledInByReader = ['GET /config.json']

let backend: Backend
let other: Backend
let elsewhere: SignedIn
let as: Record<Who, SignedIn>

beforeAll(async () => {
  backend = await startTestBackend({ deviceTimeoutMs: 300 })
  other = await startTestBackend({ cepUrl: 'http://127.0.0.1:9', deviceTimeoutMs: 60_000 })
  elsewhere = await signIn(other, 'admin')
  as = await signInAll(backend)
})
// Calls up to a limit of attempts would affect other routes with the same limit.
beforeEach(() => backend.database.script('delete from attempts; delete from sign_in_places'))
afterAll(() => Promise.all([backend.close(), other.close()]))

it('the contract has an entry for every route of the backend, and no other entry', () => {
  // `rights.test.ts` compares the table of rights with the routes of Fastify.
  const served = Object.keys(rightsTable).filter((key) => !noCalls.includes(key))
  const undeclared = served.filter((key) => !(key in table)).map((key) => `add '${key}' to contract/wire/routes.ts`)
  if (undeclared.length > 0) expect.fail(undeclared.join('\n'))
  expectRows(rightsTable, [...Object.keys(table), ...noCalls], 'rightsTable in tests/backend/access/rights-table.ts')
})

it.each(called)('%s needs the right that the table of rights has', (key, { access }) => {
  const [nobody, auditor, operator, admin] = rightsTable[key]?.rights ?? []
  expect(nobody === 401).toBe(access !== 'everybody')
  if (access === 'everybody' || access === 'signedIn') return
  if (access === 'wall' || access === 'machine') return expect(admin).toBe(401)
  expect(admin).toBe('passes')
  const mayAuditor = as.auditor.user.permissions.includes(access)
  const mayOperator = as.operator.user.permissions.includes(access)
  expect([auditor === 403, operator === 403]).toEqual([!mayAuditor, !mayOperator])
})

it('the contract has every right of the backend', () => {
  expect([...as.admin.user.permissions].sort()).toEqual([...rights].sort())
})

it.each(called)(
  '%s answers each caller as the contract and the table of rights declare, and its calls produce every status of the contract',
  async (key, route) => {
    const seen = new Set<number>()
    const row = rightsTable[key]
    const outcomes: Outcome[] = []
    for (const name of callers) {
      const caller = name === 'nobody' ? undefined : as[name]
      const request = await row?.request({ backend, caller, userId: caller?.user.userId ?? 'user-admin' })
      if (!request) continue
      const status = await callAndCompare(key, route, backend, caller?.token, request.path, request)
      seen.add(status)
      outcomes.push(outcomeOf(status))
    }
    expect(byCaller(outcomes)).toEqual(byCaller(row?.rights ?? []))
    await contractCalls[key]?.({
      backend,
      as,
      elsewhere,
      async call(who, path, init = {}) {
        const [at, caller] =
          who === 'elsewhere' ? [other, elsewhere] : [backend, who === 'nobody' ? undefined : as[who]]
        seen.add(await callAndCompare(key, route, at, caller?.token, path, init))
      },
    })
    // An empty body lacks required fields: 422.
    const admins =
      seen.has(422) || !(422 in route.errors)
        ? undefined
        : await row?.request({ backend, caller: as.admin, userId: as.admin.user.userId })
    if (admins !== undefined && typeof route.body === 'object')
      seen.add(await callAndCompare(key, route, backend, as.admin.token, admins.path, { ...admins, body: {} }))
    const statuses = [route.status, ...Object.keys(route.errors).map(Number)]
    const unseen = statuses.filter((status) => !seen.has(status))
    if (unseen.length > 0)
      expect.fail(
        `no call of '${key}' was answered with ${unseen.join(', ')}: add a call to contractCalls in tests/backend/contract/contract-calls.ts, or remove the status from the route`,
      )
  },
)

/** Resolves to the status. */
async function callAndCompare(
  key: string,
  route: Route,
  at: { url: string },
  token: string | undefined,
  path: string,
  { body, headers, form }: Init,
): Promise<number> {
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
  expect(status, label).not.toBe(500)
  if (status === route.status) {
    for (const header of route.responseHeaders ?? []) expect(response.headers.get(header), label).not.toBeNull()
    if (route.mediaType !== undefined) expect(response.headers.get('content-type'), label).toContain(route.mediaType)
    else if (route.answer === undefined) expect(text, label).toBe('')
    else if (filledInByReader.includes(key)) expect(v.is(route.answer, JSON.parse(text)), label).toBe(true)
    else expectExactly(route.answer, JSON.parse(text), label)
    return status
  }
  expect([...Object.keys(errorsOf(route)), ...Object.keys(errorsOfAll)], label).toContain(String(status))
  const schema = Object.entries(route.errorBodies ?? {}).find(([each]) => Number(each) === status)?.[1]
  expectExactly(schema ?? (status === 422 ? fieldsError : errorBody), JSON.parse(text), label)
  return status
}

/** Expects that parsing changes nothing: no unknown fields, no missing defaults, no transformed values. */
function expectExactly(schema: v.GenericSchema, sent: unknown, label: string): void {
  const parsed = v.safeParse(schema, sent)
  expect(parsed.issues?.map(({ message }) => message) ?? [], label).toEqual([])
  expect(parsed.output, label).toStrictEqual(sent)
}
