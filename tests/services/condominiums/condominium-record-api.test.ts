import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { lookUpCep } from '../../../src/services/condominiums/cep-api.ts'
import {
  type CondominiumEntries,
  type CondominiumRecord,
  readCondominium,
  removeCondominium,
  saveCondominium,
} from '../../../src/services/condominiums/condominium-record-api.ts'
import { createCall } from '../../../src/services/http/contract-call.ts'
import { type SignedIn, signIn, startTestBackend } from '../../backend/parts/embedded-backend.ts'
import { httpTo } from '../parts/http-to.ts'
import { recordingLog } from '../parts/recording-log.ts'
import { json, type ScriptedServer, startScriptedServer } from '../parts/scripted-server.ts'

const signal = new AbortController().signal

function apisOn(url: string, token?: string) {
  const log = recordingLog()
  const call = createCall(httpTo(url, token), log)
  const records = {
    read: (id: string) => readCondominium(call, id, signal),
    create: (customersId: string, entries: CondominiumEntries) =>
      saveCondominium(call, { record: null, customersId, entries }, signal),
    update: (record: CondominiumRecord, entries: CondominiumEntries) =>
      saveCondominium(call, { record, customersId: '', entries }, signal),
    remove: (id: string) => removeCondominium(call, id, signal),
  }
  return { log, records, lookUpCep: (cep: string) => lookUpCep(call, cep, signal) }
}

describe('against the embedded backend', () => {
  let backend: Backend
  let admin: SignedIn
  let apis: ReturnType<typeof apisOn>

  beforeAll(async () => {
    backend = await startTestBackend()
    admin = await signIn(backend, 'admin')
    apis = apisOn(backend.url, admin.token)
  })
  afterAll(() => backend.close())

  async function created(wordCode: string) {
    const answer = await apis.records.create('horizonte', { name: 'Mirante', wordCode, city: 'Betim' })
    if (answer.kind !== 'saved') throw new Error(answer.kind)
    return apis.records.read(answer.condominium.id)
  }

  test('a condominium is created, read with its version, changed and deleted', async () => {
    const record = await created('MIRANTE-01')
    expect(record).toMatchObject({
      condominium: { name: 'Mirante', city: 'Betim', customersId: 'horizonte' },
      etag: '"1"',
    })
    const changed = await apis.records.update(record, { name: 'Mirante II', wordCode: 'MIRANTE-01' })
    expect(changed).toMatchObject({ kind: 'saved', condominium: { name: 'Mirante II' } })
    const { condominium } = await apis.records.read(record.condominium.id)
    expect(condominium.city, 'what is left out is empty').toBeUndefined()
    expect(await apis.records.remove(record.condominium.id)).toEqual({ kind: 'removed' })
    await expect(apis.records.read(record.condominium.id)).rejects.toMatchObject({ status: 404 })
    expect(await apis.records.remove(record.condominium.id), 'gone already').toEqual({ kind: 'removed' })
    expect(apis.log.messages).toEqual([])
  })

  test("the second of two changes to one version gets the first one's record, and can be saved on top of it", async () => {
    const record = await created('MIRANTE-02')
    await apis.records.update(record, { name: 'Primeira', wordCode: 'MIRANTE-02' })
    const second = await apis.records.update(record, { name: 'Segunda', wordCode: 'MIRANTE-02' })
    expect(second).toMatchObject({ kind: 'conflict', theirs: { condominium: { name: 'Primeira' }, etag: '"2"' } })
    if (second.kind !== 'conflict') return
    const again = await apis.records.update(second.theirs, { name: 'Segunda', wordCode: 'MIRANTE-02' })
    expect(again).toMatchObject({ kind: 'saved', condominium: { name: 'Segunda' } })
  })

  test('errors are reported field by field, including a wordCode in use', async () => {
    const wrong = await apis.records.create('horizonte', { name: 'M', wordCode: 'MIRANTE-03', cnpj: '11222333000182' })
    expect(wrong).toMatchObject({ kind: 'refused', fields: { name: expect.any(String), cnpj: expect.any(String) } })
    const taken = await apis.records.create('horizonte', { name: 'Mirante', wordCode: 'AGUAVIVA-01' })
    expect(taken).toMatchObject({
      kind: 'refused',
      fields: { wordCode: expect.stringContaining('Já existe um condomínio com este código') },
    })
  })

  test('a condominium with devices is not deleted, and the answer gives the reason', async () => {
    expect(await apis.records.remove('condominio-01')).toMatchObject({
      kind: 'kept',
      message: expect.stringContaining('dispositivos'),
    })
  })

  test('a person without the permission to write is refused with a text', async () => {
    const { token } = await signIn(backend, 'operator')
    const { records } = apisOn(backend.url, token)
    const refused = records.create('horizonte', { name: 'Mirante', wordCode: 'MIRANTE-04' })
    await expect(refused).rejects.toMatchObject({ name: 'CallError', status: 403 })
  })

  test.each([
    [
      '01310100',
      {
        kind: 'found',
        address: { street: 'Avenida Paulista', district: 'Bela Vista', city: 'São Paulo', state: 'SP' },
      },
    ],
    ['12460000', { kind: 'found', address: { street: '', district: '', city: 'Campos do Jordão', state: 'SP' } }],
    ['99999999', { kind: 'unknown' }],
    ['0131', { kind: 'unknown' }],
  ])('the CEP %s', async (cep, answer) => {
    expect(await apis.lookUpCep(cep)).toEqual(answer)
  })
})

describe('against a server with other answers', () => {
  let server: ScriptedServer

  beforeAll(async () => {
    server = await startScriptedServer()
  })
  afterAll(() => server.close())

  const solar = { id: 'c 1', name: 'Solar', wordCode: 'SOLAR-01', customersId: 'x' }
  const entries = { name: 'Solar', wordCode: 'SOLAR-01' }
  const update = (etag: string | null) => apisOn(server.url).records.update({ condominium: solar, etag }, entries)

  test('a condominium is saved with the id of its customer (spec §7)', async () => {
    server.seen.length = 0
    server.answer((_, response) => json(response, 200, solar))
    await apisOn(server.url).records.create('x', entries)
    await update('"7"')
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /rest/condominium?customersId=x',
      'PUT /rest/condominium/c%201?customersId=x',
    ])
    expect(server.seen[1]?.headers['if-match']).toBe('"7"')
  })

  test('after a conflict without the record, the record is read', async () => {
    server.answer(({ method }, response) =>
      method === 'PUT'
        ? json(response, 412, { error: true, message: 'Alterado.' })
        : json(response, 200, { ...solar, name: 'Outro' }, { etag: '"9"' }),
    )
    expect(await update('"1"')).toEqual({
      kind: 'conflict',
      theirs: { condominium: { ...solar, name: 'Outro' }, etag: '"9"' },
    })
  })

  test.each([[{ erro: true }], [{ erro: 'true' }], [{ cep: '01310100' }]])(
    'the answer %j contains no address',
    async (body) => {
      server.answer((_, response) => json(response, 200, body))
      expect(await apisOn(server.url).lookUpCep('01310100')).toEqual({ kind: 'unknown' })
    },
  )

  test('an unavailable look-up is not taken for an unknown CEP', async () => {
    server.answer((_, response) => json(response, 503, { error: true, message: 'A busca de CEP está fora do ar.' }))
    await expect(apisOn(server.url).lookUpCep('01310100')).rejects.toMatchObject({ status: 503 })
  })
})
