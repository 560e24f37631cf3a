import { expect } from 'vitest'
import { makeFirstLink } from '../../../backend/people/one-time-links.ts'
import type { Backend } from '../../../backend/server.ts'
import { goodRow, header, xlsxOf } from '../../contract/spreadsheet/spreadsheet-files.ts'
import { cheapenPasswords, demoPassword } from '../../prepared-database.ts'
import { person } from '../access/rights-table.ts'
import { plantIncident } from '../incidents/planted-incident.ts'
import { plantEventKind, plantMachineToken } from '../machines/planted-machine.ts'
import type { SignedIn, Who } from '../parts/embedded-backend.ts'
import { arrived, setFault } from '../parts/simulated-device.ts'
import {
  challengeOf,
  dropSecondFactor,
  offeredCode,
  plantSecondFactor,
  recoveryCode,
} from '../sessions/planted-second-factor.ts'
import { plantWallLink } from '../walls/planted-wall-link.ts'

export type Init = { body?: unknown; headers?: Record<string, string>; form?: FormData }

/** Objects that the calls below need. */
export type CallTools = {
  backend: Backend
  as: Record<Who, SignedIn>
  /** An admin of another backend, with a long device timeout and a CEP service that fails. */
  elsewhere: SignedIn
  /** Calls the route at this address and compares the answer with the contract. */
  call(who: Who | 'nobody' | 'elsewhere', path: string, init?: Init): Promise<void>
}

const rest = '/rest'
const control = '/device-control'
const device = { name: 'Leitor', model: 'CA-200', ip: '127.20.9.1', port: 9 }
const taken = { name: 'Vila Nova', wordCode: 'TOMADA-01' }
const hidden = 'condominio-12'
const hiddenDevice = 'ACUDE-01'

