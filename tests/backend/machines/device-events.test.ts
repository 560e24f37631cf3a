import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mainCustomerId } from '../../../backend/seed/accounts.ts'
import type { Backend } from '../../../backend/server.ts'
import type { FoundEvent } from '../../../contract/wire/answers/event-search.ts'
import type { DeviceEventResult, MachineToken, NewMachineToken } from '../../../contract/wire/answers/machines.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { type IncidentNight, incidentNight } from '../incidents/incident-night.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { plantEventKind, plantMachineToken } from './planted-machine.ts'

const clock = { now: Date.parse('2026-11-20T05:00:00.000Z') }
const minuteMs = 60_000
let backend: Backend
let admin: SignedIn
let night: IncidentNight

beforeAll(async () => {
  backend = await startTestBackend({ now: () => clock.now })
})
// Each test starts without the incidents and kinds of earlier tests.
beforeEach(async () => {
  admin = await signIn(backend, 'admin')
  night = incidentNight(backend, admin, clock)
  await backend.database.script(
    "delete from incidents; delete from happenings; delete from event_kinds where code = 'E130'",
  )
})
afterAll(() => backend.close())

type Sent = { id?: unknown; wordCode?: string; kind?: string; at?: string; description?: string }

const eventOf = (changes: Sent = {}) => ({
  id: randomUUID(),
  wordCode: 'ACUDE-01',
  kind: 'E130',
  at: new Date(clock.now).toISOString(),
  description: 'Zona 4',
  ...changes,
})

