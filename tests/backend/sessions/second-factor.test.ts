import { generateKeyPairSync } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSigningKey } from '../../../backend/evidence/signing-key.ts'
import { userCommand } from '../../../backend/people/user-command.ts'
import type { Backend } from '../../../backend/server.ts'
import { secondFactors } from '../../../backend/sessions/second-factors.ts'
import { cheapenPasswords, demoPassword } from '../../prepared-database.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { codeAt } from './authenticator.ts'

const minuteMs = 60_000
const stepMs = 30_000
const startMs = Date.parse('2026-03-02T08:00:00.000Z')
const email = 'operador@guarita.demo'
const userId = 'user-operador'
let nowMs = startMs
let backend: Backend

beforeAll(async () => {
  backend = await startTestBackend({ now: () => nowMs })
})
beforeEach(async () => {
  nowMs = startMs
  await backend.database.script(`delete from attempts; delete from sessions; delete from second_factors;
    delete from person_acts; update customers set second_factor_required = false`)
})
afterAll(() => backend.close())

function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${backend.url}/rest${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

const own = (person: SignedIn, path: string, body: unknown) =>
  person.call(`/rest/auth/second-factor${path}`, { method: 'POST', body })
const offer = (person: SignedIn) => person.call('/rest/auth/second-factor', { method: 'POST' })
const stateOf = async (person: SignedIn) => (await person.call('/rest/auth/second-factor')).json()
const prove = (person: SignedIn, body: object) => person.call('/rest/auth/proof', { method: 'POST', body })

/** Sets up the second factor of a person, and advances the clock to a time step whose code is unused. */
async function setUp(person: SignedIn): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await (await offer(person)).json()
  const confirmed = await own(person, '/confirm', { code: codeAt(secret, nowMs) })
  expect(confirmed.status).toBe(200)
  nowMs += 2 * stepMs
  return { secret, recoveryCodes: (await confirmed.json()).recoveryCodes }
}

async function challenged(who = email): Promise<string> {
  const response = await post('/auth/sign-in', { email: who, password: demoPassword, remember: true })
  const answer = await response.json()
  expect(answer).toEqual({ challenge: expect.any(String) })
  return answer.challenge
}

const enter = async (code: string, challenge?: string) =>
  post('/auth/sign-in/code', { challenge: challenge ?? (await challenged()), code })

const recorded = (kind: string) =>
  backend.database.query(
    'select record from evidence where kind = $1 order by customers_id, seq',
    [kind],
    v.pipe(
      v.object({ record: v.pipe(v.string(), v.parseJson()) }),
      v.transform(({ record }) => record),
    ),
  )

async function acts(): Promise<string[]> {
  const admin = await signIn(backend, 'admin')
  const { result } = await (await admin.call(`/rest/users/${userId}/history`)).json()
  return result.map(({ act, by }: { act: string; by: { id: string } | null }) => `${act} by ${by?.id ?? 'machine'}`)
}

describe('the setup of a second factor (SES-12)', () => {
  it('needs a recent proof of the person, and has no effect before a code confirms the secret', async () => {
    const person = await signIn(backend, 'operator')
    expect(await stateOf(person)).toEqual({ setAt: null, recoveryCodesLeft: 0, isRequired: false })
    nowMs += 11 * minuteMs
    const refused = await offer(person)
    expect([refused.status, (await refused.json()).reauthenticate]).toEqual([403, true])
    expect((await prove(person, { password: demoPassword })).status).toBe(204)
    const offered = await (await offer(person)).json()
    expect(offered.secret).toMatch(/^[2-7A-Z]{32}$/)
    const address = new URL(offered.address)
    expect(decodeURIComponent(address.href)).toMatch(`otpauth://totp/Guarita:${email}?`)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      secret: offered.secret,
      issuer: 'Guarita',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect((await own(person, '/confirm', { code: codeAt(offered.secret, nowMs - 5 * stepMs) })).status).toBe(422)
    await signIn(backend, 'operator')
    expect((await own(person, '/remove', { code: codeAt(offered.secret, nowMs) })).status).toBe(409)
  })

  it('shows ten recovery codes once, ends the person’s other sessions, and is recorded', async () => {
    const other = await signIn(backend, 'operator')
    const person = await signIn(backend, 'operator')
    const { recoveryCodes } = await setUp(person)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^(?:[2-7A-Z]{4}-){3}[2-7A-Z]{4}$/)
    expect((await other.call('/rest/auth/sessions')).status).toBe(401)
    expect(await stateOf(person)).toEqual({
      setAt: new Date(startMs).toISOString(),
      recoveryCodesLeft: 10,
      isRequired: false,
    })
    expect((await offer(person)).status).toBe(409)
    expect((await own(person, '/confirm', { code: '000000' })).status).toBe(409)
    expect(await acts()).toEqual([`second-factor-set by ${userId}`])
  })

  it('stores neither the secret nor a recovery code in clear text', async () => {
    const { secret, recoveryCodes } = await setUp(await signIn(backend, 'operator'))
    const stored = JSON.stringify(await backend.database.query('select * from second_factors', [], v.unknown()))
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text)
  })
})

