import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { confirmClock } from '../../../backend/database/trusted-clock.ts'
import { checkLinks } from '../../../backend/evidence/chain-links.ts'
import type { Backend } from '../../../backend/server.ts'
import { moreRightsText } from '../../../contract/rights.ts'
import { chainOf, isWhole, startOf } from '../evidence/chain-of.ts'
import { firstBroken } from '../evidence/independent-chain.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

const dayMs = 24 * 60 * 60_000
const password = 'porta da frente 9'
let nowMs = Date.parse('2026-03-02T08:00:00.000Z')
let backend: Backend
let admin: SignedIn
/** A person whose only right is `users:write`. */
let clerk: Joined

beforeAll(async () => {
  backend = await startTestBackend({ now: () => nowMs, sessionSweepMs: 600_000 })
})
beforeEach(async () => {
  await backend.database.execute('delete from attempts')
  await confirmClock(backend.database, nowMs)
  admin = await signIn(backend, 'admin')
  clerk = await joined({ permissions: ['users:write'] })
})
afterAll(() => backend.close())

type Joined = { id: string; email: string; call: SignedIn['call'] }
type Link = { token: string; until: string }

const bodyOf = (change: object) => ({
  ...{ name: 'Nilo Prado', type: 'operator', permissions: [], seesAll: true, condominiumsId: [] },
  ...change,
})

