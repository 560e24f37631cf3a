import { once } from 'node:events'
import { createServer } from 'node:net'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { boundPort } from '../../../backend/free-port.ts'
import type { Backend } from '../../../backend/server.ts'
import { describeActivity, pickKind } from '../../../backend/simulator/activities.ts'
import type { Activity, LastEventAnswer } from '../../../contract/wire/answers/events.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { recordOf } from '../parts/simulated-device.ts'

const startMs = Date.parse('2026-03-02T08:00:00.000Z')
// Below the range of ephemeral ports: no other process of this machine listens there.
const closedPort = 1
let nowMs = startMs
let backend: Backend
let admin: SignedIn
let operator: SignedIn
/** The answer for the demo data, before any test adds an event. */
let lastEvents: LastEventAnswer[]

beforeAll(async () => {
  backend = await startTestBackend({ now: () => nowMs })
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  lastEvents = (await json(admin.call('/rest/events/last-events'))).result
})
// The clock must not go back, because the server repeats results of port tests for 30 s.
beforeEach(() => {
  nowMs += 60_000
})
afterAll(() => backend.close())

const json = async (response: Promise<Response>) => (await response).json()

describe('last events', () => {
  it('have different ages, and exclude condominiums without an event', () => {
    expect(lastEvents).toHaveLength(10)
    const texts = lastEvents.map((item) => item.timeSinceLastEvent)
    expect(texts).toEqual(expect.arrayContaining(['Agora', 'há 5 minutos', 'há 1 hora', 'há 2 horas', 'há 3 dias']))
    expect(lastEvents[0]).toEqual({
      condominiumId: 'condominio-01',
      ip: expect.stringMatching(/^127\./),
      timeSinceLastEvent: 'Agora',
      lastEventAt: new Date(startMs - 5_000).toISOString(),
    })
  })

  it('change after an event at a gate', async () => {
    nowMs += 10 * 60_000
    const activity = await backend.emitGateEvent({ condominiumId: 'condominio-08', kind: 'intercom' })
    nowMs += 61_000
    const { result } = await json(operator.call('/rest/events/last-events'))
    expect(result[0]).toEqual({
      condominiumId: 'condominio-08',
      ip: activity.ip,
      timeSinceLastEvent: 'há 1 minuto',
      lastEventAt: activity.at,
    })
  })
})

describe('the events of a condominium', () => {
  it('are sorted newest first and paged by id or by time', async () => {
    const page = async (query: string): Promise<Activity[]> =>
      (await json(admin.call(`/rest/events/condominio-03?${query}`))).result
    const all = await page('limit=500')
    expect(all).toHaveLength(25)
    expect(all.map((one) => one.at)).toEqual(
      all
        .map((one) => one.at)
        .sort()
        .reverse(),
    )
    const first = await page('limit=10')
    expect(first).toEqual(all.slice(0, 10))
    expect(await page(`limit=10&before=${first[9]?.id}`)).toEqual(all.slice(10, 20))
    expect(await page(`limit=10&before=${first[9]?.at}`)).toEqual(all.slice(10, 20))
  })

  it('answer an invalid page parameter with an error', async () => {
    for (const query of ['limit=0', 'limit=501', 'limit=dez', 'before=ontem'])
      expect((await admin.call(`/rest/events/condominio-03?${query}`)).status).toBe(422)
  })

  it('are kept for 90 days (EVI-6)', async () => {
    await backend.database.execute(
      `insert into events (condominium_id, word_code, ip, kind, description, at)
       select condominium_id, word_code, ip, 'access-granted', 'Acesso liberado', $1::timestamptz - age * interval '1 day'
       from (select * from devices where condominium_id = 'condominio-12' limit 1) as device, generate_series(1, 600) as age
       order by age desc`,
      [new Date(nowMs)],
    )
    const made = await backend.emitGateEvent({ condominiumId: 'condominio-12', kind: 'access-granted' })
    await backend.tidy()
    const { result } = await json(admin.call('/rest/events/condominio-12?limit=500'))
    expect(result).toHaveLength(91)
    expect(result[0]).toEqual(made)
    expect(Date.parse(result.at(-1).at)).toBe(nowMs - 90 * 24 * 60 * 60_000)
  })
})