/** Calls that `rightsTable` does not make, by route: each is answered with an error of the contract or with success. */
export const contractCalls: Record<string, (tools: CallTools) => Promise<void>> = {
  'POST /rest/auth/sign-in': async ({ call }) => {
    const path = `${rest}/auth/sign-in`
    await call('nobody', path, { body: [] })
    await call('nobody', path, { body: {} })
    for (let tries = 0; tries < 11; tries += 1)
      await call('nobody', path, { body: { email: 'a@b', password: 'errada' } })
  },
  'POST /rest/auth/proof': async ({ call, backend }) => {
    const path = `${rest}/auth/proof`
    for (let tries = 0; tries < 11; tries += 1) await call('auditor', path, { body: { password: 'errada' } })
    await backend.database.execute('delete from attempts')
  },
  'POST /rest/auth/password': async ({ call, backend }) => {
    const path = `${rest}/auth/password`
    await call('operator', path, { body: { current: demoPassword, next: 'uma-outra-senha' } })
    for (let tries = 0; tries < 11; tries += 1)
      await call('auditor', path, { body: { current: 'errada', next: 'uma-outra-senha' } })
    await cheapenPasswords(backend.database)
  },
  'POST /rest/auth/sign-in/code': async ({ call, as, backend }) => {
    const path = `${rest}/auth/sign-in/code`
    const { userId, email = '' } = as.auditor.user
    await plantSecondFactor(backend.database, userId)
    const challenge = await challengeOf(backend, email)
    await call('nobody', path, { body: { challenge: 'x', code: recoveryCode } })
    await call('nobody', path, { body: { challenge, code: recoveryCode } })
    for (let tries = 0; tries < 6; tries += 1) await call('nobody', path, { body: { challenge, code: recoveryCode } })
    await dropSecondFactor(backend.database, userId)
  },
  'GET /rest/procedures/:condominiumId': ({ call }) => call('operator', `${rest}/procedures/${hidden}`),
  'PUT /rest/procedures': async ({ call }) => {
    const path = `${rest}/procedures`
    await call('admin', path, { body: { own: [] }, headers: { 'if-match': '"999"' } })
    await call('admin', path, { body: { own: [{ kind: 'nada', steps: [] }] } })
  },
  'PUT /rest/procedures/:condominiumId': async ({ call }) => {
    const path = `${rest}/procedures/condominio-01`
    await call('admin', path, { body: { own: [] }, headers: { 'if-match': '"999"' } })
    await call('admin', path, { body: { own: [{ kind: 'service-down', steps: [] }] } })
  },
  'PUT /rest/procedure-lists': async ({ call }) => {
    const path = `${rest}/procedure-lists`
    await call('admin', path, { body: { lists: [{ condominiumId: null, version: 999, own: [] }] } })
    const own = [{ kind: 'service-down', steps: [] }]
    await call('admin', path, { body: { lists: [{ condominiumId: 'condominio-01', version: 0, own }] } })
  },
  'GET /rest/auth/second-factor': async ({ call, as, backend }) => {
    await plantSecondFactor(backend.database, as.auditor.user.userId)
    await call('auditor', `${rest}/auth/second-factor`)
    await dropSecondFactor(backend.database, as.auditor.user.userId)
  },
  'POST /rest/auth/second-factor': async ({ call, as, backend }) => {
    const path = `${rest}/auth/second-factor`
    await plantSecondFactor(backend.database, as.operator.user.userId)
    await call('operator', path)
    await dropSecondFactor(backend.database, as.operator.user.userId)
  },
  'POST /rest/auth/second-factor/confirm': async ({ call, as, backend }) => {
    const path = `${rest}/auth/second-factor/confirm`
    const code = await offeredCode(as.operator)
    await call('operator', path, { body: { code: '-' } })
    await call('operator', path, { body: { code } })
    for (let tries = 0; tries < 6; tries += 1) await call('operator', path, { body: { code } })
    await dropSecondFactor(backend.database, as.operator.user.userId)
  },
  'POST /rest/auth/second-factor/remove': async ({ call, as, backend }) => {
    const path = `${rest}/auth/second-factor/remove`
    await plantSecondFactor(backend.database, as.operator.user.userId)
    for (let tries = 0; tries < 6; tries += 1) await call('operator', path, { body: { code: '-' } })
    await backend.database.execute('delete from attempts')
    for (let tries = 0; tries < 2; tries += 1) await call('operator', path, { body: { code: recoveryCode } })
  },
  'POST /rest/invitations/look': async ({ call }) => {
    for (let tries = 0; tries < 11; tries += 1)
      await call('nobody', `${rest}/invitations/look`, { body: { token: 'nada' } })
  },
  'POST /rest/invitations/accept': async ({ call, backend }) => {
    const path = `${rest}/invitations/accept`
    const { token } = await makeFirstLink(backend.database, Date.now())
    const administrator = { name: 'Rui Prado', email: 'rui@predio.com.br', customerName: 'Prédios' }
    await call('nobody', path, { body: { token, password: 'porta da frente 9', ...administrator } })
    await call('nobody', path, { body: { token, password: 'curta' } })
    await backend.database.execute('delete from attempts')
    for (let tries = 0; tries < 11; tries += 1)
      await call('nobody', path, { body: { token: 'nada', password: 'porta da frente 9' } })
  },
  'GET /rest/users/:id': ({ call }) => call('admin', `${rest}/users/user-admin`),
  'GET /rest/users/:id/history': async ({ call, as }) => {
    const { id } = await newPerson(as.admin, 'historia@guarita.demo')
    await as.admin.call(`${rest}/users/${id}`, { method: 'PUT', body: { ...person, type: 'auditor' } })
    await call('admin', `${rest}/users/${id}/history`)
  },
  'POST /rest/users': async ({ call, backend }) => {
    const body = { ...person, email: 'admin@litoral.demo' }
    for (let tries = 0; tries < 21; tries += 1) await call('admin', `${rest}/users`, { body })
    await backend.database.execute('delete from attempts')
    await call('admin', `${rest}/users`, { body: { ...person, email: 'operador@guarita.demo' } })
    await call('admin', `${rest}/users`, { body: { ...person, email: 'nenhum' } })
  },
  'PUT /rest/users/:id': async ({ call, as }) => {
    const path = `${rest}/users/${(await newPerson(as.admin, 'mudanca@guarita.demo')).id}`
    await call('admin', path, { body: { ...person, seesAll: false, condominiumsId: ['condominio-02'] } })
    await call('admin', path, { body: { ...person, seesAll: false, condominiumsId: ['nada'] } })
    await call('admin', path, { body: person, headers: { 'if-match': '"99"' } })
    await call('outsider', `${rest}/users/user-litoral`, { body: person })
  },
  'POST /rest/users/:id/link': async ({ call, as }) => {
    const path = `${rest}/users/${(await newPerson(as.admin, 'link@guarita.demo')).id}`
    await as.admin.call(`${path}/disable`, { method: 'POST' })
    await call('admin', `${path}/link`)
  },
  'POST /rest/users/:id/disable': ({ call }) => call('admin', `${rest}/users/user-admin/disable`),
  'GET /rest/condominium': ({ call }) => call('admin', `${rest}/condominium?condominiumsId=${'a,'.repeat(101)}`),
  'GET /rest/condominium/by-user': ({ call }) => call('admin', `${rest}/condominium/by-user?userId=a&userId=b`),
  'GET /rest/condominium/by-id/:id': ({ call }) => call('operator', `${rest}/condominium/by-id/${hidden}`),
  'GET /rest/condominium/cep': async ({ call }) => {
    const path = `${rest}/condominium/cep?cep=`
    await call('admin', `${path}99999999`)
    await call('admin', `${path}1`)
    await call('elsewhere', `${path}01310100`)
    for (let tries = 0; tries < 61; tries += 1) await call('auditor', `${path}01310-100`)
  },
  'POST /rest/condominium': async ({ call }) => {
    await call('admin', `${rest}/condominium`, { body: taken })
    await call('admin', `${rest}/condominium`, { body: taken })
    await call('admin', `${rest}/condominium`, { body: {} })
  },
  'PUT /rest/condominium/:id': async ({ call, as }) => {
    const one = await newCondominium(as.admin, 'MUDADA-01')
    const path = `${rest}/condominium/${one.id}`
    await newCondominium(as.admin, 'TOMADA-02')
    await call('admin', path, { body: { ...taken, wordCode: 'TOMADA-02' } })
    await call('admin', path, { body: { ...taken, wordCode: 'MUDADA-01' }, headers: { 'if-match': '"99"' } })
    await call('admin', path, { body: {} })
  },
  'GET /rest/condominium/:id/contacts': ({ call }) => call('operator', `${rest}/condominium/${hidden}/contacts`),
  'PUT /rest/condominium/:id/contacts': async ({ call }) => {
    const path = `${rest}/condominium/condominio-03/contacts`
    await call('admin', path, { body: { contacts: [{ role: 'police', phone: '190' }] } })
    await call('admin', path, { body: { contacts: [] }, headers: { 'if-match': '"99"' } })
    await call('admin', path, { body: { contacts: [{ role: 'police', phone: '19' }] } })
  },
  'PUT /rest/contacts': async ({ call }) => {
    const path = `${rest}/contacts`
    await call('admin', path, { body: { contacts: [{ role: 'police', phone: '190' }] } })
    await call('admin', path, { body: { contacts: [] }, headers: { 'if-match': '"99"' } })
    await call('admin', path, { body: { contacts: [{ role: 'police', phone: '19' }] } })
  },
  'GET /rest/contacts': ({ call }) => call('admin', `${rest}/contacts`),
  'DELETE /rest/condominium/:id': async ({ call }) => {
    const path = `${rest}/condominium/condominio-01`
    await call('admin', path)
    await call('admin', path, { headers: { 'if-match': '"99"' } })
    await call('admin', `${path}?customersId=a&customersId=b`)
  },
  'GET /rest/events': async ({ call, backend }) => {
    await backend.emitGateEvent({ condominiumId: 'condominio-01', kind: 'door-forced' })
    await call('admin', `${rest}/events?kind=door-forced&limit=1`)
    await call('operator', `${rest}/events?condominiumId=${hidden}`)
    await call('admin', `${rest}/events?condominiumId=nada`)
    await call('admin', `${rest}/events?cursor=nada`)
  },
  'GET /rest/events/:condominiumId': async ({ call, backend }) => {
    await backend.emitGateEvent({ condominiumId: 'condominio-01', kind: 'door-forced' })
    await call('admin', `${rest}/events/condominio-01?before=2999-01-01T00:00:00Z`)
    await call('operator', `${rest}/events/${hidden}`)
    await call('admin', `${rest}/events/condominio-01?limit=0`)
  },
  'GET /rest/on-duty': ({ call }) => call('admin', `${rest}/on-duty`),
  'GET /rest/handovers/next': ({ call }) => call('admin', `${rest}/handovers/next`),
  'POST /rest/handovers': async ({ call, backend }) => {
    const body = { email: 'ninguem@guarita.demo', password: 'errada' }
    for (let tries = 0; tries < 11; tries += 1) await call('admin', `${rest}/handovers`, { body })
    await backend.database.execute('delete from attempts')
  },
  'GET /rest/alarm-load': async ({ call, backend }) => {
    await plantIncident(backend)
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    await call('admin', `${rest}/alarm-load?from=${at(-60_000)}&to=${at(1_000)}&cuts=${at(-30_000)}`)
    await call('admin', `${rest}/alarm-load?from=${at(0)}&to=${at(-60_000)}`)
  },
  'GET /rest/rules': async ({ call }) => {
    await call('admin', `${rest}/rules`)
    await call('admin', `${rest}/rules?on=2026-02-31`)
  },
  'POST /rest/wall-links': async ({ call, as, backend }) => {
    await call('admin', `${rest}/wall-links`, { body: { name: 'x' } })
    for (let made = 0; made < 21; made += 1) await plantWallLink(backend)
    await call('admin', `${rest}/wall-links`, { body: { name: 'Guarita norte' } })
    await backend.database.execute('delete from wall_links where user_id = $1', [as.admin.user.userId])
  },
  'GET /rest/wall-links': async ({ call, backend }) => {
    await plantWallLink(backend)
    await call('admin', `${rest}/wall-links`)
  },
  'GET /rest/wall': async ({ call, backend }) => {
    const { token } = await plantWallLink(backend)
    await plantIncident(backend)
    await call('nobody', `${rest}/wall`, { headers: { authorization: `Bearer ${token}` } })
  },
  'POST /rest/machine-tokens': async ({ call, as, backend }) => {
    await call('admin', `${rest}/machine-tokens`, { body: { name: 'x', condominiumIds: ['nenhum'] } })
    for (let made = 0; made < 51; made += 1) await plantMachineToken(backend)
    await call('admin', `${rest}/machine-tokens`, { body: { name: 'Central norte', condominiumIds: null } })
    await backend.database.execute('delete from machine_tokens where made_by_id = $1', [as.admin.user.userId])
  },
  'GET /rest/machine-tokens': async ({ call, backend }) => {
    await plantMachineToken(backend)
    await call('admin', `${rest}/machine-tokens`)
  },
  'POST /rest/device-events': async ({ call, backend }) => {
    const { token } = await plantMachineToken(backend)
    const headers = { authorization: `Bearer ${token}` }
    const event = { id: '1', wordCode: 'ACUDE-01', kind: 'E130', at: new Date().toISOString() }
    await call('nobody', `${rest}/device-events`, { headers, body: { events: [event, event, {}] } })
    for (let sent = 0; sent < 120; sent += 1)
      await call('nobody', `${rest}/device-events`, { headers, body: { events: [] } })
  },
  'GET /rest/event-kinds': async ({ call, backend }) => {
    await plantEventKind(backend)
    await call('admin', `${rest}/event-kinds`)
  },
  'POST /rest/event-kinds': async ({ call, backend }) => {
    const kinds = Array.from({ length: 500 }, (_, at) => ({
      code: `X${at}`,
      name: 'Teste',
      rank: 'normal',
      calls: false,
    }))
    await plantEventKind(backend)
    await call('admin', `${rest}/event-kinds`, { body: { kinds } })
    await call('admin', `${rest}/event-kinds`, { body: { kinds: [{ ...kinds[0], code: 'intercom' }] } })
  },
  'GET /rest/capabilities': ({ call }) => call('admin', `${rest}/capabilities`),
  'GET /rest/incidents/open': async ({ call, backend }) => {
    await plantIncident(backend)
    await call('admin', `${rest}/incidents/open`)
  },
  'GET /rest/incidents': async ({ call, backend }) => {
    await plantIncident(backend, 'closed')
    await call('admin', `${rest}/incidents`)
    await call('operator', `${rest}/incidents?condominiumId=${hidden}`)
    await call('admin', `${rest}/incidents?condominiumId=nada`)
    await call('admin', `${rest}/incidents?cursor=nada`)
  },
  'GET /rest/incidents/:id': async ({ call, backend }) =>
    call('operator', `${rest}/incidents/${await plantIncident(backend, 'new', hidden)}`),
  'POST /rest/incidents': async ({ call }) => {
    const report = { condominiumId: 'condominio-01', topic: 'noise', gravity: 'low', text: 'Música alta' }
    await call('admin', `${rest}/incidents`, { body: report })
    await call('admin', `${rest}/incidents`, { body: { ...report, text: '' } })
    await call('operator', `${rest}/incidents`, { body: { ...report, condominiumId: hidden } })
    await call('admin', `${rest}/incidents`, { body: { ...report, condominiumId: 'nada' } })
  },
  'POST /rest/incidents/:id/deeds': async ({ call, backend }) => {
    const path = `${rest}/incidents/${await plantIncident(backend, 'closed')}/deeds`
    await call('admin', path, { body: { deed: 'claim' } })
    await call('admin', path, { body: { deed: 'cantar' } })
    await call('operator', `${rest}/incidents/${await plantIncident(backend, 'new', hidden)}/deeds`, {
      body: { deed: 'claim' },
    })
  },
  'GET /rest/events/last-events': ({ call }) => call('admin', `${rest}/events/last-events`),
  'GET /rest/port-tests': async ({ call, as }) => {
    await setFault(as.admin, 'MONTANHES-01', 'refuse')
    await call('admin', `${rest}/port-tests`)
    await setFault(as.admin, 'MONTANHES-01', 'up')
  },
  'GET /rest/notifications/list': async ({ call }) => {
    await call('admin', `${rest}/notifications/list`)
    await call('admin', `${rest}/notifications/list?userId=a&userId=b`)
  },
  'POST /rest/notifications/mark-read': ({ call }) => call('admin', `${rest}/notifications/mark-read`, { body: {} }),
  'GET /rest/api/health/device/:wordCode': async ({ call, as }) => {
    await call('operator', `${rest}/api/health/device/${hiddenDevice}`)
    await setFault(as.admin, 'MONTANHES-01', 'refuse')
    await call('admin', `${rest}/api/health/device/MONTANHES-01`)
    await setFault(as.admin, 'MONTANHES-01', 'up')
  },
  'GET /rest/api/health/device/:wordCode/timeline': async ({ call }) => {
    const path = `${rest}/api/health/device`
    await call('operator', `${path}/${hiddenDevice}/timeline`)
    await call('admin', `${path}/AGUAVIVA-01/timeline?limit=2`)
    await call('admin', `${path}/AGUAVIVA-01/timeline?before=ontem`)
  },
  'POST /rest/api/health/cleanup': ({ call }) =>
    call('admin', `${rest}/api/health/cleanup`, { body: { automatic: 7 } }),
  'POST /rest/api/health/device/:wordCode/reset': ({ call }) =>
    call('admin', `${rest}/api/health/device/AGUAVIVA-01/reset`, { body: { reason: 7 } }),
  'POST /rest/import/:type/:condominiumId/:userId': async ({ call }) => {
    const path = `${rest}/import/device/condominio-01/user-admin`
    await call('admin', path, { form: formOf(xlsxOf([header, goodRow(1)])) })
    await call('admin', path, { form: formOf(xlsxOf([header, goodRow(1)])) })
    await call('admin', path, { form: formOf(new Uint8Array(5 * 1024 * 1024 + 1)) })
  },
  'POST /rest/device-audit/:condominiumId/:userId': async ({ backend, call }) => {
    const path = `${rest}/device-audit/condominio-01/user-admin`
    await call('admin', path, { body: { records: [auditRecord] } })
    await call('admin', path, { body: { records: [{ ...auditRecord, at: 'ontem' }] } })
    await call('operator', path, { body: { records: [] } })
    await backend.database.script('update declared_days set records = 1000000')
    await call('admin', path, { body: { records: [] } })
    await backend.database.script('delete from declared_days')
  },
  'GET /rest/device-audit': async ({ call }) => {
    await call('admin', `${rest}/device-audit?limit=1`)
    await call('admin', `${rest}/device-audit?kind=nada`)
  },
  'GET /rest/evidence/head': ({ backend, call }) =>
    withWrongSignature(backend, () => call('admin', `${rest}/evidence/head`)),
  'GET /rest/evidence/dossier': async ({ backend, call }) => {
    await call('admin', `${rest}/evidence/dossier`)
    const period = 'from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z'
    await withWrongSignature(backend, () => call('admin', `${rest}/evidence/dossier?${period}`))
    // The server makes only one dossier at a time for a customer.
    await Promise.all([1, 2, 3].map(() => call('admin', `${rest}/evidence/dossier?${period}`)))
  },
  'POST /rest/simulator/event': async ({ call }) => {
    await call('admin', `${rest}/simulator/event`, { body: { condominiumId: 'nada' } })
    await call('admin', `${rest}/simulator/event`, { body: {} })
  },
  'POST /rest/simulator/burst': ({ call }) => call('admin', `${rest}/simulator/burst`, { body: { perSecond: 0 } }),
  'GET /rest/simulator/device/:wordCode': ({ call }) => call('admin', `${rest}/simulator/device/NADA-01`),
  'PUT /rest/simulator/device/:wordCode': async ({ call }) => {
    await call('admin', `${rest}/simulator/device/NADA-01`, { body: { fault: 'up' } })
    await call('admin', `${rest}/simulator/device/AGUAVIVA-01`, { body: { fault: 'nada' } })
  },
  'PUT /rest/simulator/devices': ({ call }) => call('admin', `${rest}/simulator/devices`, { body: {} }),
  'GET /device-control/device': async ({ call }) => {
    await call('admin', `${control}/device?wordCode=AGUAVIVA-01`)
    await call('admin', `${control}/device?limit=2`)
    await call('admin', `${control}/device?limit=0`)
    await call('operator', `${control}/device?condominiumId=${hidden}`)
  },
  'GET /device-control/device/:wordCode': ({ call }) => call('operator', `${control}/device/${hiddenDevice}`),
  'GET /device-control/device/:userId/:wordCode': async ({ call, as, elsewhere }) => {
    const path = `${control}/device/user-admin/MONTANHES-02`
    await call('operator', path)
    await failing(as.admin, 'MONTANHES-02', () => call('admin', path))
    await fill(elsewhere, 'MONTANHES-02')
    await call('elsewhere', path)
  },
  'POST /device-control/device/:condominiumId/:userId/:wordCode': async ({ call }) => {
    const path = `${control}/device/condominio-01/user-admin`
    await call('admin', `${path}/AGUAVIVA-01`, { body: device })
    await call('admin', `${path}/NOVO-01`, { body: {} })
    for (let time = 0; time <= 20; time += 1) await call('admin', `${path}/MARABERTO-01`, { body: device })
  },
  'POST /device-control/device/restart/:wordCode': async ({ call, as, elsewhere }) => {
    const path = `${control}/device/restart/MONTANHES-02`
    const headers = { 'idempotency-key': 'um' }
    await call('admin', path, { headers })
    await call('admin', path, { headers, body: { a: 1 } })
    await failing(as.admin, 'MONTANHES-02', () => call('admin', path))
    await fill(elsewhere, 'MONTANHES-02')
    await call('elsewhere', path)
  },
  'POST /device-control/device/open/:userId/:wordCode': async ({ backend, call }) => {
    const path = `${control}/device/open/user-admin/MARANHAO-02`
    const body = { deadline: '2999-01-01T00:00:00Z' }
    await call('admin', path, { body })
    await call('admin', path, { body: {} })
    for (let press = 0; press < 20; press += 1) await call('admin', path, { body })
    await backend.database.execute('delete from attempts')
  },
  'POST /device-control/device/activate/:userId/:wordCode': async ({ call, as, elsewhere }) => {
    const path = `${control}/device/activate/user-admin/MONTANHES-02`
    await call('admin', path, { body: { active: true } })
    await call('admin', path, { body: {} })
    const first = { body: { active: true }, headers: { 'idempotency-key': 'primeira' } }
    await failing(as.admin, 'MONTANHES-02', () => call('admin', path, first))
    await call('admin', path, { body: { active: false } })
    await call('admin', path, first)
    await fill(elsewhere, 'MONTANHES-02')
    await call('elsewhere', path, { body: { active: true } })
  },
  'PUT /device-control/device/:userId/:wordCode': async ({ call }) => {
    const path = `${control}/device/user-admin/AGUAVIVA-01`
    const body = { name: 'Leitor', model: 'CA-200', ip: '127.20.0.1', port: 20_001, condominiumId: 'condominio-01' }
    await call('admin', path, { body, headers: stale })
    await call('admin', path, { body: {} })
  },
  'DELETE /device-control/device/:userId/:wordCode': async ({ call, as, elsewhere }) => {
    const path = `${control}/device/user-admin/MONTANHES-03`
    await call('admin', path, { headers: stale })
    await failing(as.admin, 'MONTANHES-03', () => call('admin', path))
    await fill(elsewhere, 'MONTANHES-03')
    await call('elsewhere', path)
    await call('admin', path)
  },
  'DELETE /device-control/device/pool/:wordCode': async ({ call, elsewhere }) => {
    await setFault(elsewhere, 'MONTANHES-04', 'slow')
    const asking = elsewhere.call(`${control}/device/user-admin/MONTANHES-04`)
    await arrived(elsewhere, 'MONTANHES-04', 'status')
    await call('elsewhere', `${control}/device/pool/MONTANHES-04`)
    await asking
    await call('elsewhere', `${control}/device/pool/MONTANHES-04`, { headers: stale })
  },
  'DELETE /device-control/device/database/:wordCode': ({ call }) =>
    call('admin', `${control}/device/database/AGUAVIVA-02`, { headers: stale }),
}

