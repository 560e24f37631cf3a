import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { valuesOf } from '../../../backend/database/row-values.ts'
import { recordContacts } from '../../../backend/devices/contact-records.ts'
import { cursorOf } from '../../../backend/http/list-cursor.ts'
import type { Backend } from '../../../backend/server.ts'
import { plantIncident } from '../incidents/planted-incident.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { recordOf } from '../parts/simulated-device.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const startMs = Date.parse('2026-03-02T08:00:00.000Z')
/** Times of the steps of a test: in pairs of one millisecond, and the clock is set back one hour in the middle. */
const times = [0, 0, 1, 1, -59, -59, -58, -58, 0, 0].map((minutes) => startMs + minutes * minuteMs)
let nowMs = startMs
let backend: Backend
let admin: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ now: () => nowMs })
  admin = await signIn(backend, 'admin')
})
afterAll(() => backend.close())

type Page = { result: { id: string }[]; nextCursor: string | null }

const pageOf = async (path: string): Promise<Page> => {
  const answer = await admin.call(path)
  expect(answer.status).toBe(200)
  return answer.json()
}

/** Reads all pages of three items, at most as many as there may be. */
async function walk(path: string, cursorName = 'cursor'): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null && ids.length < 1_000) {
    const page: Page = await pageOf(`${path}${cursor && `&${cursorName}=${cursor}`}`)
    ids.push(...page.result.map(({ id }) => id))
    cursor = page.nextCursor
  }
  return ids
}

const iso = (ms: number) => new Date(ms).toISOString()