it('the list of people and the page of a person show who has a confirmed second factor (SES-12)', async () => {
  const admin = await signIn(backend, 'admin')
  const person = await signIn(backend, 'operator')
  async function shown(): Promise<unknown[]> {
    const { result } = await (await admin.call('/rest/users')).json()
    const listed = result.find(({ id }: { id: string }) => id === userId).hasSecondFactor
    return [listed, (await (await admin.call(`/rest/users/${userId}`)).json()).hasSecondFactor]
  }
  const { secret } = await (await offer(person)).json()
  expect(await shown()).toEqual([false, false])
  await own(person, '/confirm', { code: codeAt(secret, nowMs) })
  expect(await shown()).toEqual([true, true])
})

describe('a sign-in with a second factor (SES-12)', () => {
  it('begins a session with password and code, but not with the password alone', async () => {
    const { secret } = await setUp(await signIn(backend, 'operator'))
    const count = async () => (await backend.database.query('select from sessions', [], v.unknown())).length
    const before = await count()
    const challenge = await challenged()
    expect(await count()).toBe(before)
    const entered = await enter(codeAt(secret, nowMs), challenge)
    expect(entered.status).toBe(200)
    const { token, user, expiresIn } = await entered.json()
    expect([user.userId, expiresIn]).toEqual([userId, 3_600])
    const headers = { authorization: `Bearer ${token}` }
    expect((await fetch(`${backend.url}/rest/auth/sessions`, { headers })).status).toBe(200)
    const remembered = 'select from sessions where user_id = $1 and remember'
    expect(await backend.database.query(remembered, [userId], v.unknown())).not.toEqual([])
  })

  it('accepts the codes of the previous and the next time step, but no earlier or later code', async () => {
    const { secret } = await setUp(await signIn(backend, 'operator'))
    const tried = async (steps: number) => (await enter(codeAt(secret, nowMs + steps * stepMs))).status
    expect(await tried(-2)).toBe(400)
    expect(await tried(2)).toBe(400)
    expect(await tried(-1)).toBe(200)
    expect(await tried(1)).toBe(200)
  })

  it('accepts a code only once, even from two callers at the same time, and no code earlier than an accepted code', async () => {
    const { secret } = await setUp(await signIn(backend, 'operator'))
    const challenges = [await challenged(), await challenged()]
    const code = codeAt(secret, nowMs)
    const statuses = await Promise.all(challenges.map(async (challenge) => (await enter(code, challenge)).status))
    expect(statuses.toSorted()).toEqual([200, 400])
    expect((await enter(code)).status).toBe(400)
    expect((await enter(codeAt(secret, nowMs - stepMs))).status).toBe(400)
    nowMs += stepMs
    expect((await enter(codeAt(secret, nowMs))).status).toBe(200)
  })

  it('repeats the answer for a call with the same key, although the code was used', async () => {
    const { secret } = await setUp(await signIn(backend, 'operator'))
    const body = JSON.stringify({ challenge: await challenged(), code: codeAt(secret, nowMs) })
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'one intention of a person 0001' }
    const send = () => fetch(`${backend.url}/rest/auth/sign-in/code`, { method: 'POST', headers, body })
    const first = await (await send()).json()
    expect(await (await send()).json()).toEqual(first)
  })

  it('accepts each recovery code once, in any spelling, and records it', async () => {
    const { recoveryCodes } = await setUp(await signIn(backend, 'operator'))
    const [code = ''] = recoveryCodes
    const entered = await enter(` ${code.toLowerCase().replaceAll('-', ' ')}`)
    expect(entered.status).toBe(200)
    expect((await enter(code)).status).toBe(400)
    const headers = { authorization: `Bearer ${(await entered.json()).token}` }
    const state = await (await fetch(`${backend.url}/rest/auth/second-factor`, { headers })).json()
    expect(state.recoveryCodesLeft).toBe(9)
    expect(await acts()).toEqual([`recovery-code-used by ${userId}`, `second-factor-set by ${userId}`])
  })

  it('is locked after five wrong codes in 15 minutes, without an effect on colleagues', async () => {
    const { secret } = await setUp(await signIn(backend, 'operator'))
    const colleague = await setUp(await signIn(backend, 'auditor'))
    const wrong = codeAt(secret, nowMs - 9 * stepMs)
    for (let tries = 0; tries < 5; tries += 1) expect((await enter(wrong)).status).toBe(400)
    const locked = await enter(codeAt(secret, nowMs))
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '900'])
    const others = await enter(codeAt(colleague.secret, nowMs), await challenged('auditor@guarita.demo'))
    expect(others.status).toBe(200)
    nowMs += 15 * minuteMs
    expect((await enter(codeAt(secret, nowMs))).status).toBe(200)
  })

  it('records a wrong code differently from a wrong password', async () => {
    const { secret } = await setUp(await signIn(backend, 'operator'))
    await enter(codeAt(secret, nowMs - 9 * stepMs))
    await post('/auth/sign-in', { email, password: 'errada' })
    const refused = (await recorded('session.refused')) as { subject: unknown; data: { step?: string } }[]
    expect(refused.slice(-2).map(({ subject, data }) => [subject, data.step])).toEqual([
      [{ person: userId }, 'code'],
      [{ person: userId }, undefined],
    ])
  })

  it.each<[string, (challenge: string) => Promise<unknown>]>([
    ['after five minutes', async () => (nowMs += 5 * minuteMs)],
    [
      'after a change of the password',
      async () => backend.database.execute("update users set password_hash = 'x' where id = $1", [userId]),
    ],
    [
      'for a disabled person',
      async () => backend.database.execute('update users set disabled_at = now() where id = $1', [userId]),
    ],
  ])('is refused %s', async (_, change) => {
    const { secret } = await setUp(await signIn(backend, 'operator'))
    const challenge = await challenged()
    await change(challenge)
    expect((await enter(codeAt(secret, nowMs), challenge)).status).toBe(404)
    await backend.database.execute('update users set disabled_at = null where id = $1', [userId])
    await cheapenPasswords(backend.database)
  })

  it('refuses a challenge that the server did not make, and a changed challenge', async () => {
    const { secret } = await setUp(await signIn(backend, 'operator'))
    const challenge = await challenged()
    const changed = `${challenge.slice(0, -6)}AAAA${challenge.slice(-2)}`
    for (const each of ['x', 'AAAA'.repeat(30), changed])
      expect((await enter(codeAt(secret, nowMs), each)).status).toBe(404)
  })
})

