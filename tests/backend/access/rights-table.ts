import { randomUUID } from 'node:crypto'
import { makeLinkFor } from '../../../backend/people/one-time-links.ts'
import type { Backend } from '../../../backend/server.ts'
import { demoPassword } from '../../prepared-database.ts'
import { plantHandover } from '../handovers/planted-handover.ts'
import { plantIncident } from '../incidents/planted-incident.ts'
import { plantEventKind, plantMachineToken } from '../machines/planted-machine.ts'
import { type SignedIn, signIn } from '../parts/embedded-backend.ts'
import { plantWallLink } from '../walls/planted-wall-link.ts'

/** Result of a call for a caller: a refusal by its status, or `passes`. */
export type Outcome = 401 | 403 | 404 | 'passes'

/** Outcomes for a caller without token, auditor, operator, admin, and an admin of another customer. */
export type Rights = readonly [Outcome, Outcome, Outcome, Outcome, Outcome]

export type Request = { path: string; body?: unknown; headers?: Record<string, string> }

export const callers = ['nobody', 'auditor', 'operator', 'admin', 'outsider'] as const

/**
 * Catch-alls of Fastify, the metrics and the page; `rights.test.ts` calls them, `contract.test.ts` all other routes.
 */
export const noCalls = [
  'GET /metrics',
  'ALL /rest/*',
  'ALL /device-control/*',
  'ALL /docs/api/*',
  'GET /',
  'GET /index.html',
]

export function outcomeOf(status: number): Outcome {
  return status === 401 || status === 403 || status === 404 ? status : 'passes'
}

/** Adds the callers, so that a failure names them. */
export function byCaller(outcomes: readonly Outcome[]): Record<string, Outcome | undefined> {
  return Object.fromEntries(callers.map((name, index) => [name, outcomes[index]]))
}

/** `request` makes the call of `userId`; each call gets a new object of the admin's customer. */
export type Row = { rights: Rights; request: (world: World) => Request | Promise<Request> }

export type World = { backend: Backend; caller: SignedIn | undefined; userId: string }

const open: Rights = ['passes', 'passes', 'passes', 'passes', 'passes']
const signedIn: Rights = [401, 'passes', 'passes', 'passes', 'passes']
const ownCustomer: Rights = [401, 'passes', 'passes', 'passes', 404]
const adminAlone: Rights = [401, 403, 403, 'passes', 404]
const operating: Rights = [401, 403, 'passes', 'passes', 404]
const adminsOwn: Rights = [401, 404, 404, 'passes', 404]
const peoplesOwn: Rights = [401, 403, 403, 'passes', 'passes']
const auditing: Rights = [401, 'passes', 403, 'passes', 'passes']
const qaAlone: Rights = [401, 403, 403, 'passes', 403]
const nowhere: Rights = [401, 404, 404, 404, 404]

const rest = '/rest'
const control = '/device-control'
const condominium = { name: 'Vila Nova', wordCode: 'VILA-01' }
const newContact = () => ({ role: 'police', name: `Posto ${randomUUID().slice(0, 8)}`, phone: '190' })
/** Each call changes the steps. */
const newProcedure = () => ({
  own: [{ kind: 'door-forced', steps: [{ text: `Ligar ${randomUUID()}`, role: null, isRequired: false }] }],
})
const deviceFields = { name: 'Leitor', model: 'CA-200', ip: '127.20.0.1', port: 9, condominiumId: 'condominio-01' }

export const person = { name: 'Nilo Prado', type: 'operator', permissions: [], seesAll: true, condominiumsId: [] }