function post(token: string, body: unknown) {
  return fetch(`${backend.url}/rest/device-events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function send(token: string, ...events: unknown[]): Promise<DeviceEventResult[]> {
  const answer = await post(token, { events })
  expect(answer.status).toBe(200)
  return (await answer.json()).result
}

async function found(query = 'wordCode=ACUDE-01'): Promise<FoundEvent[]> {
  return (await (await admin.call(`/rest/events?${query}&limit=1000`)).json()).result
}

async function records(kind: string) {
  const chain = await chainOf(backend.database, mainCustomerId)
  return chain
    .map(
      ({ record }) => record as unknown as { kind: string; actor: { person?: string }; data: Record<string, unknown> },
    )
    .filter((record) => record.kind === kind)
}

const outcomes = (results: readonly DeviceEventResult[]) => results.map(({ outcome }) => outcome)

async function setKinds(...kinds: object[]): Promise<void> {
  const answer = await admin.call('/rest/event-kinds', { method: 'POST', body: { kinds } })
  expect(answer.status).toBe(200)
}

const panic = { code: 'E130', name: 'Pânico', rank: 'urgent', calls: true }

it('an event of an unknown code is stored and listed with its code and text, and begins no incident (EVT-1)', async () => {
  const { token } = await plantMachineToken(backend)
  const event = eventOf({ description: 'Zona 4 do\u00a0 corredor' })
  expect(await send(token, event)).toEqual([{ id: event.id, outcome: 'stored', message: '' }])
  const [newest] = await found('kind=E130')
  expect(newest).toMatchObject({
    kind: 'E130',
    description: 'Zona 4 do corredor',
    wordCode: 'ACUDE-01',
    catalogued: null,
  })
  await night.advance(2_000)
  expect(await night.open()).toEqual([])
})

it('a new name of a kind also applies to earlier events, in lists and in the history of the device (EVT-1)', async () => {
  const { token } = await plantMachineToken(backend)
  await send(token, eventOf())
  await setKinds({ ...panic, calls: false })
  const catalogued = { name: 'Pânico', rank: 'urgent', calls: false }
  expect((await found('kind=E130'))[0]).toMatchObject({ catalogued })
  const { result } = await (await admin.call('/rest/api/health/device/ACUDE-01/timeline')).json()
  expect(result[0]).toMatchObject({ kind: 'E130', description: 'Zona 4', catalogued })
})

it('the history of the device tells an event with the name of a change from the change (EVT-1, PAGE-5)', async () => {
  const { token } = await plantMachineToken(backend)
  await send(token, eventOf({ kind: 'opened' }))
  await backend.database.execute("insert into device_changes (word_code, kind, at) values ('ACUDE-01', 'opened', $1)", [
    new Date(clock.now),
  ])
  const { result } = await (await admin.call('/rest/api/health/device/ACUDE-01/timeline?limit=2')).json()
  expect(result).toMatchObject([
    { kind: 'opened', isEvent: false },
    { kind: 'opened', isEvent: true, description: 'Zona 4' },
  ])
})

it('a controller cannot write an occurrence: only a person does (BOOK-1)', async () => {
  const { token } = await plantMachineToken(backend)
  const [refused, stored] = await send(token, eventOf({ kind: 'reported' }), eventOf())
  expect(refused).toMatchObject({ outcome: 'refused', message: 'kind: Só uma pessoa escreve uma ocorrência.' })
  expect(stored).toMatchObject({ outcome: 'stored' })
})

it('an event of a kind that calls begins an incident with the name and the rank of the catalogue, and repeated events join the incident (EVT-1)', async () => {
  const { token } = await plantMachineToken(backend)
  await setKinds(panic, { code: 'E302', name: 'Bateria fraca', rank: 'normal', calls: true })
  await send(token, eventOf(), eventOf({ kind: 'E302' }))
  await night.advance(2_000)
  await send(token, eventOf())
  await night.advance(1_000)
  const alarms = (await night.open()).map(({ kind, alarm, falls, isTold, wordCode }) => ({
    kind,
    alarm,
    falls,
    isTold,
    wordCode,
  }))
  const common = { kind: 'alarm', isTold: true, wordCode: 'ACUDE-01' }
  expect(alarms).toEqual([
    { ...common, alarm: { code: 'E302', name: 'Bateria fraca', rank: 'normal' }, falls: 1 },
    { ...common, alarm: { code: 'E130', name: 'Pânico', rank: 'urgent' }, falls: 2 },
  ])
  const notifications = await (await admin.call(`/rest/notifications/list?userId=${admin.user.userId}`)).json()
  expect(JSON.stringify(notifications)).toContain('Pânico')
  const [, alarm] = await night.open()
  const opened = (await records('incident')).filter(({ data }) => data.incident === alarm?.id && data.act === 'opened')
  expect(opened.map(({ data }) => [data.code, data.name])).toEqual([['E130', 'Pânico']])
  // A later name of the kind does not change the name of the incident.
  await setKinds({ ...panic, name: 'Outro nome' })
  expect((await night.open()).map(({ alarm }) => alarm?.name)).toContain('Pânico')
})

it('a known kind keeps its meaning: a forced door of a controller begins an incident, and the catalogue refuses its code (EVT-1)', async () => {
  const { token } = await plantMachineToken(backend)
  await send(token, eventOf({ kind: 'door-forced' }))
  await night.advance(2_000)
  expect((await night.onlyIncident()).kind).toBe('door-forced')
  const refused = await admin.call('/rest/event-kinds', {
    method: 'POST',
    body: { kinds: [{ ...panic, code: 'door-forced' }] },
  })
  expect(refused.status).toBe(422)
})

it('an event that is sent twice is stored once, in one request or in several, and two tokens can use the same ids (CALL-4)', async () => {
  const { token } = await plantMachineToken(backend)
  const event = eventOf({ description: randomUUID() })
  expect(outcomes(await send(token, event, event))).toEqual(['stored', 'repeated'])
  const answers = await Promise.all([send(token, event, eventOf()), send(token, eventOf(), event)])
  expect(answers.map(outcomes)).toEqual([
    ['repeated', 'stored'],
    ['stored', 'repeated'],
  ])
  const stored = async () => (await found()).filter(({ description }) => description === event.description).length
  expect(await stored()).toBe(1)
  const other = await plantMachineToken(backend)
  expect(outcomes(await send(other.token, event))).toEqual(['stored'])
  expect(await stored()).toBe(2)
})

it('a wrong event is refused with a sentence and does not refuse the others (CALL-4)', async () => {
  const { token } = await plantMachineToken(backend, ['condominio-12'])
  const at = (ms: number) => new Date(clock.now + ms).toISOString()
  const [device] = await night.devicesAt('condominio-03')
  const answers = await send(
    token,
    eventOf({ wordCode: 'NAO-HA-01' }),
    eventOf({ wordCode: device?.wordCode ?? '' }),
    eventOf({ at: at(6 * minuteMs) }),
    eventOf({ at: at(-31 * 24 * 60 * minuteMs) }),
    eventOf({ id: '' }),
    eventOf({ kind: 'um tipo com espaços' }),
    'nada',
    eventOf({ at: at(4 * minuteMs) }),
  )
  expect(outcomes(answers)).toEqual([...Array(7).fill('refused'), 'stored'])
  const noDevice = 'Não há dispositivo com este código entre os deste token.'
  expect(answers.map(({ message }) => message)).toEqual([
    noDevice,
    noDevice,
    'A data está mais de 5 minutos no futuro. Acerte o relógio de quem envia.',
    'O evento tem mais de 30 dias.',
    'id: Valor inválido.',
    'kind: Use até 40 letras sem acento, números, pontos ou hífens.',
    'Valor inválido.',
    '',
  ])
  // A time that is a little ahead counts as now.
  expect((await found())[0]?.at).toBe(at(0))
  for (const body of [{ events: [] }, { events: Array(101).fill(eventOf()) }, { events: 'x' }, {}])
    expect((await post(token, body)).status).toBe(422)
})

it('a late event is stored with its own time, does not replace a newer last event, and begins no incident after 30 minutes (CALL-4)', async () => {
  const { token } = await plantMachineToken(backend)
  await setKinds(panic)
  await send(token, eventOf({ kind: 'intercom' }))
  const lastOf = async () =>
    (await (await admin.call('/rest/events/last-events')).json()).result.find(
      (each: { condominiumId: string }) => each.condominiumId === 'condominio-12',
    )
  const before = await lastOf()
  const late = (ms: number) => new Date(clock.now - ms).toISOString()
  await send(token, eventOf({ at: late(31 * minuteMs) }), eventOf({ kind: 'intercom', at: late(120 * minuteMs) }))
  expect((await found())[1]).toMatchObject({ kind: 'E130', at: late(31 * minuteMs) })
  expect(await lastOf()).toEqual(before)
  await night.advance(2_000)
  expect(await night.open()).toEqual([])
  await send(token, eventOf({ at: late(20 * minuteMs) }))
  await night.advance(2_000)
  expect((await night.onlyIncident()).since).toBe(late(20 * minuteMs + 2_000))
})

it('a token is shown once, listed without its secret, sends only events, and ends at once; the chain names the people who made and ended the token (CALL-4)', async () => {
  const answer = await admin.call('/rest/machine-tokens', {
    method: 'POST',
    body: { name: 'Central norte', condominiumIds: ['condominio-12'] },
  })
  expect(answer.status).toBe(201)
  const { token, ...made }: NewMachineToken = await answer.json()
  expect(made).toMatchObject({
    name: 'Central norte',
    condominiumIds: ['condominio-12'],
    madeBy: admin.user.name,
    lastUsedAt: null,
  })
  const listed = async (): Promise<MachineToken[]> => (await (await admin.call('/rest/machine-tokens')).json()).result
  await send(token, eventOf())
  expect((await listed()).find(({ id }) => id === made.id)).toEqual({
    ...made,
    lastUsedAt: new Date(clock.now).toISOString(),
  })
  expect(JSON.stringify(await listed())).not.toContain(token)
  const read = await fetch(`${backend.url}/rest/events`, { headers: { authorization: `Bearer ${token}` } })
  expect(read.status).toBe(401)
  expect((await admin.call(`/rest/machine-tokens/${made.id}`, { method: 'DELETE' })).status).toBe(204)
  expect((await post(token, { events: [eventOf()] })).status).toBe(401)
  const ofToken = (await records('machine-token')).filter(({ data }) => data.token === made.id)
  expect(ofToken.map(({ actor, data }) => [actor.person, data.act, data.name])).toEqual([
    [admin.user.userId, 'made', 'Central norte'],
    [admin.user.userId, 'ended', 'Central norte'],
  ])
})

it('a token is valid for a year, for the chosen days, or without an end; after the end its events get 401 with a clear text (CALL-4)', async () => {
  const make = async (more: object) => {
    const body = { name: 'Central', condominiumIds: null, ...more }
    return admin.call('/rest/machine-tokens', { method: 'POST', body })
  }
  const endOf = async (more: object) => (await (await make(more)).json()).expiresAt
  const inDays = (days: number) => new Date(clock.now + days * 86_400_000).toISOString()
  expect(await endOf({})).toBe(inDays(365))
  expect(await endOf({ days: null })).toBeNull()
  for (const days of [0, 3_651, 1.5]) expect((await make({ days })).status).toBe(422)
  const begin = clock.now
  const { token, expiresAt }: NewMachineToken = await (await make({ days: 1 })).json()
  expect(expiresAt).toBe(inDays(1))
  clock.now = begin + 86_400_000 - 1
  expect((await post(token, { events: [eventOf()] })).status).toBe(200)
  clock.now = begin + 86_400_000
  const ended = await post(token, { events: [eventOf()] })
  clock.now = begin
  expect(ended.status).toBe(401)
  expect((await ended.json()).message).toBe(
    'Este acesso de máquina terminou. Crie outro em Pessoas, Integrações, e troque o acesso na máquina.',
  )
})

it('people who manage accesses are notified once, two weeks before a token ends (CALL-4)', async () => {
  const told = () =>
    backend.database.query(
      "select user_id as id, body from notifications where id like 'token-end-%' order by user_id",
      [],
      v.object({ id: v.string(), body: v.string() }),
    )
  await backend.database.execute('delete from machine_tokens')
  const begin = clock.now
  const tidyAfter = async (days: number) => {
    clock.now = begin + days * 86_400_000
    await backend.tidy()
    clock.now = begin
  }
  await plantMachineToken(backend, null, { days: 15, now: begin })
  await tidyAfter(0)
  expect(await told()).toEqual([])
  await tidyAfter(1)
  const list = await told()
  expect(list).toContainEqual({
    id: 'user-admin',
    body: 'O acesso “Central norte” termina em 14 dias. Crie outro em Pessoas, Integrações, e troque o acesso na máquina.',
  })
  expect(list.map(({ id }) => id)).not.toContain('user-operador')
  await backend.database.execute('delete from notifications')
  await tidyAfter(1)
  expect(await told()).toEqual([])
})

it('a token is limited to 120 requests a minute, and the token of a colleague is not affected (CALL-4)', async () => {
  const { token } = await plantMachineToken(backend)
  for (let sent = 0; sent < 120; sent += 1) expect((await post(token, {})).status).toBe(422)
  const answer = await post(token, { events: [eventOf()] })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
  const other = await plantMachineToken(backend)
  expect(outcomes(await send(other.token, eventOf()))).toEqual(['stored'])
})

it('removing a kind leaves its events with their code (EVT-1)', async () => {
  const code = await plantEventKind(backend)
  const { token } = await plantMachineToken(backend)
  await send(token, eventOf({ kind: code }))
  expect((await found(`kind=${code}`))[0]?.catalogued?.name).toBe('Pânico')
  expect((await admin.call(`/rest/event-kinds/${code}`, { method: 'DELETE' })).status).toBe(204)
  expect((await found(`kind=${code}`))[0]).toMatchObject({ kind: code, catalogued: null })
  const list = await (await admin.call('/rest/event-kinds')).json()
  expect(list.result.map((kind: { code: string }) => kind.code)).not.toContain(code)
})
