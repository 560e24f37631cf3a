import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { type SignedIn, signInAll, startTestBackend, type Who } from '../parts/embedded-backend.ts'
import { atTheDevice, nothingDone, recordOf } from '../parts/simulated-device.ts'

let backend: Backend
let as: Record<Who, SignedIn>

beforeAll(async () => {
  backend = await startTestBackend()
  as = await signInAll(backend)
})
afterAll(() => backend.close())

const valid = { name: 'Leitor Novo', model: 'CA-200 Leitor', ip: '127.20.0.90', port: 20_901 }
const base = '/device-control/device'
const create = (who: SignedIn, wordCode: string, body: unknown = valid, condominiumId = 'condominio-01') =>
  who.call(`${base}/${condominiumId}/${who.user.userId}/${wordCode}`, { method: 'POST', body })
const edit = (who: SignedIn, wordCode: string, body: unknown) =>
  who.call(`${base}/${who.user.userId}/${wordCode}`, { method: 'PUT', body })
const ask = (who: SignedIn, wordCode: string) => who.call(`${base}/${who.user.userId}/${wordCode}`)
const statusAndFields = async (answer: Response) => [answer.status, (await answer.json()).fields]

it('the server asks the device and stores the contact', async () => {
  await backend.database.execute(
    "update devices set status = 'unknown', last_contact_at = null, latency_ms = null where word_code = 'AGUAVIVA-01'",
  )
  const before = await recordOf(as.admin, 'AGUAVIVA-01')
  expect(before).toMatchObject({ status: 'unknown', lastContactAt: null, latencyMs: null })
  const answer = await ask(as.operator, 'AGUAVIVA-01')
  expect(answer.status).toBe(200)
  const device = await answer.json()
  expect(device).toEqual({
    ...before,
    status: 'online',
    lastContactAt: expect.stringMatching(/Z$/),
    latencyMs: expect.any(Number),
  })
  expect(await recordOf(as.admin, 'AGUAVIVA-01')).toEqual(device)
  expect((await atTheDevice(as.admin, 'AGUAVIVA-01')).received.at(-1)).toEqual({
    op: 'status',
    key: null,
    at: expect.any(String),
  })
})

it('the server restarts a device and answers 202', async () => {
  const answer = await as.operator.call(`${base}/restart/AGUAVIVA-02`, { method: 'POST' })
  expect([answer.status, await answer.text()]).toEqual([202, ''])
  expect((await atTheDevice(as.admin, 'AGUAVIVA-02')).acted).toEqual({ ...nothingDone, restart: 1 })
})

it('the server activates and deactivates the device, and stores the choice', async () => {
  const activate = (active: unknown) =>
    as.operator.call(`${base}/activate/user-operador/AGUAVIVA-03`, { method: 'POST', body: { active } })
  expect(await (await activate(false)).json()).toMatchObject({ wordCode: 'AGUAVIVA-03', active: false })
  expect(await (await activate(true)).json()).toMatchObject({ active: true, status: 'online' })
  expect((await atTheDevice(as.admin, 'AGUAVIVA-03')).acted).toEqual({ ...nothingDone, activate: 1, deactivate: 1 })
  expect(await statusAndFields(await activate('sim'))).toEqual([
    422,
    { active: 'Informe se o dispositivo deve ficar ativo.' },
  ])
})

