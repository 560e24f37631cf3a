import type * as v from 'valibot'
import { rights } from '../../contract/rights.ts'
import { ownSessionSchema } from '../../contract/wire/answers/account.ts'
import { auditRecordSchema, storedRecordSchema } from '../../contract/wire/answers/audit.ts'
import { cepAddress } from '../../contract/wire/answers/cep.ts'
import { condominiumSchema } from '../../contract/wire/answers/condominiums.ts'
import { deviceSchema } from '../../contract/wire/answers/devices.ts'
import { errorBody, errorTexts } from '../../contract/wire/answers/errors.ts'
import { activitySchema, lastEventSchema } from '../../contract/wire/answers/events.ts'
import { deviceHealth, deviceReach } from '../../contract/wire/answers/health.ts'
import { notificationSchema } from '../../contract/wire/answers/notifications.ts'
import { portTestSchema } from '../../contract/wire/answers/port-tests.ts'
import { userSchema } from '../../contract/wire/answers/session.ts'
import { simulatedDeviceSchema } from '../../contract/wire/answers/simulator.ts'
import { panelConfig } from '../../contract/wire/panel-config.ts'
import { pushPayload } from '../../contract/wire/push.ts'
import { deliveredRecord } from '../../contract/wire/requests/audit.ts'
import { errorsOfAll, headerRules, type Route } from '../../contract/wire/route.ts'
import { routes } from '../../contract/wire/routes.ts'
import { dateText, isoTime } from '../../contract/wire/scalars.ts'
import { connectErrors, handshakeAuth, socketMessages } from '../../contract/wire/sockets.ts'
import { bullets, code, heading, lines, table } from './markdown.ts'

const shapes: Record<string, v.GenericSchema> = {
  User: userSchema,
  OwnSession: ownSessionSchema,
  Condominium: condominiumSchema,
  CepAddress: cepAddress,
  Activity: activitySchema,
  LastEvent: lastEventSchema,
  PortTest: portTestSchema,
  Notification: notificationSchema,
  Device: deviceSchema,
  DeviceHealth: deviceHealth,
  DeviceReach: deviceReach,
  AuditRecord: auditRecordSchema,
  StoredRecord: storedRecordSchema,
  DeliveredRecord: deliveredRecord,
  PanelConfig: panelConfig,
  SimulatedDevice: simulatedDeviceSchema,
  PushPayload: pushPayload,
}

const nameOf = new Map<unknown, string>([
  ...Object.entries(shapes).map(([name, schema]) => [schema, name] as const),
  [isoTime, 'time'],
  [dateText, 'time'],
])

/** Every call, message and shape of the contract, from its schemas and its table of routes. */
export function contractDocument(): string {
  return lines(
    heading(1, 'Contract between the panel and its servers'),
    'Made by `npm run docs` from `contract/wire/`; a test calls every route of the embedded backend and compares.',
    '`{api}` and `{device}` are `apiUrl` and `deviceUrl` of `/config.json`. JSON in and out, UTF-8; a time is ISO 8601, in UTC with `Z` ' +
      'where the embedded backend writes it. Unknown fields are ignored. A field with `?` may be left out; what is read then stands after ' +
      '`=`. The embedded backend leaves out only what has no `=`: the rest is what the panel bears of another server. In a list that the ' +
      'panel reads, a bad item is dropped, not the list (HTTP-7). A `:userId` in a path is the caller’s own. What belongs to another ' +
      'customer answers 404, never 403, so that ids can’t be probed.',
    heading(2, 'Rights'),
    bullets(rights.map(code)),
    heading(2, 'Headers'),
    table(
      ['header', 'what it is for'],
      Object.entries(headerRules).map(([name, rule]) => [code(name), rule]),
    ),
    heading(2, 'Errors'),
    `The body of every error is ${code(sketch(errorBody))}; \`message\` is a text for a person (pt-BR), the one below where the route has nothing ` +
      'better to say. A 422 for fields has `fields` besides: a text for each, by its path.',
    table(
      ['status', 'text', 'from every call'],
      Object.entries(errorTexts).map(([status, text]) => [status, text, reasonOfAll(Number(status))]),
    ),
    ...Object.entries(routes).flatMap(([topic, calls]) => [
      heading(2, topic),
      ...Object.values(calls).flatMap(routeBlocks),
    ]),
    heading(2, 'Realtime'),
    `Socket.IO 4 at \`socketUrl\` + \`socketNamespace\`, path \`/socket.io\`; the handshake's \`auth\` is ${code(sketch(handshakeAuth))}, or the ` +
      `header \`Authorization\` where the transport can. Refused with ${Object.values(connectErrors).map(code).join(', ')}. A socket gets ` +
      'what concerns its user’s condominiums alone.',
    table(
      ['message', 'payload'],
      Object.entries(socketMessages).map(([event, schema]) => [code(event), code(sketch(schema))]),
    ),
    heading(2, 'Shapes'),
    ...Object.entries(shapes).flatMap(([name, schema]) => [heading(3, name), shapeTable(schema)]),
  )
}

function reasonOfAll(status: number): string {
  return Object.entries(errorsOfAll).find(([each]) => Number(each) === status)?.[1] ?? ''
}