describe('a proof in a session (ACC-4, SES-12)', () => {
  it('needs a code if the person has a second factor; a change of the password is no proof', async () => {
    const person = await signIn(backend, 'admin')
    const { secret } = await setUp(person)
    nowMs += 11 * minuteMs
    const deed = async () => (await person.call('/rest/users/user-auditor/link', { method: 'POST' })).status
    expect(await deed()).toBe(403)
    const missing = await prove(person, { password: demoPassword })
    expect([missing.status, (await missing.json()).fields]).toEqual([422, { code: 'Informe o código.' }])
    const code = codeAt(secret, nowMs)
    const bothWrong = await prove(person, { password: 'errada', code })
    expect([bothWrong.status, Object.keys((await bothWrong.json()).fields)]).toEqual([422, ['password']])
    const wrong = await prove(person, { password: demoPassword, code: '12345' })
    expect([wrong.status, Object.keys((await wrong.json()).fields)]).toEqual([422, ['code']])
    const next = 'uma senha bem outra'
    await person.call('/rest/auth/password', { method: 'POST', body: { current: demoPassword, next } })
    expect(await deed()).toBe(403)
    expect((await prove(person, { password: next, code })).status).toBe(204)
    expect(await deed()).toBe(200)
    await cheapenPasswords(backend.database)
  })

  it('is recorded with session and person if the code is wrong', async () => {
    const person = await signIn(backend, 'operator')
    await setUp(person)
    await prove(person, { password: demoPassword, code: '12345' })
    const refused = (await recorded('session.refused')) as { actor: object; data: object }[]
    expect(refused.at(-1)).toMatchObject({ actor: { person: userId }, data: { in: 'session', step: 'code' } })
  })
})

