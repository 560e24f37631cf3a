import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import type { NewWallLink, WallView } from '../../../contract/wire/answers/wall.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { type IncidentNight, incidentNight } from '../incidents/incident-night.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

const clock = { now: Date.parse('2026-11-20T05:00:00.000Z') }
let backend: Backend
let admin: SignedIn
let operator: SignedIn
let night: IncidentNight

beforeAll(async () => {
  backend = await startTestBackend({ now: () => clock.now })
  admin = await signIn(backend, 'admin')
  night = incidentNight(backend, admin, clock)
})
// One test ends the operator's sessions.
beforeEach(async () => {
  operator = await signIn(backend, 'operator')
})
afterAll(() => backend.close())

async function make(who: SignedIn, name = 'Guarita norte'): Promise<NewWallLink> {
  const answer = await who.call('/rest/wall-links', { method: 'POST', body: { name } })
  expect(answer.status).toBe(201)
  return answer.json()
}

const links = async (who: SignedIn) => (await (await who.call('/rest/wall-links')).json()).result

const ask = (token: string, path = '/rest/wall', init: RequestInit = {}) =>
  fetch(`${backend.url}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } })

async function wall(token: string): Promise<WallView> {
  const answer = await ask(token)
  expect(answer.status).toBe(200)
  return answer.json()
}

it('the wall view shows the current state of everything that its maker may see, and nothing else (INC-8)', async () => {
  const { token } = await make(operator)
  const before = await wall(token)
  expect(before).toMatchObject({ name: 'Guarita norte', incidents: [], openIncidents: 0 })
  expect(before.devices.total).toBeGreaterThan(0)
  expect(before.events.length).toBeGreaterThan(0)
  const seen = new Set((await (await operator.call('/rest/condominium/by-user')).json()).result.map(idOf))
  expect(before.condominiums).toBe(seen.size)
  expect(before.events.filter(({ condominiumId }) => !seen.has(condominiumId))).toEqual([])

  const [shown] = await night.devicesAt('condominio-03')
  const [hidden] = await night.devicesAt('condominio-12')
  await night.devices([shown?.wordCode ?? '', hidden?.wordCode ?? ''], 'refuse')
  const all = await night.open()
  expect(all).toHaveLength(2)
  const after = await wall(token)
  expect(after.openIncidents).toBe(1)
  expect(after.incidents).toEqual(await night.open(operator))
  expect(after.devices.offline).toBe(before.devices.offline + 1)

  await night.devices([shown?.wordCode ?? ''], 'up')
  expect(await wall(token)).toMatchObject({ incidents: [], openIncidents: 0 })
})

it('the wall view keeps the worst incidents, not the newest, and counts all of them (INC-8)', async () => {
  const { token } = await make(operator)
  const [device] = await night.devicesAt('condominio-02')
  const wordCodes = [device?.wordCode ?? '']
  await night.devices(wordCodes, 'refuse')
  const incidents = await night.open(operator)
  const id = incidents.find(({ wordCode }) => wordCode === device?.wordCode)?.id
  // Newer than the lost device, and less severe.
  await backend.database.script(
    `insert into incidents select made.* from incidents, generate_series(1, 60) as number,
       jsonb_populate_record(incidents, jsonb_build_object('id', 'gate ' || number, 'seq', incidents.seq + number,
         'context', incidents.context || '{"kind": "gate-held-open"}')) as made where incidents.id = '${id}'`,
  )
  const view = await wall(token)
  expect(view.openIncidents).toBe(61)
  expect(view.incidents.map((incident) => incident.id)).toEqual([
    id,
    ...Array.from({ length: 49 }, (_, at) => `gate ${at + 1}`),
  ])
  await night.devices(wordCodes, 'up')
  await backend.database.script('delete from incidents; delete from happenings')
})

it('a wall link gives access to the wall view only, and a session gives no access to it (INC-8)', async () => {
  const { token, id } = await make(admin, 'Sala da gerência')
  for (const path of ['/rest/incidents/open', '/rest/wall-links', '/rest/condominium/by-user', '/rest/users'])
    expect([path, (await ask(token, path)).status]).toEqual([path, 401])
  expect((await ask(token, `/rest/wall-links/${id}`, { method: 'DELETE' })).status).toBe(401)
  expect((await admin.call('/rest/wall')).status).toBe(401)
  expect((await fetch(`${backend.url}/rest/wall`)).status).toBe(401)
  expect((await ask(`${token}x`)).status).toBe(401)
})

it('only its maker can revoke a wall link; it ends immediately, and the audit chain records both changes (INC-8)', async () => {
  const kept = await make(admin, 'Fica')
  const { id, token } = await make(admin, 'Vai')
  await wall(token)
  expect((await links(admin)).map(({ name }: NewWallLink) => name)).toEqual(expect.arrayContaining(['Fica', 'Vai']))
  expect(JSON.stringify(await links(admin))).not.toContain(token)
  expect((await links(admin)).find((link: NewWallLink) => link.id === id).lastSeenAt).toBe(
    new Date(clock.now).toISOString(),
  )
  expect((await operator.call(`/rest/wall-links/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await admin.call(`/rest/wall-links/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await ask(token)).status).toBe(401)
  await wall(kept.token)
  const facts = (await chainOf(backend.database, 'horizonte')).map(({ record }) => record)
  expect(
    facts.flatMap(({ kind, actor, data }) =>
      kind === 'wall' && JSON.stringify(data).includes(id) ? [[actor, data]] : [],
    ),
  ).toEqual(
    ['made', 'revoked'].map((act) => [expect.objectContaining({ person: admin.user.userId }), { act, link: id }]),
  )
})

it('a wall link ends when its maker is disabled, and stays ended when the maker is enabled again (INC-8)', async () => {
  const { token } = await make(operator, 'Portaria')
  const path = `/rest/users/${operator.user.userId}`
  expect((await admin.call(`${path}/disable`, { method: 'POST' })).status).toBe(204)
  expect((await ask(token)).status).toBe(401)
  expect((await admin.call(`${path}/enable`, { method: 'POST' })).status).toBe(204)
  expect((await ask(token)).status).toBe(401)
})

it('a wall link needs a name, and a person has at most 20 of them (INC-8)', async () => {
  const auditor = await signIn(backend, 'auditor')
  const refused = await auditor.call('/rest/wall-links', { method: 'POST', body: { name: ' ' } })
  expect([refused.status, Object.keys((await refused.json()).fields)]).toEqual([422, ['name']])
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => auditor.call('/rest/wall-links', { method: 'POST', body: { name: 'Mais uma' } })),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
  expect(await links(auditor)).toHaveLength(20)
})

function idOf({ id }: { id: string }): string {
  return id
}
