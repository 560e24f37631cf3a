import { createServer, type RequestListener, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readCommand } from '../../../backend/command-line.ts'
import type { Backend } from '../../../backend/server.ts'
import { eventually } from '../../eventually.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

const path = '/rest/condominium/cep'

describe('the CEP lookup without a service', () => {
  let nowMs = Date.parse('2026-03-02T08:00:00.000Z')
  let backend: Backend
  let operator: SignedIn
  beforeAll(async () => {
    backend = await startTestBackend({ now: () => nowMs })
    operator = await signIn(backend, 'operator')
  })
  afterAll(() => backend.close())

  it.each(['01310100', '01310-100', '01.310-100'])('finds a street by %s', async (cep) => {
    const response = await operator.call(`${path}?cep=${cep}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      cep: '01310100',
      street: 'Avenida Paulista',
      complement: '',
      district: 'Bela Vista',
      city: 'São Paulo',
      state: 'SP',
    })
  })

  it('finds a town that has one CEP for all its streets', async () => {
    expect(await (await operator.call(`${path}?cep=53990-000`)).json()).toEqual({
      cep: '53990000',
      street: '',
      complement: '',
      district: '',
      city: 'Fernando de Noronha',
      state: 'PE',
    })
  })

  it('answers 404 with a message for an unknown CEP', async () => {
    const response = await operator.call(`${path}?cep=99999999`)
    expect(response.status).toBe(404)
    expect((await response.json()).message).toBe('CEP não encontrado. Confira os números ou preencha o endereço.')
  })

  it.each(['', '?cep=', '?cep=1310100', '?cep=013101000', '?cep=0131010a', '?cep=1&cep=2'])(
    'answers 422 for %j',
    async (query) => {
      const response = await operator.call(path + query)
      expect(response.status).toBe(422)
      expect(Object.keys((await response.json()).fields)).toEqual(['cep'])
    },
  )

  it('accepts 60 lookups a minute from one user', async () => {
    const auditor = await signIn(backend, 'auditor')
    for (let count = 0; count < 60; count += 1) expect((await auditor.call(`${path}?cep=01310100`)).status).toBe(200)
    const refused = await auditor.call(`${path}?cep=01310100`)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await refused.json()).message).toBe('Muitas consultas de CEP. Aguarde um minuto ou preencha o endereço.')
    expect((await operator.call(`${path}?cep=01310100`)).status).toBe(200)
    nowMs += 60_000
    expect((await auditor.call(`${path}?cep=01310100`)).status).toBe(200)
  })
})

describe('the CEP lookup with a service', () => {
  let service: Server
  let backend: Backend
  let operator: SignedIn
  let answer: RequestListener
  const asked: string[] = []

  beforeAll(async () => {
    service = createServer((request, response) => {
      asked.push(request.url ?? '')
      answer(request, response)
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    backend = await startTestBackend({ cepUrl: `${urlOf(service)}/ws/` })
    operator = await signIn(backend, 'operator')
  })
  afterEach(() => {
    asked.length = 0
  })
  afterAll(async () => {
    await backend.close()
    service.closeAllConnections()
    service.close()
  })

  const saying =
    (body: unknown, status = 200): RequestListener =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  it('translates the answer of the service to the contract', async () => {
    answer = saying({
      cep: '01001-000',
      logradouro: 'Praça da Sé',
      complemento: 'lado ímpar',
      unidade: '',
      bairro: 'Sé',
      localidade: 'São Paulo',
      uf: 'SP',
      ibge: '3550308',
    })
    const response = await operator.call(`${path}?cep=01001-000`)
    expect(await response.json()).toEqual({
      cep: '01001000',
      street: 'Praça da Sé',
      complement: 'lado ímpar',
      district: 'Sé',
      city: 'São Paulo',
      state: 'SP',
    })
    expect(asked).toEqual(['/ws/01001000/json/'])
  })

  it.each(['application/json; charset=ISO-8859-1', 'application/json', 'application/json; charset=desconhecido'])(
    'decodes an answer in ISO-8859-1 whose Content-Type is %s',
    async (type) => {
      const text = JSON.stringify({ logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo', uf: 'SP' })
      answer = (_request, response) =>
        response.writeHead(200, { 'content-type': type }).end(Buffer.from(text, 'latin1'))
      const response = await operator.call(`${path}?cep=01001000`)
      expect(await response.json()).toMatchObject({ street: 'Praça da Sé', district: 'Sé', city: 'São Paulo' })
    },
  )

  it.each([true, 'true'])('reads erro: %j as an unknown CEP', async (erro) => {
    answer = saying({ erro })
    expect((await operator.call(`${path}?cep=99999999`)).status).toBe(404)
  })

  it('does not ask the service about an invalid CEP', async () => {
    expect((await operator.call(`${path}?cep=..%2F..%2Fadmin`)).status).toBe(422)
    expect(asked).toEqual([])
  })

  it.each<[string, RequestListener]>([
    ['fails', saying({}, 500)],
    ['knows no such path', saying({ erro: true }, 404)],
    ['redirects', (_request, response) => response.writeHead(302, { location: '/outro' }).end()],
    ['does not answer JSON', (_request, response) => response.end('<html>')],
    ['answers another shape', saying({ logradouro: 'Praça da Sé' })],
    ['answers without end', (_request, response) => response.end('x'.repeat(20_000))],
    ['closes the connection', (request) => request.socket.destroy()],
  ])('answers 503 with advice if the service %s', async (_case, listener) => {
    answer = listener
    const response = await operator.call(`${path}?cep=01001000`)
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual({
      error: true,
      message: 'A consulta de CEP não responde. Preencha o endereço ou tente mais tarde.',
    })
  })

  it('cancels a request to the service after 5 s', async () => {
    answer = () => {}
    const giveUp = new AbortController()
    const limits: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementationOnce((ms) => {
      limits.push(ms)
      return giveUp.signal
    })
    const asked = operator.call(`${path}?cep=01001000`)
    await eventually(() => expect(limits).not.toEqual([]))
    giveUp.abort(new DOMException('', 'TimeoutError'))
    expect((await asked).status).toBe(503)
    expect(limits).toEqual([5_000])
  })
})

it('the configuration reads the address of the service from CEP_URL, and refuses an invalid one', () => {
  expect(readCommand([], { CEP_URL: 'https://viacep.com.br/ws' }).cepUrl).toBe('https://viacep.com.br/ws')
  expect(() => readCommand([], { CEP_URL: 'viacep' })).toThrow('Valor inválido para CEP_URL: viacep')
  expect(() => readCommand([], { CEP_URL: 'file:///etc' })).toThrow('CEP_URL')
})

function urlOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}