describe('after the clock was set back one hour, newest first by sequence are', () => {
  it('the events of a condominium and of a search, with every filter, each event once (PAGE-3)', async () => {
    const made = []
    for (nowMs of times) made.push(await backend.emitGateEvent({ condominiumId: 'condominio-08', kind: 'door-forced' }))
    nowMs = startMs
    const newest = made.map(({ id }) => id).toReversed()
    expect(made.map(({ sequence }) => sequence)).toEqual(made.map(({ id }) => Number(id)))
    const feed = await pageOf('/rest/events/condominio-08?limit=500')
    expect(feed.result.map(({ id }) => id)).toEqual(newest)
    const older = await pageOf(`/rest/events/condominio-08?limit=500&before=${newest[3]}`)
    expect(older.result.map(({ id }) => id)).toEqual(newest.slice(4))
    const period = `from=${iso(startMs - 2 * hourMs)}&to=${iso(startMs + hourMs)}`
    for (const filter of ['condominiumId=condominio-08', 'kind=door-forced&condominiumId=condominio-08'])
      for (const within of ['', `&${period}`])
        expect(await walk(`/rest/events?limit=3&${filter}${within}`)).toEqual(newest)
    const { wordCode } = made[0] ?? { wordCode: '' }
    expect(await walk(`/rest/events?limit=3&wordCode=${wordCode}`)).toEqual(
      made.flatMap((event) => (event.wordCode === wordCode ? event.id : [])).toReversed(),
    )
    const late = `from=${iso(startMs - hourMs)}&to=${iso(startMs)}`
    expect(await walk(`/rest/events?limit=3&condominiumId=condominio-08&${late}`)).toEqual(newest.slice(2, 6))
    expect(await walk(`/rest/events?limit=3&from=${iso(startMs + hourMs)}`)).toEqual([])
    const all = await pageOf('/rest/events?limit=10')
    expect(all.result.map(({ id }) => id)).toEqual(newest)
  })

  it('the timeline of a device with its changes and the events at its gate (PAGE-5)', async () => {
    const device = await recordOf(admin, 'ACUDE-01')
    const expected: string[] = []
    for (const [index, time] of times.entries()) {
      nowMs = time
      const outcome = index % 2 === 0 ? 'silent' : { latencyMs: 3 }
      await recordContacts(backend.database, [{ device, outcome, at: new Date(time) }], minuteMs)
      expected.unshift(index % 2 === 0 ? 'offline' : 'online')
      await backend.emitGateEvent({ condominiumId: 'condominio-12', kind: 'intercom' })
    }
    nowMs = startMs
    const path = '/rest/api/health/device/ACUDE-01/timeline'
    const whole = await (await admin.call(`${path}?limit=500`)).json()
    const kinds: string[] = whole.result.map(({ kind }: { kind: string }) => kind)
    expect(kinds.filter((kind) => kind !== 'intercom').slice(0, times.length)).toEqual(expected)
    const stored = await valuesOf(
      backend.database,
      `select 'e' || lpad(id::text, 19, '0') from events where word_code = 'ACUDE-01' union all
       select 'c' || lpad(id::text, 19, '0') from device_changes where word_code = 'ACUDE-01'`,
      [],
      v.string(),
    )
    const ids: string[] = whole.result.map(({ id }: { id: string }) => id)
    expect(ids.toSorted()).toEqual(stored.toSorted())
    expect(await walk(`${path}?limit=3`, 'before')).toEqual(ids)
  })

  it('an event at a gate between the changes of its device', async () => {
    const device = await recordOf(admin, 'ACUDE-02')
    const contact = (outcome: 'silent' | { latencyMs: number }, ms: number) =>
      recordContacts(backend.database, [{ device, outcome, at: new Date(ms) }], minuteMs)
    await contact('silent', startMs + hourMs)
    await backend.database.execute(
      `insert into events (condominium_id, word_code, ip, kind, description, at)
       values ('condominio-12', 'ACUDE-02', '', 'intercom', 'Chamada', $1)`,
      [new Date(startMs)],
    )
    await contact({ latencyMs: 3 }, startMs - hourMs)
    const { result } = await (await admin.call('/rest/api/health/device/ACUDE-02/timeline?limit=3')).json()
    expect(result.map(({ kind }: { kind: string }) => kind)).toEqual(['online', 'intercom', 'offline'])
  })

  it('the open and the closed incidents, each once (INC-1)', async () => {
    const closed: string[] = []
    for (let turn = 0; turn < 12; turn += 1)
      for (const time of times) closed.unshift(await plantIncident(backend, 'closed', 'condominio-01', time))
    for (const filter of ['', 'condominiumId=condominio-01']) {
      const walked = await walk(`/rest/incidents?${filter}`)
      expect(new Set(walked).size).toBe(walked.length)
      expect(walked.filter((id) => closed.includes(id))).toEqual(closed)
    }
    const open: string[] = []
    for (const time of times) open.unshift(await plantIncident(backend, 'new', 'condominio-02', time))
    const listed = await pageOf('/rest/incidents/open')
    expect(listed.result.flatMap(({ id }) => (open.includes(id) ? id : []))).toEqual(open)
  })

  it('the audit records, by their arrival, each once (AUD-3)', async () => {
    const newest: string[] = []
    for (const [sequence, time] of times.entries()) {
      nowMs = time
      const id = randomUUID()
      const record = { id, sequence, at: iso(time), wordCode: 'AGUAVIVA-01', condominiumId: 'condominio-01' }
      const more = { userId: 'user-admin', kind: 'reset', cause: 'manual', panelVersion: '1' }
      const body = { records: [{ ...record, ...more }] }
      expect((await admin.call('/rest/device-audit/condominio-01/user-admin', { method: 'POST', body })).status).toBe(
        200,
      )
      newest.unshift(id)
    }
    nowMs = startMs
    const period = `from=${iso(startMs - 2 * hourMs)}&to=${iso(startMs + hourMs)}`
    for (const filter of ['', 'wordCode=AGUAVIVA-01', 'condominiumId=condominio-01', 'kind=reset', period])
      expect(await walk(`/rest/device-audit?limit=3&${filter}`)).toEqual(newest)
    const late = `from=${iso(startMs - hourMs)}&to=${iso(startMs)}`
    expect(await walk(`/rest/device-audit?limit=3&${late}`)).toEqual(newest.slice(2, 6))
  })
})

it.each([
  ['/rest/events?cursor=', [iso(startMs), '1']],
  ['/rest/incidents?cursor=', [iso(startMs), randomUUID()]],
  ['/rest/device-audit?cursor=', ['1', iso(startMs), '1']],
  ['/rest/api/health/device/ACUDE-01/timeline?before=', [iso(startMs), `c${'0'.repeat(18)}1`]],
])('a cursor of an earlier version is refused by %s', async (path, values) => {
  expect((await admin.call(`${path}${cursorOf(values)}`)).status).toBe(422)
})
