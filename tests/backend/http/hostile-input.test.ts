import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend
let admin: SignedIn

beforeAll(async () => {
  backend = await startTestBackend()
  admin = await signIn(backend, 'admin')
})
afterAll(() => backend.close())

/** Sends path and headers unchanged; fetch would correct them. */
function send(
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string>; isOpen?: boolean } = {},
): Promise<{ status: number | undefined; body: string }> {
  const { method = 'GET', body, headers = {}, isOpen = false } = init
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port: backend.port,
        path,
        method,
        headers: {
          ...(!isOpen && { authorization: `Bearer ${admin.token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      async (response) => resolve({ status: response.statusCode, body: await text(response) }),
    )
    call.on('error', reject)
    call.end(body)
  })
}

const impossibleTimes = [
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '2026-01-01T00:00:00+05',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:01Z',
]
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const deepObject = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

describe('a time that does not exist (OPS-4)', () => {
  const at = encodeURIComponent
  it.each(impossibleTimes)('%s is refused by every call that reads a time', async (time) => {
    const record = {
      id: '00000000-0000-4000-8000-000000000000',
      sequence: 1,
      at: time,
      wordCode: 'AGUAVIVA-01',
      condominiumId: 'condominio-01',
      userId: 'user-admin',
      kind: 'opened',
      panelVersion: '1',
    }
    const answers = [
      await send(`/rest/events/condominio-01?before=${at(time)}`),
      await send(`/rest/events?from=${at(time)}`),
      await send(`/rest/events?to=${at(time)}`),
      await send(`/rest/device-audit?from=${at(time)}`),
      await send('/rest/device-audit/condominio-01/user-admin', {
        method: 'POST',
        body: JSON.stringify({ records: [record] }),
      }),
    ]
    for (const { status, body } of answers) {
      expect([400, 422]).toContain(status)
      expect(body).toContain('"error":true')
    }
  })
})

describe('JSON that is nested too deeply (OPS-4)', () => {
  const keys = [{}, { 'idempotency-key': 'uma-chave' }]
  const paths = ['/device-control/device/condominio-01/user-admin/NOVO-01', '/rest/condominium', '/rest/auth/sign-in']
  it.each(paths)('is answered with 400 at %s, or with 401 if a needed token is missing', async (path) => {
    for (const body of [deep(100_000), deepObject(100_000), `{"name":${deep(5_000)}}`, deep(40)])
      for (const headers of keys)
        for (const isOpen of [false, true]) {
          const { status, body: answer } = await send(path, { method: 'POST', body, headers, isOpen })
          expect([status, answer]).toEqual(
            isOpen && path !== '/rest/auth/sign-in'
              ? [401, expect.stringContaining('"error":true')]
              : [400, '{"error":true,"message":"A requisição está malformada."}'],
          )
        }
  })

  it('is not confused with brackets inside a text', async () => {
    const { status } = await send('/rest/auth/sign-in', {
      method: 'POST',
      body: JSON.stringify({ email: '[{'.repeat(60), password: '\\"[[[["'.repeat(20) }),
    })
    expect(status).toBe(400)
  })
})

describe('a text whose characters were lost (OPS-4)', () => {
  const device = { name: 'Leitor', model: 'CA-200', ip: '10.0.0.1', port: 80 }
  const person = { email: 'novo@exemplo.com.br', type: 'operator', permissions: [], seesAll: true, condominiumsId: [] }
  it.each([
    ['the name of a device', '/device-control/device/condominio-01/user-admin/NOVO-01', device, 'name'],
    ['the model of a device', '/device-control/device/condominio-01/user-admin/NOVO-01', device, 'model'],
    ['the name of a condominium', '/rest/condominium', { wordCode: 'NOVO-01' }, 'name'],
    ['the name of a person', '/rest/users', person, 'name'],
  ])('is refused as %s, whether it contains U+FFFD or bytes that are not UTF-8', async (_, path, fields, field) => {
    const body = JSON.stringify({ ...fields, [field]: 'Portão da Água' })
    for (const lost of [Buffer.from(body.replace('ã', '\uFFFD')), Buffer.from(body, 'latin1')]) {
      const answer = await fetch(backend.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
        body: lost,
      })
      expect([answer.status, (await answer.json()).fields?.[field]]).toEqual([
        422,
        'Há um caractere que se perdeu (\uFFFD). Apague tudo e digite de novo.',
      ])
    }
  })
})

it.each([
  ['a NUL in a query', '/rest/events?condominiumId=%00', {}],
  ['a NUL in a path', '/rest/events/a%00b', {}],
  ['a NUL in a body', '/rest/condominium', { method: 'POST', body: '{"name":"a\\u0000b","wordCode":"NUL-01"}' }],
  ['a lone surrogate', '/rest/condominium', { method: 'POST', body: '{"name":"a\\ud800b","wordCode":"MEIO-01"}' }],
  ['a number that is too large', '/rest/simulator/event', { method: 'POST', body: '{"condominiumId":1e999}' }],
  ['a prototype', '/rest/condominium', { method: 'POST', body: '{"__proto__":{"a":1},"name":"Vila"}' }],
  ['a constructor', '/rest/condominium', { method: 'POST', body: '{"constructor":{"prototype":{"a":1}}}' }],
  ['a repeated key in a query', '/rest/events?limit=1&limit=2', {}],
  ['an invalid escape', '/rest/events/%E0%A4%A', {}],
  ['a path of 15,000 characters', `/rest/events/${'a'.repeat(15_000)}`, {}],
  ['a header of 20,000 characters', '/rest/events', { headers: { 'x-a': 'a'.repeat(20_000) } }],
  [
    'a tag of 9 and more digits',
    '/rest/condominium/condominio-01',
    { method: 'PUT', headers: { 'if-match': '"99999999999"' }, body: '{"name":"Vila","wordCode":"VILA-77"}' },
  ],
  ['a forged cursor', `/rest/events?cursor=${Buffer.from('["99999999999999","9"]').toString('base64url')}`, {}],
  ['a deeply nested cursor', `/rest/events?cursor=${Buffer.from(deep(3_000)).toString('base64url')}`, {}],
])('%s is answered with the common error body, and not with an internal failure (OPS-4)', async (_case, path, init) => {
  const { status, body } = await send(path, init)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  if (body !== '') expect(JSON.parse(body)).toMatchObject({ error: true, message: expect.stringMatching(/[a-z]/) })
})
