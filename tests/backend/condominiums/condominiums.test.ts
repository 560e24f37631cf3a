import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend
let admin: SignedIn
let operator: SignedIn
let outsider: SignedIn

beforeAll(async () => {
  backend = await startTestBackend()
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  outsider = await signIn(backend, 'outsider')
})
afterAll(() => backend.close())

const json = async (response: Promise<Response>) => (await response).json()

it('the server lists all condominiums of the customer for its admin, the assigned ones for an operator, and none of other customers', async () => {
  const lists = await Promise.all([admin, operator, outsider].map((who) => json(who.call('/rest/condominium/by-user'))))
  expect(lists.map(({ result }) => result.length)).toEqual([12, 8, 1])
  expect(new Set(lists[0].result.map((one: { customersId: string }) => one.customersId))).toEqual(
    new Set(['horizonte']),
  )
  expect(lists[0].result).toContainEqual(
    expect.objectContaining({ name: 'Edifício Água Viva', wordCode: 'AGUAVIVA-01', cep: '01310100' }),
  )
})

it('the server answers by-user for the caller only', async () => {
  expect((await admin.call('/rest/condominium/by-user?userId=user-admin')).status).toBe(200)
  expect((await admin.call('/rest/condominium/by-user?userId=user-operador')).status).toBe(403)
  expect((await admin.call('/rest/condominium/by-user?userId=user-litoral')).status).toBe(404)
  expect((await admin.call('/rest/condominium/by-user?userId=ninguem')).status).toBe(404)
})

it('the server lists the requested ids that the user may see and omits the others', async () => {
  const path = '/rest/condominium?condominiumsId=condominio-01,condominio-12,condominio-13,nada'
  expect((await json(admin.call(path))).result.map((one: { id: string }) => one.id).sort()).toEqual([
    'condominio-01',
    'condominio-12',
  ])
  expect((await json(operator.call(path))).result.map((one: { id: string }) => one.id)).toEqual(['condominio-01'])
  expect(await json(admin.call('/rest/condominium'))).toEqual({ result: [] })
})

it('the server accepts at most 100 ids', async () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`).join(',')
  expect((await admin.call(`/rest/condominium?condominiumsId=${ids(100)}`)).status).toBe(200)
  const refused = await admin.call(`/rest/condominium?condominiumsId=${ids(101)}`)
  expect(refused.status).toBe(422)
  expect((await refused.json()).fields).toEqual({ condominiumsId: 'Peça no máximo 100 condomínios por vez.' })
})

it('the server answers one condominium with an ETag', async () => {
  const response = await admin.call('/rest/condominium/by-id/condominio-02')
  expect(response.headers.get('etag')).toBe('"1"')
  expect(await response.json()).toMatchObject({ id: 'condominio-02', name: 'Residencial São João', state: 'SP' })
})

it('the server answers the same for a condominium of another customer as for an unknown one', async () => {
  for (const path of ['/rest/condominium/by-id', '/rest/events']) {
    const [foreign, missing] = [await admin.call(`${path}/condominio-13`), await admin.call(`${path}/nada`)]
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect(await foreign.text()).toBe(await missing.text())
    expect((await operator.call(`${path}/condominio-12`)).status).toBe(403)
    expect((await operator.call(`${path}/condominio-13`)).status).toBe(404)
  }
  expect((await admin.call('/device-control/device/MARABERTO-01')).status).toBe(404)
  expect(await json(admin.call('/device-control/device?wordCode=MARABERTO-01'))).toEqual({ result: [] })
})

it('the list of devices has pages with all forty devices of the customer', async () => {
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { result: { wordCode: string }[]; nextCursor: string | null } = await json(
      admin.call(`/device-control/device?limit=13&cursor=${cursor}`),
    )
    seen.push(...page.result.map((device) => device.wordCode))
    cursor = page.nextCursor
  }
  expect(new Set(seen).size).toBe(40)
  expect(seen).toHaveLength(40)
  const own = await json(admin.call('/device-control/device?condominiumId=condominio-01'))
  expect(own.result).toHaveLength(4)
  expect((await admin.call('/device-control/device?condominiumId=condominio-13')).status).toBe(404)
})
