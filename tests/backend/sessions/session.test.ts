import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { passwordTexts } from '../../../contract/fields/password.ts'
import { usualAccess } from '../../../contract/rights.ts'
import { cheapenPasswords, demoPassword } from '../../prepared-database.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

const anything = v.unknown()
const minuteMs = 60_000
const startMs = Date.parse('2026-03-02T08:00:00.000Z')
let nowMs = startMs
let backend: Backend

beforeAll(async () => {
  backend = await startTestBackend({ now: () => nowMs })
})
beforeEach(async () => {
  nowMs = startMs
  await backend.database.script('delete from attempts; delete from sessions')
})
afterAll(() => backend.close())

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${backend.url}/rest${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

describe('sign-in', () => {
  it('answers with a token for 60 minutes and the user record', async () => {
    const response = await post('/auth/sign-in', {
      email: ' Operador@Guarita.demo ',
      password: demoPassword,
      remember: false,
    })
    expect(response.status).toBe(200)
    const answer = await response.json()
    expect(answer.token).toMatch(/^[\w-]{43}$/)
    expect(answer.expiration).toBe(new Date(startMs + 60 * minuteMs).toISOString())
    expect(answer.expiresIn).toBe(3_600)
    expect(answer.user).toEqual({
      userId: 'user-operador',
      customersId: 'horizonte',
      condominiumsId: expect.any(Array),
      permissions: usualAccess.operator.permissions,
      type: 'operator',
      name: 'Otávio Gonçalves',
      email: 'operador@guarita.demo',
    })
    expect(answer.user.condominiumsId).toHaveLength(8)
  })

  it('refuses a wrong password and an unknown e-mail with the same message', async () => {
    const wrong = await post('/auth/sign-in', { email: 'auditor@guarita.demo', password: 'errada' })
    const unknown = await post('/auth/sign-in', { email: 'ninguem@guarita.demo', password: 'errada' })
    expect([wrong.status, unknown.status]).toEqual([400, 400])
    const text = await wrong.text()
    expect(text).toBe(await unknown.text())
    expect(JSON.parse(text)).toEqual({ error: true, message: 'E-mail ou senha inválidos' })
  })

  it('names the missing fields', async () => {
    const response = await post('/auth/sign-in', { email: '' })
    expect(response.status).toBe(422)
    expect(await response.json()).toEqual({
      error: true,
      message: 'Confira os campos indicados.',
      fields: { email: 'Preencha este campo.', password: 'Preencha este campo.' },
    })
  })

  it('answers 429 after ten attempts in five minutes for one e-mail, and accepts attempts again afterwards', async () => {
    const attempt = (email: string) => post('/auth/sign-in', { email, password: 'errada' })
    const statuses = await Promise.all(Array.from({ length: 10 }, () => attempt('alvo@guarita.demo')))
    expect(statuses.map((response) => response.status)).toEqual(Array(10).fill(400))
    nowMs += minuteMs
    const refused = await attempt('ALVO@guarita.demo')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('240')
    expect(await refused.json()).toEqual({ error: true, message: 'Muitas tentativas. Aguarde e tente de novo.' })
    expect((await attempt('outro@guarita.demo')).status).toBe(400)
    nowMs += 4 * minuteMs
    expect((await attempt('alvo@guarita.demo')).status).toBe(400)
  })

  it('stores neither token nor password in plain text', async () => {
    const { token } = await signIn(backend, 'admin')
    const sessions = await backend.database.query('select * from sessions', [], anything)
    const users = await backend.database.query('select * from users', [], anything)
    expect(JSON.stringify(sessions)).not.toContain(token)
    expect(JSON.stringify(users)).not.toContain(demoPassword)
  })
})

describe('a session', () => {
  it('is renewed to 60 minutes from now, but ends 12 hours after the sign-in (SES-9)', async () => {
    const admin = await signIn(backend, 'admin')
    for (let minutes = 50; minutes <= 700; minutes += 50) {
      nowMs = startMs + minutes * minuteMs
      const renewed = await (await admin.call('/rest/auth/renew', { method: 'POST' })).json()
      const endMs = Math.min(nowMs + 60 * minuteMs, startMs + 12 * 60 * minuteMs)
      expect(renewed).toEqual({
        expiration: new Date(endMs).toISOString(),
        expiresIn: (endMs - nowMs) / 1_000,
        user: admin.user,
      })
    }
    nowMs = startMs + 12 * 60 * minuteMs
    expect((await admin.call('/rest/auth/renew', { method: 'POST' })).status).toBe(401)
  })

  it('ends after 60 minutes without a renewal', async () => {
    const admin = await signIn(backend, 'admin')
    nowMs += 60 * minuteMs - 1
    expect((await admin.call('/rest/api/health')).status).toBe(200)
    nowMs += 1
    expect((await admin.call('/rest/api/health')).status).toBe(401)
  })

  it('ends with a sign-out', async () => {
    const admin = await signIn(backend, 'admin')
    const response = await admin.call('/rest/auth/sign-out', { method: 'POST' })
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
    expect((await admin.call('/rest/auth/sessions')).status).toBe(401)
  })

  it("is in the list of its user's sessions, is marked there as current, and can end another session", async () => {
    const first = await signIn(backend, 'auditor')
    nowMs += minuteMs
    const second = await signIn(backend, 'auditor')
    const { result } = await (await second.call('/rest/auth/sessions')).json()
    expect(result).toHaveLength(2)
    expect(result[0]).toMatchObject({ current: true, createdAt: new Date(nowMs).toISOString() })
    expect(result[1]).toMatchObject({ current: false, createdAt: new Date(startMs).toISOString() })
    const path = `/rest/auth/sessions/${result[1].id}`
    const operator = await signIn(backend, 'operator')
    expect((await operator.call(path, { method: 'DELETE' })).status).toBe(404)
    expect((await second.call(path, { method: 'DELETE' })).status).toBe(204)
    expect((await first.call('/rest/auth/sessions')).status).toBe(401)
    expect((await second.call('/rest/auth/sessions')).status).toBe(200)
  })
})

describe('a change of password', () => {
  const change = (user: SignedIn, current: string, next: string) =>
    user.call('/rest/auth/password', { method: 'POST', body: { current, next } })

  it('needs a signed-in user', async () => {
    expect((await post('/auth/password', { current: demoPassword, next: 'uma senha nova' })).status).toBe(401)
  })

  it.each([
    ['a wrong current password', 'errada', 'uma senha nova', { current: 'Senha atual incorreta.' }],
    ['no current password', '', 'uma senha nova', { current: 'Informe a senha atual.' }],
    ['a new password of 7 characters', demoPassword, '7 letra', { next: 'Use pelo menos 8 caracteres.' }],
    ['a new password of 129 characters', demoPassword, 'x'.repeat(129), { next: 'Use no máximo 128 caracteres.' }],
    [
      'the current password as the new one',
      demoPassword,
      demoPassword,
      { next: 'Escolha uma senha diferente da atual.' },
    ],
    ['a common password', demoPassword, 'Senha2026!', { next: passwordTexts.common }],
    ['the e-mail as password', demoPassword, 'Admin@litoral.demo', { next: passwordTexts.ownEmail }],
  ])('with %s is refused with an error at its field, and changes nothing', async (_case, current, next, fields) => {
    const outsider = await signIn(backend, 'outsider')
    const refused = await change(outsider, current, next)
    expect(refused.status).toBe(422)
    expect((await refused.json()).fields).toEqual(fields)
    await signIn(backend, 'outsider')
    expect((await outsider.call('/rest/api/health')).status).toBe(200)
  })

  it('ends the other sessions of the user and keeps the current session', async () => {
    const elsewhere = await signIn(backend, 'outsider')
    const colleague = await signIn(backend, 'admin')
    const here = await signIn(backend, 'outsider')
    expect((await change(here, demoPassword, 'uma senha nova')).status).toBe(204)
    expect((await elsewhere.call('/rest/api/health')).status).toBe(401)
    expect((await here.call('/rest/api/health')).status).toBe(200)
    expect((await colleague.call('/rest/api/health')).status).toBe(200)
    await expect(signIn(backend, 'outsider')).rejects.toThrow('400')
    await cheapenPasswords(backend.database)
  })

  it('accepts a new password of 8 and of 128 characters', async () => {
    const here = await signIn(backend, 'outsider')
    const longest = 'xy'.repeat(64)
    expect((await change(here, demoPassword, '8 letras')).status).toBe(204)
    expect((await change(here, '8 letras', longest)).status).toBe(204)
    await cheapenPasswords(backend.database)
  })

  it('is refused with 429 after ten wrong attempts of one user in five minutes, over all sessions of the user', async () => {
    const auditor = await signIn(backend, 'auditor')
    const tries = await Promise.all(Array.from({ length: 10 }, () => change(auditor, 'errada', 'uma senha nova')))
    expect(tries.map(({ status }) => status)).toEqual(Array(10).fill(422))
    const refused = await change(await signIn(backend, 'auditor'), demoPassword, 'uma senha nova')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('300')
    expect((await change(await signIn(backend, 'operator'), 'errada', 'uma senha nova')).status).toBe(422)
    nowMs += 5 * minuteMs
    expect((await change(auditor, 'errada', 'uma senha nova')).status).toBe(422)
  })
})

describe('a write that carries the XSRF cookie', () => {
  it.each([
    ['without the header', {}],
    ['with another value in the header', { 'x-xsrf-token': 'b'.repeat(43) }],
  ])('is refused %s', async (_case, headers) => {
    const body = { email: 'admin@guarita.demo', password: demoPassword }
    const response = await post('/auth/sign-in', body, { cookie: `XSRF-TOKEN=${'a'.repeat(43)}`, ...headers })
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({
      error: true,
      message: 'A requisição não veio do painel. Recarregue a página.',
    })
  })

  it.each([
    ['the panel’s own cookie, if another application has set that one as HttpOnly', 'PANEL-XSRF-TOKEN=b'],
    ['a second cookie of the same name', 'XSRF-TOKEN=b'],
  ])('is accepted with %s (HTTP-3)', async (_case, own) => {
    const admin = await signIn(backend, 'admin')
    const renew = (token: string) => {
      const headers = { cookie: `XSRF-TOKEN=of%20another; ${own}`, 'x-xsrf-token': token }
      return admin.call('/rest/auth/renew', { method: 'POST', headers })
    }
    expect([(await renew('b')).status, (await renew('c')).status]).toEqual([200, 403])
  })

  it('is accepted when header and cookie are equal', async () => {
    const admin = await signIn(backend, 'admin')
    const headers = { cookie: `XSRF-TOKEN=${'a'.repeat(43)}`, 'x-xsrf-token': 'a'.repeat(43) }
    expect((await admin.call('/rest/auth/renew', { method: 'POST', headers })).status).toBe(200)
    expect(
      (await admin.call('/rest/auth/renew', { method: 'DELETE', headers: { cookie: headers.cookie } })).status,
    ).toBe(403)
    expect((await admin.call('/rest/auth/sessions', { headers: { cookie: headers.cookie } })).status).toBe(200)
  })
})
