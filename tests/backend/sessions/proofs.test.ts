import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { proofHoldsMinutes, type Route } from '../../../contract/wire/route.ts'
import { mountPoints, routes } from '../../../contract/wire/routes.ts'
import { demoPassword } from '../../prepared-database.ts'
import { rightsTable } from '../access/rights-table.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

const minute = 60_000
const startMs = Date.parse('2026-11-20T08:00:00.000Z')
let nowMs = startMs
let lines: string[] = []
let backend: Backend
let admin: SignedIn

beforeAll(async () => {
  const write = (line: string) => lines.push(line)
  backend = await startTestBackend({ now: () => nowMs, log: { level: 'warn', format: 'json', write } })
})
beforeEach(async () => {
  nowMs = startMs
  await backend.database.execute('delete from attempts')
  admin = await signIn(backend, 'admin')
  lines = []
})
afterAll(() => backend.close())

const prove = (password: string, who = admin) => who.call('/rest/auth/proof', { method: 'POST', body: { password } })

const proven = Object.values(routes).flatMap((topic) =>
  Object.values<Route>(topic).flatMap(({ method, base, path, proof }) =>
    proof === undefined ? [] : [`${method} ${mountPoints[base]}${path}`],
  ),
)

it('a second factor, invitations, changes of access, one-time links, restored access, wall links and machine tokens need a proof (ACC-4)', () => {
  expect(proven).toEqual([
    'POST /rest/auth/second-factor',
    'POST /rest/users',
    'PUT /rest/users/:id',
    'POST /rest/users/:id/link',
    'POST /rest/users/:id/enable',
    'POST /rest/wall-links',
    'POST /rest/machine-tokens',
  ])
})

describe.each(proven)('%s (ACC-4)', (route) => {
  it(`is refused ${proofHoldsMinutes} minutes after the sign-in, and works with the same key after the password`, async () => {
    const row = rightsTable[route]
    const method = route.slice(0, route.indexOf(' '))
    const { path = '', body } = (await row?.request({ backend, caller: admin, userId: 'user-admin' })) ?? {}
    const call = () =>
      admin.call(path, { method, body, headers: { 'idempotency-key': `a-key-of-one-intention${path}` } })
    nowMs += proofHoldsMinutes * minute
    const refused = await call()
    expect([refused.status, await refused.json()]).toEqual([403, expect.objectContaining({ reauthenticate: true })])
    expect((await prove(demoPassword)).status).toBe(204)
    expect((await call()).status).toBeLessThan(300)
    const other = await signIn(backend, 'admin')
    nowMs += proofHoldsMinutes * minute
    await prove(demoPassword, other)
    expect((await admin.call(path, { method, body })).status).toBe(403)
  })
})

describe('a wrong password in a session (ACC-4, OPS-2)', () => {
  it.each([
    ['as a proof', '/rest/auth/proof', { password: 'errada' }, { password: 'Senha incorreta.' }],
    [
      'as the current password of a change',
      '/rest/auth/password',
      { current: 'errada', next: 'uma frase bem outra' },
      { current: 'Senha atual incorreta.' },
    ],
  ])(
    '%s is refused and limited, and both the records and the security log have it with the session',
    async (_, path, body, fields) => {
      const before = (await chainOf(backend.database, 'horizonte')).length
      const call = () => admin.call(path, { method: 'POST', body })
      const refused = await call()
      expect([refused.status, (await refused.json()).fields]).toEqual([422, fields])
      const added = (await chainOf(backend.database, 'horizonte')).slice(before).map(({ record }) => record)
      expect(added).toMatchObject([
        {
          kind: 'session.refused',
          actor: { person: 'user-admin', session: expect.any(String), from: { salted: expect.any(String) } },
          data: { in: 'session' },
        },
      ])
      expect(lines.map((line) => JSON.parse(line).security)).toEqual(['sign-in-failed'])
      for (let tries = 0; tries < 9; tries += 1) await call()
      expect((await call()).status).toBe(429)
      expect(JSON.parse(lines.at(-1) ?? '').security).toBe('sign-in-locked')
    },
  )

  it('does not count as a proof of the session', async () => {
    nowMs += proofHoldsMinutes * minute
    await prove('errada')
    const refused = await admin.call('/rest/wall-links', { method: 'POST', body: { name: 'Portaria' } })
    expect(refused.status).toBe(403)
    // A missing proof is no attack, so the security log has no line about it.
    expect(lines.map((line) => JSON.parse(line).security)).toEqual(['sign-in-failed'])
  })
})