/** Rights of every route of the backend, by method and pattern. */
export const rightsTable: Record<string, Row> = {
  'POST /rest/auth/sign-in': to(open, () => ({
    path: `${rest}/auth/sign-in`,
    body: { email: 'admin@guarita.demo', password: demoPassword },
  })),
  'POST /rest/auth/sign-out': to(signedIn, async ({ caller }) => ({
    path: `${rest}/auth/sign-out`,
    ...(caller && { headers: { authorization: `Bearer ${await anotherToken(caller)}` } }),
  })),
  'POST /rest/auth/renew': to(signedIn, () => ({ path: `${rest}/auth/renew` })),
  'GET /rest/auth/sessions': to(signedIn, () => ({ path: `${rest}/auth/sessions` })),
  'DELETE /rest/auth/sessions/:id': to(adminsOwn, async ({ backend }) => ({
    path: `${rest}/auth/sessions/${await adminsSession(backend)}`,
  })),
  'POST /rest/auth/proof': to(signedIn, () => ({ path: `${rest}/auth/proof`, body: { password: demoPassword } })),
  'POST /rest/auth/password': to(signedIn, () => ({
    path: `${rest}/auth/password`,
    body: { current: '', next: '' },
  })),
  'POST /rest/auth/sign-in/code': to(open, () => ({
    path: `${rest}/auth/sign-in/code`,
    body: { challenge: 'x', code: '' },
  })),
  'GET /rest/auth/second-factor': to(signedIn, () => ({ path: `${rest}/auth/second-factor` })),
  'POST /rest/auth/second-factor': to(signedIn, () => ({ path: `${rest}/auth/second-factor` })),
  'POST /rest/auth/second-factor/confirm': to(signedIn, () => ({
    path: `${rest}/auth/second-factor/confirm`,
    body: { code: '-' },
  })),
  'POST /rest/auth/second-factor/remove': to(signedIn, () => ({
    path: `${rest}/auth/second-factor/remove`,
    body: { code: '-' },
  })),

  'POST /rest/invitations/look': to(open, async ({ backend }) => ({
    path: `${rest}/invitations/look`,
    body: { token: await linkToken(backend) },
  })),
  'POST /rest/invitations/accept': to(open, async ({ backend }) => ({
    path: `${rest}/invitations/accept`,
    body: {
      token: await linkToken(backend),
      password: 'porta da frente 9',
    },
  })),

  'GET /rest/users': to(peoplesOwn, () => ({ path: `${rest}/users` })),
  'GET /rest/users/:id': to(adminAlone, () => ({ path: `${rest}/users/user-operador` })),
  'GET /rest/users/:id/history': to(adminAlone, () => ({ path: `${rest}/users/user-operador/history` })),
  'POST /rest/users': to(peoplesOwn, () => ({
    path: `${rest}/users`,
    body: { ...person, email: `${randomUUID()}@guarita.demo` },
  })),
  'PUT /rest/users/:id': to(adminAlone, async ({ backend }) => ({
    path: `${rest}/users/${await plantPerson(backend)}`,
    body: person,
  })),
  'POST /rest/users/:id/link': to(adminAlone, async ({ backend }) => ({
    path: `${rest}/users/${await plantPerson(backend)}/link`,
  })),
  'POST /rest/users/:id/disable': to(adminAlone, async ({ backend }) => ({
    path: `${rest}/users/${await plantPerson(backend)}/disable`,
  })),
  'POST /rest/users/:id/enable': to(adminAlone, async ({ backend }) => ({
    path: `${rest}/users/${await plantPerson(backend)}/enable`,
  })),

  'POST /rest/import/:type/:condominiumId/:userId': to(adminAlone, ({ userId }) => ({
    path: `${rest}/import/device/condominio-01/${userId}`,
  })),

  'POST /rest/import/device/taken-codes': to(peoplesOwn, () => ({
    path: `${rest}/import/device/taken-codes`,
    body: { wordCodes: ['AGUAVIVA-01'] },
  })),

  'GET /rest/condominium': to(signedIn, () => ({ path: `${rest}/condominium?condominiumsId=condominio-01` })),
  'GET /rest/condominium/by-user': to(adminAlone, () => ({
    path: `${rest}/condominium/by-user?userId=user-admin`,
  })),
  'GET /rest/condominium/by-id/:id': to(ownCustomer, () => ({ path: `${rest}/condominium/by-id/condominio-01` })),
  'GET /rest/condominium/cep': to(signedIn, () => ({ path: `${rest}/condominium/cep?cep=01310100` })),
  'POST /rest/condominium': to(adminAlone, () => ({
    path: `${rest}/condominium?customersId=horizonte`,
    body: { ...condominium, wordCode: `V-${randomUUID().slice(0, 8).toUpperCase()}` },
  })),
  'PUT /rest/condominium/:id': to(adminAlone, async ({ backend }) => ({
    path: `${rest}/condominium/${await plantCondominium(backend)}`,
    body: condominium,
  })),
  'DELETE /rest/condominium/:id': to(adminAlone, async ({ backend }) => ({
    path: `${rest}/condominium/${await plantCondominium(backend)}`,
  })),

  'GET /rest/events': to(signedIn, () => ({ path: `${rest}/events` })),
  'GET /rest/events/last-events': to(signedIn, () => ({ path: `${rest}/events/last-events` })),
  'GET /rest/condominium/:id/contacts': to(ownCustomer, () => ({ path: `${rest}/condominium/condominio-01/contacts` })),
  'PUT /rest/condominium/:id/contacts': to(adminAlone, async ({ backend }) => ({
    path: `${rest}/condominium/${await plantCondominium(backend)}/contacts`,
    body: { contacts: [newContact()] },
  })),
  'GET /rest/contacts': to(signedIn, () => ({ path: `${rest}/contacts` })),
  'PUT /rest/contacts': to(peoplesOwn, () => ({ path: `${rest}/contacts`, body: { contacts: [newContact()] } })),
  'GET /rest/procedures': to(signedIn, () => ({ path: `${rest}/procedures` })),
  'GET /rest/procedures/:condominiumId': to(ownCustomer, () => ({ path: `${rest}/procedures/condominio-01` })),
  'PUT /rest/procedures': to(peoplesOwn, () => ({ path: `${rest}/procedures`, body: newProcedure() })),
  'PUT /rest/procedures/:condominiumId': to(adminAlone, () => ({
    path: `${rest}/procedures/condominio-01`,
    body: newProcedure(),
  })),
  'GET /rest/procedure-lists': to(peoplesOwn, () => ({ path: `${rest}/procedure-lists` })),
  'PUT /rest/procedure-lists': to(peoplesOwn, async ({ backend }) => ({
    path: `${rest}/procedure-lists`,
    body: { lists: [{ condominiumId: await plantCondominium(backend), version: 0, ...newProcedure() }] },
  })),
  'GET /rest/events/:condominiumId': to(ownCustomer, () => ({ path: `${rest}/events/condominio-01` })),
  'GET /rest/capabilities': to(signedIn, () => ({ path: `${rest}/capabilities` })),
  'GET /rest/incidents/open': to(signedIn, () => ({ path: `${rest}/incidents/open` })),
  'GET /rest/incidents': to(signedIn, () => ({ path: `${rest}/incidents` })),
  'GET /rest/incidents/:id': to(ownCustomer, async ({ backend }) => ({
    path: `${rest}/incidents/${await plantIncident(backend)}`,
  })),
  'POST /rest/incidents': to(ownCustomer, () => ({
    path: `${rest}/incidents`,
    body: { condominiumId: 'condominio-01', topic: 'noise', gravity: 'low', text: 'Música alta' },
  })),
  'POST /rest/incidents/:id/deeds': to(ownCustomer, async ({ backend }) => ({
    path: `${rest}/incidents/${await plantIncident(backend)}/deeds`,
    body: { deed: 'comment', text: 'Técnico a caminho' },
  })),

  'GET /rest/handovers/next': to(signedIn, () => ({ path: `${rest}/handovers/next` })),
  'GET /rest/on-duty': to(signedIn, () => ({ path: `${rest}/on-duty` })),
  'GET /rest/handovers/:id': to([401, 404, 404, 'passes', 404], async ({ backend }) => ({
    path: `${rest}/handovers/${await plantHandover(backend)}`,
  })),
  'POST /rest/handovers': to(signedIn, ({ userId }) => ({
    path: `${rest}/handovers`,
    body: {
      email: userId === 'user-auditor' ? 'operador@guarita.demo' : 'auditor@guarita.demo',
      password: demoPassword,
    },
  })),

  'GET /rest/alarm-load': to(signedIn, () => ({
    path: `${rest}/alarm-load?from=2026-11-20T00:00:00.000Z&to=2026-11-21T00:00:00.000Z`,
  })),

  'GET /rest/rules': to(signedIn, () => ({ path: `${rest}/rules?on=2026-11-20` })),

  'GET /rest/wall-links': to(signedIn, () => ({ path: `${rest}/wall-links` })),
  'POST /rest/wall-links': to(signedIn, () => ({ path: `${rest}/wall-links`, body: { name: 'Guarita norte' } })),
  'DELETE /rest/wall-links/:id': to(adminsOwn, async ({ backend }) => ({
    path: `${rest}/wall-links/${(await plantWallLink(backend)).id}`,
  })),
  'GET /rest/machine-tokens': to(peoplesOwn, () => ({ path: `${rest}/machine-tokens` })),
  'POST /rest/machine-tokens': to(peoplesOwn, () => ({
    path: `${rest}/machine-tokens`,
    body: { name: 'Central norte', condominiumIds: null },
  })),
  'DELETE /rest/machine-tokens/:id': to(adminAlone, async ({ backend }) => ({
    path: `${rest}/machine-tokens/${(await plantMachineToken(backend)).id}`,
  })),
  // A session can't send events: it needs the token of a machine.
  'POST /rest/device-events': to([401, 401, 401, 401, 401], () => ({
    path: `${rest}/device-events`,
    body: { events: [{}] },
  })),
  'GET /rest/event-kinds': to(signedIn, () => ({ path: `${rest}/event-kinds` })),
  'POST /rest/event-kinds': to(peoplesOwn, () => ({
    path: `${rest}/event-kinds`,
    body: { kinds: [{ code: `E${randomUUID().slice(0, 8)}`, name: 'Pânico', rank: 'urgent', calls: true }] },
  })),
  'DELETE /rest/event-kinds/:code': to(adminAlone, async ({ backend }) => ({
    path: `${rest}/event-kinds/${await plantEventKind(backend)}`,
  })),
  // A session can't read the wall view: it needs the token of a wall link.
  'GET /rest/wall': to([401, 401, 401, 401, 401], () => ({ path: `${rest}/wall` })),

  'GET /rest/port-tests': to(signedIn, () => ({ path: `${rest}/port-tests` })),

  'GET /rest/notifications/list': to(adminAlone, () => ({ path: `${rest}/notifications/list?userId=user-admin` })),
  'POST /rest/notifications/mark-read': to(adminsOwn, async ({ backend }) => ({
    path: `${rest}/notifications/mark-read`,
    body: { id: await plantNotification(backend) },
  })),
  'POST /rest/notifications/mark-all-read': to(signedIn, () => ({ path: `${rest}/notifications/mark-all-read` })),
  'DELETE /rest/notifications/:id': to(adminsOwn, async ({ backend }) => ({
    path: `${rest}/notifications/${await plantNotification(backend)}`,
  })),

  'GET /rest/api/health': to(signedIn, () => ({ path: `${rest}/api/health` })),
  'GET /rest/api/health/detailed': to(signedIn, () => ({ path: `${rest}/api/health/detailed` })),
  'GET /rest/api/health/stats': to(signedIn, () => ({ path: `${rest}/api/health/stats` })),
  'POST /rest/api/health/cleanup': to(signedIn, () => ({ path: `${rest}/api/health/cleanup` })),
  'GET /rest/api/health/device/:wordCode': to(ownCustomer, () => ({
    path: `${rest}/api/health/device/AGUAVIVA-01`,
  })),
  'GET /rest/api/health/device/:wordCode/timeline': to(ownCustomer, () => ({
    path: `${rest}/api/health/device/AGUAVIVA-01/timeline`,
  })),
  'POST /rest/api/health/device/:wordCode/reset': to(operating, () => ({
    path: `${rest}/api/health/device/AGUAVIVA-01/reset`,
  })),

  'POST /rest/device-audit/:condominiumId/:userId': to(ownCustomer, ({ userId }) => ({
    path: `${rest}/device-audit/condominio-01/${userId}`,
    body: { records: [] },
  })),
  'GET /rest/device-audit': to(auditing, () => ({ path: `${rest}/device-audit` })),
  'GET /rest/evidence/head': to(auditing, () => ({ path: `${rest}/evidence/head` })),
  'GET /rest/evidence/dossier': to(auditing, () => ({
    path: `${rest}/evidence/dossier?from=${new Date(Date.now() - 60_000).toISOString()}&to=2999-01-01T00:00:00Z`,
  })),

  'POST /rest/simulator/event': to(qaAlone, () => ({
    path: `${rest}/simulator/event`,
    body: { condominiumId: 'condominio-01', kind: 'intercom' },
  })),
  'POST /rest/simulator/burst': to(qaAlone, () => ({ path: `${rest}/simulator/burst`, body: { perSecond: 1 } })),
  'GET /rest/simulator/device/:wordCode': to(qaAlone, () => ({ path: `${rest}/simulator/device/AGUAVIVA-01` })),
  'PUT /rest/simulator/device/:wordCode': to(qaAlone, () => ({
    path: `${rest}/simulator/device/AGUAVIVA-01`,
    body: { fault: 'up' },
  })),
  'PUT /rest/simulator/devices': to(qaAlone, () => ({
    path: `${rest}/simulator/devices`,
    body: { fault: 'up', wordCodes: [] },
  })),
  'ALL /rest/*': to(nowhere, () => ({ path: `${rest}/nada` })),

  'GET /device-control/device': to(ownCustomer, () => ({ path: `${control}/device?condominiumId=condominio-01` })),
  'GET /device-control/device/:wordCode': to(ownCustomer, () => ({ path: `${control}/device/AGUAVIVA-01` })),
  'GET /device-control/device/:userId/:wordCode': to(ownCustomer, ({ userId }) => ({
    path: `${control}/device/${userId}/AGUAVIVA-01`,
  })),
  'POST /device-control/device/:condominiumId/:userId/:wordCode': to(operating, ({ userId }) => ({
    path: `${control}/device/condominio-01/${userId}/N-${randomUUID().slice(0, 8).toUpperCase()}`,
    body: deviceFields,
  })),
  'POST /device-control/device/restart/:wordCode': to(operating, async ({ backend }) => ({
    path: `${control}/device/restart/${await plantDevice(backend)}`,
  })),
  'POST /device-control/device/activate/:userId/:wordCode': to(operating, async ({ backend, userId }) => ({
    path: `${control}/device/activate/${userId}/${await plantDevice(backend)}`,
    body: { active: true },
  })),
  'POST /device-control/device/open/:userId/:wordCode': to(operating, async ({ backend, userId }) => ({
    path: `${control}/device/open/${userId}/${await plantDevice(backend)}`,
    body: { deadline: '2999-01-01T00:00:00Z' },
  })),
  'PUT /device-control/device/:userId/:wordCode': to(operating, async ({ backend, userId }) => ({
    path: `${control}/device/${userId}/${await plantDevice(backend)}`,
    body: { ...deviceFields, name: 'Leitor novo' },
  })),
  'DELETE /device-control/device/:userId/:wordCode': to(operating, async ({ backend, userId }) => ({
    path: `${control}/device/${userId}/${await plantDevice(backend)}`,
  })),
  'DELETE /device-control/device/pool/:wordCode': to(operating, async ({ backend }) => ({
    path: `${control}/device/pool/${await plantDevice(backend)}`,
  })),
  'DELETE /device-control/device/database/:wordCode': to(operating, async ({ backend }) => ({
    path: `${control}/device/database/${await plantDevice(backend)}`,
  })),
  'ALL /device-control/*': to(nowhere, () => ({ path: `${control}/nada` })),

  'GET /openapi.json': to(open, () => ({ path: '/openapi.json' })),
  'GET /docs/api': to(open, () => ({ path: '/docs/api' })),
  'ALL /docs/api/*': to(open, () => ({ path: '/docs/api/swagger-ui.css' })),
  'GET /config.json': to(open, () => ({ path: '/config.json' })),
  'GET /healthz': to(open, () => ({ path: '/healthz' })),
  'GET /livez': to(open, () => ({ path: '/livez' })),
  'GET /readyz': to(open, () => ({ path: '/readyz' })),
  // The test server has no metrics token, so the route does not exist.
  'GET /metrics': to([404, 404, 404, 404, 404], () => ({ path: '/metrics' })),
  'GET /version.json': to(open, () => ({ path: '/version.json' })),
  // The test server has no built panel, so there is no page.
  'GET /': to([404, 404, 404, 404, 404], () => ({ path: '/' })),
  'GET /index.html': to([404, 404, 404, 404, 404], () => ({ path: '/index.html' })),
}