describe('the removal of a second factor (SES-12)', () => {
  it('requires a code, and is recorded', async () => {
    const person = await signIn(backend, 'operator')
    const { secret } = await setUp(person)
    const wrong = await own(person, '/remove', { code: '12345' })
    expect([wrong.status, Object.keys((await wrong.json()).fields)]).toEqual([422, ['code']])
    expect((await own(person, '/remove', { code: codeAt(secret, nowMs) })).status).toBe(204)
    await signIn(backend, 'operator')
    expect(await acts()).toEqual([`second-factor-removed by ${userId}`, `second-factor-set by ${userId}`])
  })

  it('works at the machine without a code for a person who lost authenticator and recovery codes, and is recorded', async () => {
    await setUp(await signIn(backend, 'operator'))
    const parts = { database: backend.database, now: () => nowMs } as Parameters<typeof userCommand>[0]
    await userCommand(parts, { act: 'reset-2fa', email })
    await signIn(backend, 'operator')
    await expect(userCommand(parts, { act: 'reset-2fa', email })).rejects.toThrow('não usa a verificação')
    expect(await acts()).toEqual(['second-factor-reset by machine', `second-factor-set by ${userId}`])
  })

  it('does not happen with another signing key: recovery codes stay valid, other codes do not', async () => {
    const { secret, recoveryCodes } = await setUp(await signIn(backend, 'operator'))
    const otherKey = await openSigningKey(backend.database, {
      given: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      dataDir: undefined,
    })
    const factors = secondFactors(otherKey, () => nowMs)
    expect(await factors.use(backend.database, userId, codeAt(secret, nowMs))).toBeUndefined()
    const [code = ''] = recoveryCodes
    expect(await factors.use(backend.database, userId, code.replaceAll('-', ''))).toBe('recovery')
  })
})

it('a customer that requires a second factor takes `users:write` from people without a second factor until they set one up (SES-12)', async () => {
  const admin = await signIn(backend, 'admin')
  const outsider = await signIn(backend, 'outsider')
  const parts = { database: backend.database, now: () => nowMs } as Parameters<typeof userCommand>[0]
  await expect(userCommand(parts, { act: 'require-2fa', isRequired: true })).rejects.toThrow('--customer')
  await userCommand(parts, { act: 'require-2fa', isRequired: true, customer: 'horizonte' })
  nowMs += 2 * minuteMs
  expect((await admin.call('/rest/users')).status).toBe(403)
  expect((await signIn(backend, 'admin')).user.permissions).not.toContain('users:write')
  expect((await outsider.call('/rest/users')).status).toBe(200)
  expect((await stateOf(admin)).isRequired).toBe(true)
  expect((await stateOf(await signIn(backend, 'operator'))).isRequired).toBe(false)
  await setUp(admin)
  expect((await admin.call('/rest/users')).status).toBe(200)
  expect((await stateOf(admin)).isRequired).toBe(false)
})