describe('a new device', () => {
  it('is stored and answers at its address', async () => {
    const answer = await create(as.operator, 'NOVO-01')
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({
      wordCode: 'NOVO-01',
      name: 'Leitor Novo',
      condominiumId: 'condominio-01',
      active: true,
      status: 'unknown',
      lastContactAt: null,
      latencyMs: null,
    })
    expect((await ask(as.operator, 'NOVO-01')).status).toBe(200)
  })

  it('is refused if any customer has a device with its code', async () => {
    for (const taken of ['AGUAVIVA-01', 'MARABERTO-01']) {
      const answer = await create(as.admin, taken)
      expect(answer.status).toBe(409)
      expect((await answer.json()).message).toContain(`Já existe um dispositivo com o código ${taken}`)
    }
    expect((await recordOf(as.admin, 'AGUAVIVA-01')).name).toBe('Leitor Social')
  })

  it("can't be used to find codes of other customers: the server answers 429 after twenty of them in an hour (OPS-4)", async () => {
    await backend.database.execute(
      `insert into devices (condominium_id, word_code, name, model, ip, port, active)
       select condominium_id, 'ALHEIO-' || lpad(number::text, 2, '0'), name, model, ip, port, active
       from devices, generate_series(1, 25) as number where word_code = 'MARABERTO-01'`,
    )
    const statuses: number[] = []
    for (let number = 1; number <= 25; number += 1)
      statuses.push((await create(as.admin, `ALHEIO-${String(number).padStart(2, '0')}`)).status)
    expect(new Set(statuses.slice(0, 19))).toEqual(new Set([409]))
    expect(new Set(statuses.slice(20))).toEqual(new Set([429]))
    expect((await create(as.admin, 'AGUAVIVA-01')).status).toBe(409)
    expect((await create(as.admin, 'NOVO-02')).status).toBe(201)
    await backend.database.execute("delete from devices where word_code like 'ALHEIO-%' or word_code = 'NOVO-02'")
    await backend.database.execute("delete from attempts where key like 'foreign-codes%'")
  })

  it.each([
    ['an empty name', { name: '  ' }, { name: 'Informe o nome.' }],
    ['a long name', { name: 'x'.repeat(81) }, { name: 'Use no máximo 80 caracteres.' }],
    ['control characters', { model: 'CA\u0000200' }, { model: 'Use apenas letras, números e sinais.' }],
    ['no model', { model: undefined }, { model: 'Preencha este campo.' }],
    ...['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.169.0.1', '0.0.0.0', '10.0.0', 'gate.local', '::1'].map(
      (ip): [string, object, object] => [
        `the address ${ip}`,
        { ip },
        { ip: 'Informe um endereço IPv4 da rede interna, por exemplo 192.168.0.10.' },
      ],
    ),
    ...[0, 65_536, 80.5, '80', null].map((port): [string, object, object] => [
      `the port ${port}`,
      { port },
      { port: 'Informe uma porta de rede de 1 a 65535.' },
    ]),
    [
      'another wordCode in the body',
      { wordCode: 'OUTRO-1' },
      { wordCode: 'O código do corpo difere do código do endereço.' },
    ],
    [
      'another condominium in the body',
      { condominiumId: 'condominio-02' },
      { condominiumId: 'O condomínio difere do que está no endereço.' },
    ],
    ['activity that is no boolean', { active: 'sim' }, { active: 'Valor inválido.' }],
  ])('with %s answers 422', async (_case, wrong, fields) => {
    expect(await statusAndFields(await create(as.admin, 'RUIM-01', { ...valid, ...wrong }))).toEqual([422, fields])
  })

  it.each(['AB', 'abc-1', 'COM%20ESPACO', 'Ç-100', 'X'.repeat(33)])('with the code %s answers 422', async (code) => {
    const [status, fields] = await statusAndFields(await create(as.admin, code))
    expect([status, Object.keys(fields)]).toEqual([422, ['wordCode']])
  })

  it.each(['10.1.2.3', '172.31.255.254', '192.168.0.10', '100.64.0.1'])('can have the address %s', async (ip) => {
    const code = `REDE-${ip.split('.')[0]}`
    expect((await create(as.admin, code, { ...valid, ip })).status).toBe(201)
    expect(await recordOf(as.admin, code)).toMatchObject({ ip, port: valid.port })
  })

  it('without a body, or with a body that is not an object, answers 400', async () => {
    expect((await as.admin.call(`${base}/condominio-01/user-admin/RUIM-01`, { method: 'POST' })).status).toBe(400)
    expect((await create(as.admin, 'RUIM-01', [valid])).status).toBe(400)
  })
})

