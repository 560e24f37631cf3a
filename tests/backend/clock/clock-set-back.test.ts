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
  const made = await makeLinkFor(backend.database, 'user-admin', startMs + 6 * yearMs)
  expect(await findLink(backend.database, made.token, startMs)).toBeUndefined()
  const right = await makeLinkFor(backend.database, 'user-admin', startMs + hourMs)
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
