import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { recordContacts } from '../../../backend/devices/contact-records.ts'
import { findLink, makeLinkFor } from '../../../backend/people/one-time-links.ts'
import type { Backend } from '../../../backend/server.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { recordOf } from '../parts/simulated-device.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const yearMs = 365 * 24 * hourMs
const startMs = Date.parse('2026-03-02T08:00:00.000Z')
let nowMs = startMs
let backend: Backend

beforeAll(async () => {
  backend = await startTestBackend({ now: () => nowMs })
})
beforeEach(() => {
  nowMs = startMs
})
afterAll(() => backend.close())

const statusOf = async (who: SignedIn) => (await who.call('/rest/auth/sessions')).status

it('a session begun with a clock six years ahead ends an hour after its next use', async () => {
  nowMs = startMs + 6 * yearMs
  const admin = await signIn(backend, 'admin')
  nowMs = startMs
  expect(await statusOf(admin)).toBe(200)
  nowMs = startMs + 59 * minuteMs
  expect(await statusOf(admin)).toBe(200)
  nowMs = startMs + 60 * minuteMs
  expect(await statusOf(admin)).toBe(401)
})

it('a one-time link made with a clock six years ahead is not valid for six years', async () => {
  const made = await makeLinkFor(backend.database, 'user-admin', null, startMs + 6 * yearMs)
  expect(await findLink(backend.database, made.token, startMs)).toBeUndefined()
  const right = await makeLinkFor(backend.database, 'user-admin', null, startMs + hourMs)
  expect(await findLink(backend.database, right.token, startMs)).toMatchObject({ personId: 'user-admin' })
})

it('the last event of a condominium is the newest one, although an earlier one has a later time', async () => {
  nowMs = startMs + hourMs
  await backend.emitGateEvent({ condominiumId: 'condominio-12', kind: 'access-granted' })
  nowMs = startMs
  await backend.emitGateEvent({ condominiumId: 'condominio-12', kind: 'access-granted' })
  const admin = await signIn(backend, 'admin')
  const { result } = await (await admin.call('/rest/events/last-events')).json()
  expect(
    result.find(({ condominiumId }: { condominiumId: string }) => condominiumId === 'condominio-12'),
  ).toMatchObject({ lastEventAt: new Date(startMs).toISOString() })
})

it('the record of a recovered contact has no duration if the clock was set back in between', async () => {
  const admin = await signIn(backend, 'admin')
  const device = await recordOf(admin, 'AGUAVIVA-02')
  const contact = (outcome: 'silent' | { latencyMs: number }, atMs: number) =>
    recordContacts(backend.database, [{ device, outcome, at: new Date(atMs) }], minuteMs)
  await contact({ latencyMs: 3 }, startMs)
  await contact('silent', startMs + hourMs)
  await contact({ latencyMs: 3 }, startMs + minuteMs)
  await contact('silent', startMs + 2 * minuteMs)
  await contact({ latencyMs: 3 }, startMs + 5 * minuteMs)
  const records = (await chainOf(backend.database, 'horizonte')).map(({ record }) => record)
  expect(records.filter(({ kind }) => kind === 'contact.back').map(({ data }) => data)).toEqual([
    { lostAt: new Date(startMs + hourMs).toISOString(), forMs: null },
    { lostAt: new Date(startMs + 2 * minuteMs).toISOString(), forMs: 3 * minuteMs },
  ])
})

it('the first notification of an incident, and the end of a silence, do not wait until the clock reaches their times', async () => {
  nowMs = startMs + 6 * yearMs
  let admin = await signIn(backend, 'admin')
  const device = await recordOf(admin, 'ACUDE-01')
  for (const outcome of [{ latencyMs: 3 }, 'silent'] as const)
    await recordContacts(backend.database, [{ device, outcome, at: new Date(nowMs) }], minuteMs)
  await backend.makeIncidents()
  const incident = async () => {
    const { result } = await (await admin.call('/rest/incidents/open')).json()
    return result.find(({ wordCode }: { wordCode: string }) => wordCode === 'ACUDE-01')
  }
  const { id } = await incident()
  const notifications = async () =>
    (await (await admin.call('/rest/notifications/list')).json()).notifications.filter(
      ({ data }: { data: { incidentId?: string } }) => data.incidentId === id,
    ).length
  expect(await notifications()).toBe(0)

  nowMs = startMs
  admin = await signIn(backend, 'admin')
  await backend.makeIncidents()
  nowMs += 2_000
  await backend.makeIncidents()
  expect(await notifications()).toBe(1)

  nowMs = startMs + 6 * yearMs
  admin = await signIn(backend, 'admin')
  const silence = { deed: 'silence', until: new Date(nowMs + 60 * minuteMs).toISOString(), reason: 'Obra' }
  expect((await admin.call(`/rest/incidents/${id}/deeds`, { method: 'POST', body: silence })).status).toBe(200)
  await backend.makeIncidents()
  nowMs = startMs
  await backend.makeIncidents()
  nowMs += 12 * hourMs
  await backend.makeIncidents()
  admin = await signIn(backend, 'admin')
  expect((await incident())?.life).not.toBe('silenced')
})