const stale = { 'if-match': '"99"' }

const auditRecord = {
  id: 'c3e5a3c0-0a35-4b5f-8ef6-5f0f2f9a1b11',
  sequence: 1,
  at: '2026-03-02T08:00:00.000Z',
  wordCode: 'AGUAVIVA-01',
  condominiumId: 'condominio-01',
  userId: 'user-admin',
  kind: 'transition',
  from: 'CLOSED',
  to: 'OPEN',
  cause: 'threshold',
  failureCount: 5,
  refused: null,
  lastError: 'Sem resposta',
  retryAt: '2026-03-02T08:02:00.000Z',
  panelVersion: '0.1.0',
}

async function newCondominium(admin: SignedIn, wordCode: string): Promise<{ id: string }> {
  return (await admin.call(`${rest}/condominium`, { method: 'POST', body: { name: 'Vila', wordCode } })).json()
}

async function newPerson(admin: SignedIn, email: string): Promise<{ id: string }> {
  const answer = await admin.call(`${rest}/users`, { method: 'POST', body: { ...person, email } })
  return (await answer.json()).person
}

/** Runs the call once while the device refuses, and once while it hangs. */
async function failing(admin: SignedIn, wordCode: string, call: () => Promise<void>): Promise<void> {
  for (const fault of ['refuse', 'hang'] as const) {
    await setFault(admin, wordCode, fault)
    await call()
  }
  await setFault(admin, wordCode, 'up')
}

/** Takes all slots with calls to a hanging device; the calls end with the backend. */
async function fill(admin: SignedIn, wordCode: string): Promise<void> {
  await setFault(admin, wordCode, 'hang')
  const asks = Array.from({ length: 70 }, () => admin.call(`${control}/device/user-admin/${wordCode}`))
  for (const ask of asks) ask.catch(() => {})
  expect((await Promise.race(asks)).status).toBe(503)
}

function formOf(bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'dispositivos.xlsx')
  return form
}

/** Does `work` while the last signature of the admin's chain is wrong. */
async function withWrongSignature(backend: Backend, work: () => Promise<void>): Promise<void> {
  const turn = "update evidence_heads set signature = reverse(signature) where customers_id = 'horizonte'"
  await backend.database.execute(turn)
  await work()
  await backend.database.execute(turn)
}