describe('an edited device', () => {
  it('answers at its new address and has the status unknown there', async () => {
    await ask(as.admin, 'SAOJOAO-01')
    const { wordCode: _, ...before } = await recordOf(as.admin, 'SAOJOAO-01')
    const moved = { ...before, name: 'Leitor da Rua', ip: '127.20.0.91', port: 20_911, condominiumId: 'condominio-03' }
    const answer = await edit(as.operator, 'SAOJOAO-01', moved)
    expect(answer.status).toBe(200)
    const device = await answer.json()
    expect(device).toMatchObject({
      wordCode: 'SAOJOAO-01',
      name: 'Leitor da Rua',
      condominiumId: 'condominio-03',
      status: 'unknown',
      lastContactAt: null,
    })
    expect((await ask(as.admin, 'SAOJOAO-01')).status).toBe(200)
    const oldPort = (await (await as.admin.call('/rest/port-tests')).json()).filter(
      (test: { ip: string; port: number }) => test.ip === before.ip && test.port === before.port,
    )
    expect(oldPort).toEqual([])
  })

  it('keeps its status if its address does not change', async () => {
    await ask(as.admin, 'SAOJOAO-02')
    const device = await recordOf(as.admin, 'SAOJOAO-02')
    expect(await (await edit(as.admin, 'SAOJOAO-02', { ...device, model: 'CA-900' })).json()).toEqual({
      ...device,
      model: 'CA-900',
      etag: expect.any(String),
    })
  })

  it('keeps its wordCode and its activity, and can only move to a condominium that the user may see', async () => {
    const device = await recordOf(as.admin, 'SAOJOAO-03')
    const other = await edit(as.admin, 'SAOJOAO-03', { ...device, wordCode: 'SAOJOAO-99' })
    expect(await statusAndFields(other)).toEqual([
      422,
      { wordCode: 'O código de um dispositivo não muda. Cadastre outro dispositivo.' },
    ])
    for (const condominiumId of ['condominio-12', 'condominio-13', 'nada'])
      expect(await statusAndFields(await edit(as.operator, 'SAOJOAO-03', { ...device, condominiumId }))).toEqual([
        422,
        { condominiumId: 'Escolha um condomínio da sua lista.' },
      ])
    expect(await (await edit(as.admin, 'SAOJOAO-03', { ...device, active: false })).json()).toEqual(device)
  })
})

describe('access to devices', () => {
  const calls: [string, string, (who: SignedIn, wordCode: string) => Promise<Response>][] = [
    ['GET', 'from the records', (who, wordCode) => who.call(`${base}/${wordCode}`)],
    ['GET', 'from the device', ask],
    ['PUT', '', (who, wordCode) => edit(who, wordCode, { ...valid, condominiumId: 'condominio-01' })],
    ['POST', 'restart', (who, wordCode) => who.call(`${base}/restart/${wordCode}`, { method: 'POST' })],
    [
      'POST',
      'activate',
      (who, wordCode) =>
        who.call(`${base}/activate/${who.user.userId}/${wordCode}`, { method: 'POST', body: { active: true } }),
    ],
    ['DELETE', '', (who, code) => who.call(`${base}/${who.user.userId}/${code}`, { method: 'DELETE' })],
    ['DELETE', 'pool', (who, code) => who.call(`${base}/pool/${code}`, { method: 'DELETE' })],
    ['DELETE', 'database', (who, code) => who.call(`${base}/database/${code}`, { method: 'DELETE' })],
  ]

  it.each(calls)(
    'by %s %s: 404 for a device of another customer or an unknown device, 403 without access to the condominium or without the right',
    async (method, _name, call) => {
      const [foreign, missing] = [await call(as.outsider, 'ACUDE-01'), await call(as.outsider, 'NADA-01')]
      expect([foreign.status, missing.status]).toEqual([404, 404])
      expect(await foreign.text()).toBe(await missing.text())
      expect((await call(as.operator, 'ACUDE-01')).status).toBe(403)
      expect((await call(as.operator, 'nada%00')).status).toBe(400)
      if (method !== 'GET') expect((await call(as.auditor, 'ACUDE-02')).status).toBe(403)
      expect((await atTheDevice(as.admin, 'ACUDE-01')).received).toEqual([])
    },
  )

  it('needs access to the condominium of a new device', async () => {
    expect((await create(as.operator, 'MURO-01', valid, 'condominio-12')).status).toBe(403)
    expect((await create(as.operator, 'MURO-01', valid, 'condominio-13')).status).toBe(404)
    expect((await create(as.auditor, 'MURO-01')).status).toBe(403)
  })

  it('is refused if the address names another user, existing or not', async () => {
    for (const userId of ['user-operador', 'user-litoral', 'ninguem', 'pool', 'restart'])
      for (const [method, path] of [
        ['GET', `${base}/${userId}/ACUDE-01`],
        ['PUT', `${base}/${userId}/ACUDE-01`],
        ['POST', `${base}/condominio-01/${userId}/MURO-01`],
        ['POST', `${base}/activate/${userId}/ACUDE-01`],
        ...(userId === 'pool' ? [] : [['DELETE', `${base}/${userId}/ACUDE-01`]]),
      ] as [string, string][])
        expect((await as.admin.call(path, { method, ...(method !== 'GET' && { body: {} }) })).status).toBe(403)
  })
})
