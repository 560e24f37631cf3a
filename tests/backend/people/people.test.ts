import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { rights } from '../../../contract/rights.ts'
import type { PersonDetails } from '../../../contract/wire/answers/people.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

const anything = v.unknown()
const hourMs = 60 * 60_000
let nowMs = Date.parse('2026-03-02T08:00:00.000Z')
let backend: Backend
let admin: SignedIn
let outsider: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ now: () => nowMs })
})
beforeEach(async () => {
  await backend.database.execute('delete from attempts')
  await backend.database.execute("update users set disabled_at = null where id = 'user-admin'")
  admin = await signIn(backend, 'admin')
  outsider = await signIn(backend, 'outsider')
})
afterAll(() => backend.close())

const operator = { name: 'Nilo Prado', type: 'operator', permissions: ['device:write'] }
const some = { ...operator, seesAll: false, condominiumsId: ['condominio-03', 'condominio-01'] }
const administrator = { ...operator, type: 'admin', permissions: ['users:write'], seesAll: true, condominiumsId: [] }
const password = 'porta da frente 9'

function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${backend.url}/rest${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

type Invited = { person: PersonDetails; link: { token: string; until: string } }

async function invite(body: object, by = admin): Promise<Invited> {
  const answer = await by.call('/rest/users', {
    method: 'POST',
    body: { ...body, email: `${randomUUID().slice(0, 8)}@guarita.demo` },
  })
  expect(answer.status).toBe(201)
  return answer.json()
}

function accept(token: string, chosen = password): Promise<Response> {
  return post('/invitations/accept', { token, password: chosen })
}

/** A person who accepted an invitation, and their calls. */
async function joined(body: object): Promise<{ id: string; call: SignedIn['call']; signIn: () => Promise<Response> }> {
  const { person, link } = await invite(body)
  expect((await accept(link.token)).status).toBe(200)
  const again = () => post('/auth/sign-in', { email: person.email, password })
  const { token } = await (await again()).json()
  return {
    id: person.id,
    signIn: again,
    call: (path, { method = 'GET', body: sent, headers = {} } = {}) =>
      fetch(backend.url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
      }),
  }
}

async function read(id: string): Promise<PersonDetails> {
  return (await admin.call(`/rest/users/${id}`)).json()
}

function accountChange(id: string, body: object, headers: Record<string, string> = {}, by = admin): Promise<Response> {
  return by.call(`/rest/users/${id}`, { method: 'PUT', body, headers })
}

function act(id: string, what: 'disable' | 'enable' | 'link', by: Pick<SignedIn, 'call'> = admin): Promise<Response> {
  return by.call(`/rest/users/${id}/${what}`, { method: 'POST' })
}