function to(rights: Rights, request: Row['request']): Row {
  return { rights, request }
}

async function anotherToken(caller: SignedIn): Promise<string> {
  const body = { email: caller.user.email, password: demoPassword }
  const answer = await caller.call('/rest/auth/sign-in', { method: 'POST', body })
  return (await answer.json()).token
}

async function adminsSession(backend: Backend): Promise<string> {
  const admin = await signIn(backend, 'admin')
  const { result } = await (await admin.call('/rest/auth/sessions')).json()
  return result.find((session: { current: boolean }) => session.current).id
}

async function plantCondominium({ database }: Backend): Promise<string> {
  const id = randomUUID()
  await database.execute(
    "insert into condominiums (id, customers_id, name, word_code) values ($1, 'horizonte', 'Vila', $1)",
    [id],
  )
  return id
}

/** Adds an invited person to the admin's customer. */
async function plantPerson({ database }: Backend): Promise<string> {
  const id = randomUUID()
  await database.execute(
    `insert into users (id, customers_id, email, name, type, permissions, sees_all)
     values ($1, 'horizonte', $1 || '@guarita.demo', 'Nilo Prado', 'operator', '{}', false)`,
    [id],
  )
  return id
}

/** Adds a device at an address without a listener: calls to it are refused immediately. */
export async function plantDevice({ database }: Backend): Promise<string> {
  const wordCode = `R-${randomUUID().slice(0, 8).toUpperCase()}`
  await database.execute(
    `insert into devices (word_code, condominium_id, name, model, ip, port)
     values ($1, 'condominio-01', 'Leitor', 'CA-200', '127.20.0.1', 9)`,
    [wordCode],
  )
  return wordCode
}

async function plantNotification({ database }: Backend): Promise<string> {
  const id = randomUUID()
  await database.execute(
    "insert into notifications (id, user_id, title, body, created_at) values ($1, 'user-admin', 'Aviso', '', now())",
    [id],
  )
  return id
}

/** Makes a one-time link with the clock of the server, which a test may set. */
async function linkToken(backend: Backend): Promise<string> {
  const { headers } = await fetch(`${backend.url}/livez`)
  const now = Date.parse(headers.get('date') ?? '')
  return (await makeLinkFor(backend.database, await plantPerson(backend), null, now)).token
}