describe("the simulator's call for an event", () => {
  it('needs the right qa', async () => {
    const call = (who: SignedIn, condominiumId: string) =>
      who.call('/rest/simulator/event', { method: 'POST', body: { condominiumId, kind: 'access-denied' } })
    const made = await json(call(admin, 'condominio-04'))
    expect(made).toMatchObject({ condominiumId: 'condominio-04', kind: 'access-denied' })
    expect((await json(admin.call('/rest/events/condominio-04?limit=1'))).result).toEqual([made])
    expect((await call(operator, 'condominio-04')).status).toBe(403)
    expect((await call(admin, 'condominio-13')).status).toBe(404)
  })
})

describe('port tests', () => {
  it('connect to the addresses of the visible devices', async () => {
    const results = await json(admin.call('/rest/port-tests'))
    expect(results).toHaveLength(40)
    expect(results.every((result: { success: boolean }) => result.success)).toBe(true)
    expect(await json(operator.call('/rest/port-tests'))).toHaveLength(27)
  })

  it('report a port that refuses, and repeat the test after 30 s', async () => {
    const [{ code, port } = { code: '', port: 0 }] = await backend.database.query(
      "select word_code as code, port from devices where condominium_id = 'condominio-05' limit 1",
      [],
      v.object({ code: v.string(), port: v.number() }),
    )
    const listenOn = (on: number) =>
      backend.database.execute('update devices set port = $1 where word_code = $2', [on, code])
    await listenOn(closedPort)
    const askedMs = nowMs
    const refused = async () =>
      (await json(admin.call('/rest/port-tests'))).find((result: { port: number }) => result.port === closedPort)
    expect(await refused()).toEqual({
      ip: expect.any(String),
      port: closedPort,
      wordCode: code,
      deviceName: expect.any(String),
      success: false,
      latencyMs: null,
      checkedAt: new Date(askedMs).toISOString(),
    })
    nowMs += 29_000
    expect((await refused()).checkedAt).toBe(new Date(askedMs).toISOString())
    nowMs += 1_000
    expect((await refused()).checkedAt).toBe(new Date(nowMs).toISOString())
    await listenOn(port)
  })

  it('send nothing, change no status and leave no record', async () => {
    const received: Buffer[] = []
    const ended = Promise.withResolvers<void>()
    const listener = createServer((socket) => {
      socket.on('data', (chunk) => received.push(chunk)).on('error', () => {})
      socket.once('close', () => ended.resolve())
    })
    await once(listener.listen(0, '127.0.0.1'), 'listening')
    const code = 'AGUAVIVA-01'
    const port = boundPort(listener)
    const update = 'update devices set ip = $2, port = $3, status = $4 where word_code = $1'
    const original = await recordOf(admin, code)
    await backend.database.execute(update, [code, '127.0.0.1', port, 'offline'])
    const traces = () =>
      backend.database.query(
        `select status, (select count(*)::int from evidence) as records, (select count(*)::int from device_changes) as changes
         from devices where word_code = $1`,
        [code],
        v.object({ status: v.string(), records: v.number(), changes: v.number() }),
      )
    const before = await traces()
    const results: { port: number; success: boolean }[] = await json(admin.call('/rest/port-tests'))
    expect(results.find((result) => result.port === port)?.success).toBe(true)
    await ended.promise
    expect(received).toEqual([])
    expect(await traces()).toEqual(before)
    await backend.database.execute(update, [code, original.ip, original.port, original.status])
    await new Promise((closed) => listener.close(closed))
  })
})

