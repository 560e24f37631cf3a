import type * as v from 'valibot'
import { errorBody, errorTexts, fieldsError } from '../../contract/wire/answers/errors.ts'
import { errorsOf, errorsOfAll, headerRules, type Route, requestHeadersOf } from '../../contract/wire/route.ts'
import type { OpenApiDocument } from '../../contract/wire/routes/page.ts'
import { mountPoints, routes } from '../../contract/wire/routes.ts'
import { type JsonSchemas, jsonSchemasOf } from './json-schemas.ts'

const text = { type: 'string', minLength: 1 }
const spreadsheet = {
  type: 'object',
  required: ['file'],
  properties: {
    file: {
      type: 'string',
      contentMediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      description: 'An .xlsx file.',
    },
  },
}

export function makeOpenApiDocument(version: string): OpenApiDocument {
  const calls = Object.entries(routes).flatMap(([topic, ofTopic]) =>
    Object.entries(ofTopic).map(([name, route]) => ({ topic, name, route })),
  )
  const { schemas, components } = jsonSchemasOf(
    Object.fromEntries([
      ...calls.flatMap(({ name, route }) => schemasOf(name, route)),
      ...Object.entries({ error: errorBody, fieldsError }),
    ]),
  )
  const paths: OpenApiDocument['paths'] = {}
  for (const { topic, name, route } of calls) {
    const path = `${mountPoints[route.base]}${route.path}`.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(topic, name, route, schemas) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Guarita',
      version,
      description:
        'Calls between the panel and its servers. `/rest` and `/device-control` are where the embedded server has what `/config.json` ' +
        'names `apiUrl` and `deviceUrl`: another server may have them elsewhere. `docs/contract.md` says what a schema cannot say.',
    },
    servers: [{ url: '/' }],
    tags: Object.keys(routes).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The token of a sign-in.' },
        machine: { type: 'http', scheme: 'bearer', description: 'The token of a machine.' },
        wall: { type: 'http', scheme: 'bearer', description: 'The token of a link to the wall view.' },
      },
      parameters: Object.fromEntries(
        ['Idempotency-Key', 'If-Match', 'X-XSRF-TOKEN'].map((name) => [
          name,
          { name, in: 'header', required: false, description: headerRules[name], schema: text },
        ]),
      ),
      headers: Object.fromEntries(
        ['ETag', 'Retry-After'].map((name) => [name, { description: headerRules[name], schema: text }]),
      ),
      responses: Object.fromEntries(
        Object.entries(errorsOfAll).map(([status, reason]) => [
          `Error${status}`,
          errorAnswer(status, reason, schemas.error),
        ]),
      ),
      schemas: components,
    },
  }
}

function schemasOf(name: string, { query, body, answer, errorBodies = {} }: Route): [string, v.GenericSchema][] {
  const own = { query, body: body === 'spreadsheet' ? undefined : body, answer, ...errorBodies }
  return Object.entries(own).flatMap(([part, schema]) => (schema === undefined ? [] : [[`${name} ${part}`, schema]]))
}

function operation(topic: string, name: string, route: Route, schemas: JsonSchemas['schemas']): object {
  const { access, summary, status, mediaType, responseHeaders = [] } = route
  const [, first = summary, rest = ''] = /^(.+?\.) ([A-Z].*)$/.exec(summary) ?? []
  const right = ['everybody', 'signedIn', 'wall', 'machine'].includes(access) ? '' : `Needs the right \`${access}\`.`
  const description = [rest, right].filter((part) => part !== '').join('\n\n')
  const answer = schemas[`${name} answer`]
  const content = answer === undefined ? mediaType && { [mediaType]: {} } : json(answer)
  const parameters = [
    ...[...route.path.matchAll(/:(\w+)/g)].map(([, param = '']) => ({
      name: param,
      in: 'path',
      required: true,
      schema: text,
      ...(param === 'userId' && { description: 'The id of the caller.' }),
    })),
    ...queryParameters(schemas[`${name} query`]),
    ...[...requestHeadersOf(route), ...(isWrite(route) ? ['X-XSRF-TOKEN'] : [])].map((header) =>
      ref('parameters', header),
    ),
  ]
  return {
    operationId: name,
    tags: [topic],
    summary: first,
    ...(description !== '' && { description }),
    security:
      access === 'everybody'
        ? []
        : [access === 'wall' || access === 'machine' ? { [access]: [] } : { session: right === '' ? [] : [access] }],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body !== undefined && { requestBody: requestBody(route.body, schemas[`${name} body`]) }),
    responses: {
      [status]: { description: 'Success', ...headers(responseHeaders), ...(content && { content }) },
      ...errorAnswers(name, route, schemas),
    },
  }
}

function requestBody(body: NonNullable<Route['body']>, schema: unknown): object {
  return {
    required: true,
    content: body === 'spreadsheet' ? { 'multipart/form-data': { schema: spreadsheet } } : json(schema),
  }
}

function queryParameters(query: unknown): object[] {
  const { properties, required } = { properties: {}, required: [], ...Object(query) }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: [...required].includes(name),
    schema,
  }))
}

function errorAnswers(name: string, route: Route, schemas: JsonSchemas['schemas']): Record<string, object> {
  const errorBodies: Readonly<Partial<Record<number, v.GenericSchema>>> = route.errorBodies ?? {}
  const errors = errorsOf(route)
  // The server refuses a used key with its usual body, also on a route whose other 422 have a body of their own.
  const ofUsedKey = route.idempotent === 'by key' && errorBodies[422] !== fieldsError && 422 in errorBodies
  const reasonsOfAll = Object.entries(errorsOfAll).filter(([status]) => mayAnswer(route, Number(status)))
  const answers = reasonsOfAll.map(([status]) => [status, ref('responses', `Error${status}`)])
  const ofAll = new Map(reasonsOfAll)
  const own = [...new Set([...Object.keys(errors), ...Object.keys(errorBodies)])].map((status) => {
    const reason = [new Map(Object.entries(errors)).get(status), ofAll.get(status)].filter((each) => each !== undefined)
    const usual = status === '422' ? schemas.fieldsError : schemas.error
    const body = schemas[`${name} ${status}`] ?? usual
    const schema = ofUsedKey && status === '422' ? { anyOf: [body, usual] } : body
    return [status, errorAnswer(status, reason.join('; or '), schema)]
  })
  return Object.fromEntries([...answers, ...own])
}

function mayAnswer({ base, access, body, idempotent }: Route, status: number): boolean {
  if (base === 'page') return false
  if (status === 400 && idempotent === 'by key') return true
  if (status === 401) return access !== 'everybody'
  if (status === 413 || status === 415) return body !== undefined && body !== 'spreadsheet'
  return status !== 400 || body !== 'spreadsheet'
}

function errorAnswer(status: string, reason: string, schema: unknown): object {
  const waits = status === '429' || status === '503' ? (['Retry-After'] as const) : []
  const [, usualText = ''] = Object.entries(errorTexts).find(([each]) => each === status) ?? []
  return { description: reason || usualText, ...headers(waits), content: json(schema) }
}

function headers(names: readonly string[]): object {
  return names.length === 0 ? {} : { headers: Object.fromEntries(names.map((name) => [name, ref('headers', name)])) }
}

function json(schema: unknown): object {
  return { 'application/json': { schema } }
}

function ref(kind: string, name: string): object {
  return { $ref: `#/components/${kind}/${name}` }
}

function isWrite({ base, method }: Route): boolean {
  return base !== 'page' && method !== 'GET'
}