describe('an invitation (ACC-2)', () => {
  it('creates a person who cannot sign in yet, and a link that names the person and is valid for 7 days', async () => {
    const { person, link } = await invite(some)
    expect(person).toMatchObject({ ...some, status: 'invited', condominiums: 2, lastSeenAt: null })
    expect(Date.parse(link.until) - nowMs).toBe(7 * 24 * hourMs)
    expect(person.linkUntil).toBe(link.until)
    expect((await post('/auth/sign-in', { email: person.email, password: '' })).status).toBe(422)
    expect((await post('/auth/sign-in', { email: person.email, password })).status).toBe(400)
    const seen = await (await post('/invitations/look', { token: link.token })).json()
    expect(seen).toEqual({
      kind: 'join',
      until: link.until,
      name: 'Nilo Prado',
      email: person.email,
      customerName: 'Administradora Horizonte',
    })
  })

  it('can be used once, even by two callers at the same time', async () => {
    const { person, link } = await invite(some)
    const answers = await Promise.all([accept(link.token, 'uma senha minha'), accept(link.token, 'uma senha tua')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    const first = answers[0]?.status === 200
    const signIns = await Promise.all(
      ['uma senha minha', 'uma senha tua'].map((each) =>
        post('/auth/sign-in', { email: person.email, password: each }),
      ),
    )
    expect(signIns.map(({ status }) => status)).toEqual(first ? [200, 400] : [400, 200])
    expect(await read(person.id)).toMatchObject({ status: 'active', linkUntil: null })
    expect((await accept(link.token)).status).toBe(404)
  })

  it('is replaced by a newer invitation, and expires after 7 days', async () => {
    const { person, link } = await invite(some)
    const newer = await (await act(person.id, 'link')).json()
    expect((await accept(link.token)).status).toBe(404)
    nowMs += 7 * 24 * hourMs
    expect((await accept(newer.token)).status).toBe(404)
    nowMs -= 1
    expect((await accept(newer.token)).status).toBe(200)
  })

  it('is stored as a hash only', async () => {
    const { link } = await invite(some)
    const rows = await backend.database.query('select * from one_time_links', [], anything)
    expect(JSON.stringify(rows)).not.toContain(link.token)
  })

  it('answers 429 to the 11th unknown link from an address, and still accepts a valid link from there', async () => {
    const { link } = await invite(some)
    const answers = await Promise.all(Array.from({ length: 11 }, () => post('/invitations/look', { token: 'nada' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(404), 429])
    expect((await accept(link.token)).status).toBe(200)
  })

  it("for a new password ends the person's sessions and the old password", async () => {
    const person = await joined(some)
    const link = await (await act(person.id, 'link')).json()
    expect(await (await post('/invitations/look', { token: link.token })).json()).toMatchObject({
      kind: 'new-password',
    })
    expect((await person.call('/rest/api/health')).status).toBe(200)
    expect((await accept(link.token, 'outra senha minha')).status).toBe(200)
    expect((await person.call('/rest/api/health')).status).toBe(401)
    expect((await person.signIn()).status).toBe(400)
  })
})

describe('a person (ACC-2)', () => {
  it('gets changed access with the next call, and the history describes the change', async () => {
    const person = await joined(some)
    expect((await person.call('/rest/condominium/by-id/condominio-02')).status).toBe(403)
    expect((await person.call('/rest/device-audit')).status).toBe(403)
    const visibleCondominiums = { condominiumsId: ['condominio-02', 'condominio-03'], permissions: ['audit:read'] }
    const answer = await accountChange(person.id, { ...some, ...visibleCondominiums, name: 'Nilo Prado Filho' })
    expect(answer.status).toBe(200)
    expect((await person.call('/rest/condominium/by-id/condominio-02')).status).toBe(200)
    expect((await person.call('/rest/condominium/by-id/condominio-01')).status).toBe(403)
    expect((await person.call('/rest/device-audit')).status).toBe(200)
    const { result } = await (await admin.call(`/rest/users/${person.id}/history`)).json()
    expect(result.map((one: { act: string }) => one.act)).toEqual(['changed', 'joined', 'invited'])
    expect(result[0].by).toEqual({ id: 'user-admin', name: 'Ana Albuquerque' })
    expect(result[0].changes).toEqual([
      { field: 'name', before: 'Nilo Prado', after: 'Nilo Prado Filho' },
      { field: 'permissions', before: 'Cadastrar e operar dispositivos', after: 'Consultar a auditoria' },
      { field: 'condominiumsGiven', before: '', after: expect.any(String) },
      { field: 'condominiumsTaken', before: expect.any(String), after: '' },
    ])
  })

  it('is sent with the 412 if another administrator changed the record first', async () => {
    const { person } = await invite(some)
    const etag = (await admin.call(`/rest/users/${person.id}`)).headers.get('etag') ?? ''
    expect((await accountChange(person.id, { ...some, name: 'Um Nome' }, { 'if-match': etag })).status).toBe(200)
    const stale = await accountChange(person.id, { ...some, name: 'Outro Nome' }, { 'if-match': etag })
    expect(stale.status).toBe(412)
    expect((await stale.json()).current.name).toBe('Um Nome')
    expect(stale.headers.get('etag')).not.toBe(etag)
  })

  it('is not changed by an equal record, and nothing is recorded', async () => {
    const { person } = await invite(some)
    expect((await accountChange(person.id, some)).status).toBe(200)
    expect((await (await admin.call(`/rest/users/${person.id}/history`)).json()).result).toHaveLength(1)
  })

  it.each([
    ['without all condominiums but with users:write', { ...administrator, seesAll: false }, 'seesAll'],
    ['with a condominium of another customer', { ...some, condominiumsId: ['condominio-13'] }, 'condominiumsId'],
  ])('%s is refused with an error at the field', async (_case, body, field) => {
    const { person } = await invite(some)
    const refused = await accountChange(person.id, body)
    expect(refused.status).toBe(422)
    expect(Object.keys((await refused.json()).fields)).toEqual([field])
    expect(await read(person.id)).toEqual(person)
  })

  it('gets no right that the person who changes the account lacks', async () => {
    const noVisibleCondominiums = { ...operator, seesAll: true, condominiumsId: [] }
    const own = await invite(noVisibleCondominiums, outsider)
    const more = { ...noVisibleCondominiums, permissions: ['qa'] }
    expect((await accountChange(own.person.id, more, {}, outsider)).status).toBe(422)
  })

  it('keeps the password while disabled, but loses the one-time link', async () => {
    const person = await joined(some)
    const link = await (await act(person.id, 'link')).json()
    expect((await act(person.id, 'disable')).status).toBe(204)
    expect((await act(person.id, 'disable')).status).toBe(204)
    expect((await person.call('/rest/api/health')).status).toBe(401)
    expect((await person.signIn()).status).toBe(400)
    expect((await accept(link.token)).status).toBe(404)
    expect((await act(person.id, 'link')).status).toBe(409)
    expect(await read(person.id)).toMatchObject({ status: 'disabled', lastSeenAt: new Date(nowMs).toISOString() })
    expect((await act(person.id, 'enable')).status).toBe(204)
    expect((await person.signIn()).status).toBe(200)
    const { result } = await (await admin.call(`/rest/users/${person.id}/history`)).json()
    expect(result.map((one: { act: string }) => one.act)).toEqual([
      'enabled',
      'disabled',
      'link-made',
      'joined',
      'invited',
    ])
  })

  it("can't disable their own account", async () => {
    const person = await joined(administrator)
    expect((await act(person.id, 'disable', person)).status).toBe(409)
  })
})

describe('the last administrator (ACC-1)', () => {
  /** Has the rights of 'user-admin', who is so within reach. */
  const equal = { ...administrator, permissions: [...rights] }

  beforeEach(async () => {
    await backend.database.execute(
      "update users set disabled_at = now() where id <> 'user-admin' and customers_id = 'horizonte'",
    )
  })

  it('can neither lose the right nor be disabled; invited and disabled administrators do not count', async () => {
    const other = await joined(equal)
    await invite(administrator)
    expect((await act('user-admin', 'disable', other)).status).toBe(204)
    const gone = await accountChange(
      other.id,
      { ...administrator, permissions: [] },
      {},
      { ...admin, call: other.call },
    )
    expect(gone.status).toBe(409)
    expect((await gone.json()).message).toContain('Ninguém mais poderia cuidar')
    await backend.database.execute("update users set disabled_at = null where id = 'user-admin'")
    admin = await signIn(backend, 'admin')
    expect((await accountChange(other.id, { ...administrator, permissions: [] })).status).toBe(200)
  })

  it.each(['disable', 'take the right from'])(
    'remains when two administrators %s each other at the same moment',
    async (loss) => {
      const pair = [await joined(equal), await joined(equal)]
      await act('user-admin', 'disable', pair[0])
      const answers = await Promise.all(
        pair.map(({ call }, index) => {
          const id = pair[1 - index]?.id ?? ''
          return loss === 'disable'
            ? act(id, 'disable', { call })
            : accountChange(id, { ...administrator, permissions: [] }, {}, { ...admin, call })
        }),
      )
      expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    },
  )
})