function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'user-agent': 'Navegador do ladrão' }
  return fetch(`${backend.url}/rest${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

const accept = (token: string) => post('/invitations/accept', { token, password })

async function invite(
  change: object,
  by: Pick<SignedIn, 'call'> = admin,
): Promise<{ id: string; email: string; link: Link }> {
  const email = `${randomUUID().slice(0, 8)}@guarita.demo`
  const answer = await by.call('/rest/users', { method: 'POST', body: bodyOf({ email, ...change }) })
  expect(answer.status).toBe(201)
  const { person, link } = await answer.json()
  return { id: person.id, email, link }
}

async function joined(change: object, by: Pick<SignedIn, 'call'> = admin): Promise<Joined> {
  const { id, email, link } = await invite(change, by)
  expect((await accept(link.token)).status).toBe(200)
  const { token } = await (await post('/auth/sign-in', { email, password })).json()
  const call: SignedIn['call'] = (path, { method = 'GET', body } = {}) =>
    fetch(backend.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return { id, email, call }
}

const act = (id: string, what: 'disable' | 'enable' | 'link', by: Pick<SignedIn, 'call'> = admin) =>
  by.call(`/rest/users/${id}/${what}`, { method: 'POST' })

const change = (id: string, body: object, by: Pick<SignedIn, 'call'> = admin) =>
  by.call(`/rest/users/${id}`, { method: 'PUT', body: bodyOf(body) })

/** Sets whether all customers require a second factor, which nobody in this file has. */
const requireSecondFactor = (isRequired: boolean) =>
  backend.database.execute('update customers set second_factor_required = $1', [isRequired])

describe('a person whose only right is users:write (ACC-5)', () => {
  it('cannot make a link for themselves', async () => {
    expect((await act(clerk.id, 'link', clerk)).status).toBe(403)
  })

  it.each([
    ['make a link for', (id: string) => act(id, 'link', clerk)],
    ['disable', (id: string) => act(id, 'disable', clerk)],
    ['change the name of', (id: string) => change(id, { name: 'Outro Nome', permissions: ['device:write'] }, clerk)],
    ['take a right from', (id: string) => change(id, {}, clerk)],
  ])('cannot %s a person with more rights, and nothing is recorded', async (_, attack) => {
    const { id } = await joined({ permissions: ['device:write'] })
    const before = await (await admin.call(`/rest/users/${id}`)).json()
    const records = (await chainOf(backend.database, 'horizonte')).length
    const refused = await attack(id)
    expect([refused.status, (await refused.json()).message]).toEqual([403, moreRightsText])
    expect(await (await admin.call(`/rest/users/${id}`)).json()).toEqual(before)
    expect((await chainOf(backend.database, 'horizonte')).length).toBe(records)
  })

  it('cannot restore the access of a disabled person with more rights', async () => {
    const { id } = await joined({ permissions: ['device:write'] })
    await act(id, 'disable')
    expect((await act(id, 'enable', clerk)).status).toBe(403)
  })

  it.each([
    [
      'in an invitation',
      () =>
        clerk.call('/rest/users', {
          method: 'POST',
          body: bodyOf({ email: 'a@b.demo', permissions: ['device:write'] }),
        }),
    ],
    ['to themselves', () => change(clerk.id, { permissions: ['users:write', 'device:write'] }, clerk)],
    ['to a colleague', async () => change((await joined({})).id, { permissions: ['device:write'] }, clerk)],
  ])('cannot give a right that they lack %s', async (_, attack) => {
    const refused = await attack()
    expect([refused.status, Object.keys((await refused.json()).fields)]).toEqual([422, ['permissions']])
  })

  it('can give access to a person without more rights, and restore it', async () => {
    const other = await joined({ permissions: [] }, clerk)
    expect((await act(other.id, 'link', clerk)).status).toBe(200)
    expect((await act(other.id, 'disable', clerk)).status).toBe(204)
    expect((await act(other.id, 'enable', clerk)).status).toBe(204)
  })

  it.each([
    ['the person has got a right that the maker lacks', (id: string) => change(id, { permissions: ['device:write'] })],
    ['the maker has lost the right', () => change(clerk.id, { permissions: [] })],
    ['the maker has been disabled', () => act(clerk.id, 'disable')],
  ])('made a link that becomes invalid after %s', async (_, then) => {
    const { id, link } = await invite({}, clerk)
    expect((await post('/invitations/look', { token: link.token })).status).toBe(200)
    expect((await then(id)).ok).toBe(true)
    expect((await post('/invitations/look', { token: link.token })).status).toBe(404)
    expect((await accept(link.token)).status).toBe(404)
    expect((await (await admin.call(`/rest/users/${id}`)).json()).linkUntil).toBeNull()
  })

  it('made a link that is invalid while the maker lacks a required second factor', async () => {
    const { link } = await invite({}, clerk)
    await requireSecondFactor(true)
    try {
      expect((await post('/invitations/look', { token: link.token })).status).toBe(404)
    } finally {
      await requireSecondFactor(false)
    }
    expect((await post('/invitations/look', { token: link.token })).status).toBe(200)
  })
})

describe('a person with the same rights (ACC-5)', () => {
  it('may change, disable and enable a colleague with the same rights, and make a link for this colleague', async () => {
    const permissions = ['users:write', 'device:write']
    const [one, other] = [await joined({ permissions }), await joined({ permissions })]
    expect((await change(other.id, { name: 'Outro Nome', permissions }, one)).status).toBe(200)
    expect((await act(other.id, 'link', one)).status).toBe(200)
    expect((await act(other.id, 'disable', one)).status).toBe(204)
    expect((await act(other.id, 'enable', one)).status).toBe(204)
    expect((await change(other.id, {}, one)).status).toBe(200)
  })

  it.each(['disable', 'take a right from'])(
    'can no longer %s a colleague who did the same to them at the same moment',
    async (loss) => {
      const permissions = ['users:write', 'device:write']
      const pair = [await joined({ permissions }), await joined({ permissions })]
      const answers = await Promise.all(
        pair.map((by, index) => {
          const id = pair[1 - index]?.id ?? ''
          return loss === 'disable' ? act(id, 'disable', by) : change(id, { permissions: ['device:write'] }, by)
        }),
      )
      expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    },
  )

  it('cannot take from themselves a right that nobody else could give any more', async () => {
    const everybodyElse = "id <> $1 and customers_id = 'horizonte' and disabled_at is null"
    const permissions = ['users:write', 'device:write', 'audit:read']
    const last = await joined({ permissions })
    const keeper = await joined({ permissions: ['users:write', 'audit:read'] })
    await joined({ permissions: ['device:write'] })
    await backend.database.execute(
      `update users set permissions = array_remove(permissions, 'users:write') where id <> $2 and ${everybodyElse}`,
      [last.id, keeper.id],
    )
    try {
      const refused = await change(last.id, { permissions: ['users:write', 'audit:read'] }, last)
      expect([refused.status, (await refused.json()).message]).toEqual([
        409,
        expect.stringContaining('“Cadastrar e operar dispositivos”'),
      ])
      expect((await change(last.id, { permissions: ['users:write', 'device:write'] }, last)).status).toBe(200)
    } finally {
      await backend.database.execute(
        "update users set permissions = array_append(permissions, 'users:write') where id = 'user-admin'",
      )
    }
  })
})

it('the records of a one-time link name its maker as the actor, with the address of its holder, and not the person of the link (ACC-5, EVI-1)', async () => {
  const before = (await chainOf(backend.database, 'horizonte')).length
  const person = await joined({})
  await accept((await (await act(person.id, 'link')).json()).token)
  const chain = await chainOf(backend.database, 'horizonte')
  const added = chain.slice(before).filter(({ record }) => record.kind === 'person')
  const byAdmin = { person: 'user-admin', session: expect.any(String), from: { salted: expect.any(String) } }
  const byHolder = { person: 'user-admin', link: true }
  expect(added.map(({ record }) => [Object(record.data).act, record.actor, record.subject])).toEqual([
    ['invited', byAdmin, { person: person.id }],
    ['joined', byHolder, { person: person.id }],
    ['link-made', byAdmin, { person: person.id }],
    ['password-set', byHolder, { person: person.id }],
  ])
  const kept = added.at(-1)?.personal.map(({ value }) => value)
  expect(kept).toEqual(expect.arrayContaining(['127.0.0.1', 'Navegador do ladrão']))
  expect(isWhole(chain)).toBe(true)
  expect(
    firstBroken(
      startOf('horizonte'),
      chain.map(({ record }) => record),
    ),
  ).toBeUndefined()
  expect((await checkLinks(backend.database, 'horizonte', startOf('horizonte'), chain.length)).problem).toBeUndefined()
  const { result } = await (await admin.call(`/rest/users/${person.id}/history`)).json()
  expect(result[0]).toMatchObject({ act: 'password-set', by: { id: 'user-admin' }, byLink: true })
})

it('a person who changes their password ends their pending link, and the record has session and address (ACC-5)', async () => {
  const person = await joined({})
  const link = await (await act(person.id, 'link')).json()
  const body = { current: password, next: 'uma frase bem outra' }
  expect((await person.call('/rest/auth/password', { method: 'POST', body })).status).toBe(204)
  expect((await accept(link.token)).status).toBe(404)
  const records = (await chainOf(backend.database, 'horizonte')).map(({ record }) => record)
  expect(records.at(-1)).toMatchObject({
    data: { act: 'password-changed' },
    actor: { person: person.id, session: expect.any(String), from: { salted: expect.any(String) } },
  })
})

describe('an e-mail of another customer (ACC-5)', () => {
  it('is reported as taken 20 times in an hour; then every invitation of the inviting customer is refused', async () => {
    const outsider = await signIn(backend, 'outsider')
    const tryEmail = (email: string) => outsider.call('/rest/users', { method: 'POST', body: bodyOf({ email }) })
    for (let tries = 0; tries < 20; tries += 1) expect((await tryEmail('operador@guarita.demo')).status).toBe(409)
    expect((await tryEmail('operador@guarita.demo')).status).toBe(429)
    expect((await tryEmail(`${randomUUID()}@litoral.demo`)).status).toBe(429)
    for (let tries = 0; tries < 25; tries += 1) await invite({})
  })

  it('becomes free if nobody accepts the invitation within 7 days', async () => {
    const { id, email, link } = await invite({})
    const take = async () => {
      const outsider = await signIn(backend, 'outsider')
      return outsider.call('/rest/users', { method: 'POST', body: bodyOf({ email }) })
    }
    // While the clock is implausible, no e-mail becomes free.
    nowMs += 8 * dayMs
    expect((await take()).status).toBe(409)
    nowMs -= dayMs + 1
    expect((await take()).status).toBe(409)
    nowMs += 1
    expect((await take()).status).toBe(201)
    expect((await accept(link.token)).status).toBe(404)
    admin = await signIn(backend, 'admin')
    expect((await admin.call(`/rest/users/${id}`)).status).toBe(404)
    const records = (await chainOf(backend.database, 'horizonte')).map(({ record }) => record)
    expect(records.filter(({ data }) => Object(data).act === 'invitation-ended')).toMatchObject([
      { kind: 'person', actor: { server: true }, subject: { person: id } },
    ])
  })

  it('stays taken if the person has joined', async () => {
    const { email } = await joined({})
    nowMs += 8 * dayMs
    const outsider = await signIn(backend, 'outsider')
    expect((await outsider.call('/rest/users', { method: 'POST', body: bodyOf({ email }) })).status).toBe(409)
    expect((await post('/auth/sign-in', { email, password })).status).toBe(200)
  })
})