describe('notifications', () => {
  it('are listed newest first, and only to their own user', async () => {
    const answer = await json(admin.call('/rest/notifications/list?userId=user-admin'))
    expect(answer.error).toBe(false)
    const times = answer.notifications.map((one: { createdAt: string }) => one.createdAt)
    expect(times).toEqual(times.toSorted().reverse())
    // Other tests add newer notifications.
    expect(times.filter((at: string) => Date.parse(at) <= startMs)).toHaveLength(12)
    expect((await admin.call('/rest/notifications/list?userId=user-operador')).status).toBe(403)
    expect((await admin.call('/rest/notifications/list?userId=user-litoral')).status).toBe(404)
  })

  it('can be marked as read, one or all, and deleted', async () => {
    const list = async () => (await json(operator.call('/rest/notifications/list'))).notifications
    const before = await list()
    const [first, second] = before
    const markRead = (who: SignedIn) =>
      who.call('/rest/notifications/mark-read', { method: 'POST', body: { id: first.id } })
    expect((await markRead(admin)).status).toBe(404)
    expect((await markRead(operator)).status).toBe(204)
    const read = (await list()).filter((one: { isRead: boolean }) => one.isRead)
    expect(read.map((one: { id: string }) => one.id)).toEqual([first.id])
    expect((await operator.call('/rest/notifications/mark-all-read', { method: 'POST' })).status).toBe(204)
    expect((await list()).every((one: { isRead: boolean }) => one.isRead)).toBe(true)
    expect((await operator.call(`/rest/notifications/${second.id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await operator.call(`/rest/notifications/${second.id}`, { method: 'DELETE' })).status).toBe(404)
    expect(await list()).toHaveLength(before.length - 1)
  })

  it('of a forced door go to each person who may see the condominium', async () => {
    const titles = async (who: SignedIn) =>
      (await json(who.call('/rest/notifications/list'))).notifications.map((one: { title: string }) => one.title)
    const before = await titles(operator)
    await backend.emitGateEvent({ condominiumId: 'condominio-11', kind: 'door-forced' })
    await backend.makeIncidents()
    expect((await titles(admin))[0]).toBe('Porta forçada')
    expect(await titles(operator)).toEqual(before)
  })

  it('contain incident, device and condominium of the event, for links to them (ALERT-2)', async () => {
    await backend.emitGateEvent({ condominiumId: 'condominio-09', kind: 'gate-held-open' })
    await backend.makeIncidents()
    const [notification] = (await json(admin.call('/rest/notifications/list'))).notifications
    const { result } = await json(admin.call('/rest/events/condominio-09?limit=1'))
    const [event] = result
    expect(event.deviceName).not.toBe('')
    expect(event.description).toContain(event.deviceName)
    expect(notification.data).toEqual({
      incidentId: expect.any(String),
      notice: 'opened',
      condominiumId: 'condominio-09',
      wordCode: event.wordCode,
      deviceName: event.deviceName,
    })
  })

  it('of a gate held open never mention a forced door (ALERT-3)', async () => {
    await backend.emitGateEvent({ condominiumId: 'condominio-10', kind: 'gate-held-open' })
    await backend.makeIncidents()
    const [held] = (await json(admin.call('/rest/notifications/list'))).notifications
    expect([held.title, held.body]).toEqual([
      'Portão aberto além do tempo',
      expect.stringContaining('Portão aberto além'),
    ])
    for (const random of [0, 0.5, 0.999]) {
      expect(describeActivity('door-forced', 'Portaria', () => random)).not.toMatch(/além do tempo|mantid/i)
      expect(describeActivity('gate-held-open', 'Portaria', () => random)).not.toMatch(/forçad|sem autorização/i)
    }
    const kinds = new Set(Array.from({ length: 1_000 }, (_, index) => pickKind(() => index / 1_000)))
    expect([...kinds]).toEqual(expect.arrayContaining(['door-forced', 'gate-held-open']))
  })
})
