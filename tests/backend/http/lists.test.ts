import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listCache } from '../../../backend/http/list-cache.ts'
import type { Backend } from '../../../backend/server.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend
let admin: SignedIn
let auditor: SignedIn
let operator: SignedIn

// The clock does not move: ages in minutes do not change by themselves.
const nowMs = Math.floor(Date.now() / 60_000) * 60_000

beforeAll(async () => {
  backend = await startTestBackend({ now: () => nowMs })
  admin = await signIn(backend, 'admin')
  auditor = await signIn(backend, 'auditor')
  operator = await signIn(backend, 'operator')
})
afterAll(() => backend.close())

const byUser = '/rest/condominium/by-user'
const lastEvents = '/rest/events/last-events'
const devices = '/device-control/device?limit=100'
const ask = (who: SignedIn, path: string, tag?: string) =>
  who.call(path, tag === undefined ? {} : { headers: { 'if-none-match': tag } })
async function tagOf(who: SignedIn, path: string): Promise<string> {
  const answer = await ask(who, path)
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

/** SCA-4: this test and the tests below. */
describe.each([byUser, lastEvents, devices])('GET %s', (path) => {
  it('answers 304 to a caller who has the current list', async () => {
    const answer = await ask(admin, path)
    expect(answer.headers.get('etag')).toMatch(/^W\/"[\w-]{27}"$/)
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    expect(answer.headers.get('vary')).toMatch(/Authorization/)
    const body = await answer.text()
    const again = await ask(admin, path, await tagOf(admin, path))
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect(await (await ask(admin, path)).text()).toBe(body)
  })

  it('has another ETag for a person who sees less', async () => {
    const tag = await tagOf(admin, path)
    expect(await tagOf(operator, path)).not.toBe(tag)
    const answer = await ask(operator, path, tag)
    expect(answer.status).toBe(200)
    const { result } = await answer.json()
    expect(result.length).toBeLessThan((await (await ask(admin, path)).json()).result.length)
  })

  it('has the same ETag for all people who see everything', async () => {
    expect(await tagOf(auditor, path)).toBe(await tagOf(admin, path))
  })

  it('needs a token even with a known ETag', async () => {
    const tag = await tagOf(admin, path)
    expect((await fetch(backend.url + path, { headers: { 'if-none-match': tag } })).status).toBe(401)
  })
})

describe('the ETag of a list', () => {
  const addCondominium = (id: string) =>
    sql(
      `insert into condominiums (id, customers_id, name, word_code) select '${id}', customers_id, 'Novo', upper('${id}') from condominiums limit 1`,
    )
  const addDevice = (wordCode: string) =>
    sql(
      `insert into devices (word_code, condominium_id, name, model, ip, port) values ('${wordCode}', 'condominio-01', 'Novo', 'CA-200', '10.0.0.1', 80)`,
    )
  const changes: [when: string, path: string, change: () => Promise<unknown>, arrange?: () => Promise<unknown>][] = [
    [
      'a condominium is renamed',
      byUser,
      () => sql("update condominiums set name = name || ' 2' where id = 'condominio-01'"),
    ],
    ['a condominium is added', byUser, () => addCondominium('novo')],
    [
      'a condominium is deleted',
      byUser,
      () => sql("delete from condominiums where id = 'breve'"),
      () => addCondominium('breve'),
    ],
    [
      'a person loses a condominium',
      byUser,
      () => sql("delete from user_condominiums where condominium_id = 'condominio-02'"),
    ],
    ['an event happens', lastEvents, () => backend.emitGateEvent({ condominiumId: 'condominio-03' })],
    [
      'a second event happens in the same millisecond',
      lastEvents,
      () => backend.emitGateEvent({ condominiumId: 'condominio-05' }),
      () => backend.emitGateEvent({ condominiumId: 'condominio-04' }),
    ],
    [
      'a device loses contact',
      devices,
      () => sql("update devices set status = 'offline' where word_code = 'AGUAVIVA-01'"),
    ],
    [
      'a device is switched off',
      devices,
      () => sql("update devices set active = false where word_code = 'AGUAVIVA-03'"),
    ],
    [
      'a device answers a call with the same status',
      devices,
      () => admin.call('/device-control/device/user-admin/AGUAVIVA-02'),
    ],
    ['devices are added', devices, () => addDevice('NOVO-1')],
    [
      'devices are deleted',
      devices,
      () => sql("delete from devices where word_code = 'BREVE-1'"),
      () => addDevice('BREVE-1'),
    ],
  ]
  const sql = (text: string) => backend.database.execute(text)

  it.each(changes)('changes when %s', async (_when, path, change, arrange) => {
    await arrange?.()
    const tag = await tagOf(admin, path)
    await change()
    expect((await ask(admin, path, tag)).status).toBe(200)
    expect(await tagOf(admin, path)).not.toBe(tag)
  })

  it('stays when an event happens, if the list shows no events', async () => {
    const tag = await tagOf(admin, byUser)
    await backend.emitGateEvent({ condominiumId: 'condominio-09' })
    expect((await ask(admin, byUser, tag)).status).toBe(304)
  })
})

describe('the cache of lists', () => {
  async function serving(mostBytes: number) {
    const made: string[] = []
    const lists = listCache(mostBytes)
    const app = fastify()
    app.get<{ Params: { key: string; state: string } }>('/:key/:state', (request, reply) => {
      const { key, state } = request.params
      return lists.answer(request, reply, {
        key,
        state,
        make: async () => {
          made.push(`${key}${state}`)
          if (state === 'broken') throw new Error('no database')
          return JSON.stringify({ key, filling: 'x'.repeat(5_000) })
        },
      })
    })
    return {
      app,
      made,
      get: (path: string, encoding = '') => app.inject({ url: path, headers: { 'accept-encoding': encoding } }),
    }
  }

  it('builds and compresses a list once for all simultaneous callers', async () => {
    const { made, get } = await serving(100_000)
    const answers = await Promise.all(Array.from({ length: 8 }, () => get('/a/1', 'gzip, deflate, br')))
    expect(made).toEqual(['a1'])
    expect(new Set(answers.map(({ headers }) => headers['content-encoding']))).toEqual(new Set(['br']))
    expect((await get('/a/1', 'gzip')).headers['content-encoding']).toBe('gzip')
    expect((await get('/a/1', 'br;q=0')).json()).toMatchObject({ key: 'a' })
    expect(made).toEqual(['a1'])
    await get('/a/2')
    expect(made).toEqual(['a1', 'a2'])
  })

  it('removes the least recently used list when it is full', async () => {
    const { made, get } = await serving(11_000)
    for (const path of ['/a/1', '/b/1', '/a/1', '/c/1', '/a/1', '/b/1']) await get(path)
    expect(made).toEqual(['a1', 'b1', 'c1', 'b1'])
  })

  it('does not keep a list whose building failed', async () => {
    const { made, get } = await serving(11_000)
    expect((await get('/a/broken')).statusCode).toBe(500)
    await get('/a/broken')
    expect(made).toEqual(['abroken', 'abroken'])
  })
})