function routeBlocks({
  base,
  method,
  path,
  access,
  summary,
  query,
  body,
  requestHeaders,
  responseHeaders,
  status,
  answer,
  ...rest
}: Route): string[] {
  const address = `${base === 'page' ? '' : `{${base}}`}${path}`
  const errors = Object.entries(rest.errors).map(([each, reason]) => [each, reason])
  const bodies = Object.entries(rest.errorBodies ?? {}).map(([each, schema]) => `${each} has ${code(sketch(schema))}`)
  const facts = [
    accessText(access),
    query === undefined ? '' : `Query: ${code(sketch(query))}.`,
    body === undefined ? '' : body === 'spreadsheet' ? 'Body: `multipart/form-data`.' : `Body: ${code(sketch(body))}.`,
    requestHeaders === undefined ? '' : `Hears ${requestHeaders.map(code).join(', ')}.`,
    `${status}${answer === undefined ? ', no body' : `: ${code(sketch(answer))}`}${responseHeaders === undefined ? '' : `, with ${responseHeaders.map(code).join(', ')}`}.`,
    ...bodies.map((each) => `${each}.`),
  ]
  return [
    heading(3, code(`${method} ${address}`)),
    summary,
    bullets(facts.filter((fact) => fact !== '')),
    ...(errors.length === 0 ? [] : [table(['error', 'when'], errors)]),
  ]
}

function accessText(access: Route['access']): string {
  if (access === 'everybody') return 'Answers everybody.'
  if (access === 'wall') return 'Wants the token of a wall’s link in place of a session’s.'
  return access === 'signedIn' ? '' : `Wants ${code(access)}.`
}

function shapeTable(schema: v.GenericSchema): string {
  const { entries = {} } = shapeOf(schema)
  return table(
    ['field', 'what it is'],
    Object.entries(entries).map(([field, each]) => [
      code(`${field}${isOptional(each) ? '?' : ''}`),
      code(sketch(each)),
    ]),
  )
}

/** What a renderer needs to know of valibot's schemas and their actions. */
interface Shape {
  type: string
  entries?: Record<string, v.GenericSchema>
  item?: v.GenericSchema
  wrapped?: v.GenericSchema
  options?: readonly unknown[]
  literal?: unknown
  value?: v.GenericSchema
  default?: unknown
  fallback?: unknown
  requirement?: unknown
  pipe?: readonly Shape[]
  description?: string
}

function shapeOf(schema: unknown): Shape {
  return schema as Shape
}

function isOptional(schema: unknown): boolean {
  const { type, pipe, ...shape } = shapeOf(schema)
  if ('fallback' in shape) return true
  return ['optional', 'exact_optional', 'nullish'].includes(type)
}

/** A schema in a line, as a type is written. */
function sketch(schema: unknown): string {
  const name = nameOf.get(schema)
  if (name !== undefined) return name
  const { pipe, ...shape } = shapeOf(schema)
  const rules = (pipe ?? []).slice(1).flatMap(ruleOf)
  const base = pipe === undefined ? bare(shape) : bare(shapeOf(pipe[0]))
  const read = 'fallback' in shape ? shape.fallback : pipe === undefined ? shape.default : undefined
  return `${base}${rules.length === 0 ? '' : ` (${rules.join(', ')})`}${read === undefined ? '' : ` = ${JSON.stringify(read)}`}`
}

function bare({ type, entries = {}, item, wrapped, options = [], literal, value }: Shape): string {
  if (type === 'object' || type === 'loose_object') return objectSketch(entries)
  if (type === 'array') return `${bracketed(sketch(item))}[]`
  if (type === 'optional' || type === 'exact_optional') return sketch(wrapped)
  if (type === 'nullable' || type === 'nullish') return `${sketch(wrapped)} | null`
  if (type === 'picklist') return options.map((each) => JSON.stringify(each)).join(' | ')
  if (type === 'union' || type === 'variant') return options.map(sketch).join(' | ')
  if (type === 'literal') return JSON.stringify(literal)
  if (type === 'record') return `{ [name]: ${sketch(value)} }`
  if (type === 'string') return 'text'
  if (type === 'unknown') return 'anything'
  if (type === 'number' || type === 'boolean') return type
  throw new Error(`a schema of type ${type} has no words yet`)
}

function objectSketch(entries: Record<string, v.GenericSchema>): string {
  const fields = Object.entries(entries).map(
    ([field, each]) => `${field}${isOptional(each) ? '?' : ''}: ${sketch(each)}`,
  )
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}

function bracketed(text: string): string {
  return text.includes(' | ') && !text.startsWith('{') ? `(${text})` : text
}

const describedElsewhere = [
  'trim',
  'to_lower_case',
  'check',
  'raw_check',
  'transform',
  'to_number',
  'finite',
  'parse_json',
]

/** What an action of a pipe asks for; what only changes the value asks for nothing. */
function ruleOf({ type, requirement, description = '', pipe }: Shape): string[] {
  if (pipe !== undefined) return pipe.slice(1).flatMap(ruleOf)
  if (type === 'description') return [description]
  if (type === 'non_empty') return ['not empty']
  if (type === 'min_length') return [`${requirement} or more`]
  if (type === 'max_length') return [`${requirement} at most`]
  if (type === 'min_value') return [`≥ ${requirement}`]
  if (type === 'max_value') return [`≤ ${requirement}`]
  if (type === 'regex') return [String(requirement)]
  if (type === 'integer' || type === 'safe_integer') return ['whole']
  if (type === 'digits') return ['digits']
  if (type === 'uuid') return ['UUID']
  if (type === 'iso_timestamp') return ['time']
  if (describedElsewhere.includes(type)) return []
  throw new Error(`an action of type ${type} has no words yet`)
}
