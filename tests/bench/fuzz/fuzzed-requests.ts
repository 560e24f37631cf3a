import fc from 'fast-check'
import { mountPoints, routes } from '../../../contract/wire/routes.ts'

export type FuzzedRequest = {
  who: 'nobody' | 'admin' | 'operator' | 'auditor' | 'outsider'
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

type Schema = { type: string } & Record<string, unknown>

const called = Object.values(routes).flatMap((topic) => Object.values(topic))
const ids = [
  'condominio-01',
  'condominio-12',
  'AGUAVIVA-01',
  'ACUDE-01',
  'user-admin',
  'user-operador',
  'device',
  '1',
  'nada',
]
const times = [
  '2026-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  '2026-01-01T00:00:00+05',
  '2026-02-30T10:00Z',
]
const oddTexts = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e',
  '%00',
  '%',
  "'; drop table users;--",
  '__proto__',
  '../../etc/passwd',
  '\u{1F600}',
  'a'.repeat(5_000),
  '1e999',
  '-1',
  '99999999999999999999',
  'null',
  '[object Object]',
  'İ',
]
const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...ids, ...times, 'admin@guarita.demo', '10.0.0.1', '127.0.0.1', '01310-100'),
  },
  { weight: 2, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 2, arbitrary: fc.string({ maxLength: 40, unit: 'binary' }) },
)
const number = fc.oneof(
  fc.integer({ min: -2, max: 70_000 }),
  fc.constantFrom(0, -0, 1e308, 2 ** 31, 2 ** 53, 2 ** 63, 0.5),
)
const anything = fc.oneof(fc.constant(null), fc.boolean(), number, text, fc.jsonValue({ maxDepth: 3 }))

/** Values for a schema, most of them of its type. */
function valuesOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const sound = soundValuesOf(schema, depth)
  return fc.oneof({ weight: 12, arbitrary: sound }, { weight: 1, arbitrary: anything })
}

function soundValuesOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (depth > 6) return anything
  const inner = (of: unknown) => valuesOf(of as Schema, depth + 1)
  switch (schema.type) {
    case 'string':
      return text
    case 'number':
      return number
    case 'boolean':
      return fc.boolean()
    case 'picklist':
    case 'enum':
      return fc.constantFrom(...(schema.options as unknown[]))
    case 'literal':
      return fc.constant(schema.literal)
    case 'array':
      return fc.array(inner(schema.item), { maxLength: 5 })
    case 'optional':
    case 'nullish':
    case 'nullable':
      return fc.oneof(fc.constantFrom(undefined, null), inner(schema.wrapped))
    case 'union':
    case 'variant':
      return fc.oneof(...(schema.options as unknown[]).map(inner))
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.entries as object).map(([name, entry]) => [name, inner(entry)])),
      )
    default:
      return anything
  }
}

function filled(path: string): fc.Arbitrary<string> {
  const parts = path.split('/').map((part) => (part.startsWith(':') ? text.map(encoded) : fc.constant(part)))
  return fc.tuple(...parts).map((each) => each.join('/'))
}

/** Encodes a text for an address; a lone surrogate can't be encoded. */
function encoded(value: unknown): string {
  return encodeURIComponent((typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed())
}

function queryOf(schema: unknown): fc.Arbitrary<string> {
  if (schema === undefined) return fc.constantFrom('', '', '?a=1&a=2', '?%zz', '?__proto__=1')
  return valuesOf(schema as Schema).map((query) => {
    if (typeof query !== 'object' || query === null) return `?${encoded(query)}`
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
    return `?${given.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')}`
  })
}

const headers = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'idempotency-key': 'chave-1' },
      { 'idempotency-key': ' ' },
      { 'if-match': '"1"' },
      { 'if-match': 'W/"99999999999"' },
      { 'if-none-match': 'W/"x"' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { cookie: 'XSRF-TOKEN=a' },
      { accept: 'text/html' },
      { 'accept-encoding': 'br;q=2, gzip;q=x' },
      { 'x-forwarded-for': 'nada' },
      { host: 'a b' },
      { range: 'bytes=9-1' },
      { authorization: 'Bearer nada' },
    ),
  },
)

const bodyTexts = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"a"',
    '1',
    '{"__proto__":{}}',
    `${'['.repeat(5_000)}`,
    '\ufeff{}',
    '{"a":1}x',
  ),
  fc.string({ maxLength: 60 }),
)

/** Valid and invalid requests for every route of the contract, made from its schemas. */
export const fuzzedRequests: fc.Arbitrary<FuzzedRequest> = fc.constantFrom(...called).chain((route) => {
  const where = mountPoints[route.base]
  const sound =
    typeof route.body === 'object'
      ? valuesOf(route.body as unknown as Schema).map((body) => JSON.stringify(boundBurst(route.path, body)))
      : fc.constant(undefined)
  return fc.record<FuzzedRequest>({
    who: fc.constantFrom('admin', 'admin', 'admin', 'operator', 'auditor', 'outsider', 'nobody'),
    method: fc.oneof(
      { weight: 15, arbitrary: fc.constant(route.method) },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS') },
    ),
    path: fc.tuple(filled(where + route.path), queryOf(route.query)).map((parts) => parts.join('')),
    headers,
    body: fc.oneof({ weight: 9, arbitrary: sound }, { weight: 1, arbitrary: bodyTexts }),
  })
})

/** A call that lasts a minute would only wait. */
function boundBurst(path: string, body: unknown): unknown {
  return path.endsWith('/burst') && typeof body === 'object' && body !== null
    ? { ...body, seconds: 1, perSecond: 2 }
    : body
}

const internals =
  /\bat .{1,200}\.(?:ts|js):\d+|node_modules|\b(?:select|insert into|update) .{1,200}\b(?:from|values|set)\b|syntax error|violates|duplicate key|Error:/i

/** Returns the fault of an answer: an internal failure or internal details; undefined without a fault. */
export function faultOf(
  { path }: FuzzedRequest,
  { status, body }: { status: number; body: string },
): string | undefined {
  const isOfDevice = /^\/(?:device-control|rest\/(?:port-tests|api\/health|condominium\/cep))/.test(path)
  if (status >= 500 && !(isOfDevice && status !== 500)) return `answered ${status}`
  if (internals.test(body)) return 'shows internal details'
  return undefined
}
