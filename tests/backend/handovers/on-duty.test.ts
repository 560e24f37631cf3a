import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { valuesOf } from '../../../backend/database/row-values.ts'
import type { Backend } from '../../../backend/server.ts'
import { noteConnected } from '../../../backend/sessions/presence.ts'
import type { OnDuty } from '../../../contract/wire/answers/on-duty.ts'
import type { NewWallLink, WallView } from '../../../contract/wire/answers/wall.ts'
import { demoPassword } from '../../prepared-database.ts'
import { type SignedIn, signIn, startTestBackend, type Who } from '../parts/embedded-backend.ts'

const minute = 60_000
const clock = { now: Date.parse('2026-11-20T08:00:00.000Z') }
let backend: Backend

beforeAll(async () => {
  backend = await startTestBackend({ now: () => clock.now })
})
// Beyond the longest shift, so that a test sees no shift of another test.
beforeEach(() => {
  clock.now += 25 * 60 * minute
})
afterAll(() => backend.close())

/** Signs a person in, and stores a live connection of this person now. */
async function arrive(who: Who): Promise<SignedIn> {
  const person = await signIn(backend, who)
  await stay(person)
  return person
}

async function stay({ user: { userId } }: SignedIn): Promise<void> {
  const sql = 'select id from sessions where user_id = $1'
  const ids = await valuesOf(backend.database, sql, [userId], v.string())
  await noteConnected(backend.database, ids, clock.now)
}

async function onDuty(reader: SignedIn): Promise<OnDuty> {
  const answer = await reader.call('/rest/on-duty')
  expect(answer.status).toBe(200)
  return (await answer.json()).result
}

const idsOnDuty = async (reader: SignedIn) => (await onDuty(reader)).map(({ id }) => id).sort()

async function handOver(giver: SignedIn, email: string): Promise<void> {
  const body = { email, password: demoPassword, note: '' }
  expect((await giver.call('/rest/handovers', { method: 'POST', body })).status).toBe(201)
}

const shift = () => new Date(clock.now).toISOString()

it('a person with a live connection is on duty since their sign-in, and no longer 60 s after the connection (CALL-2)', async () => {
  const reader = await signIn(backend, 'auditor')
  expect(await onDuty(reader)).toEqual([])
  const operator = await arrive('operator')
  const { userId: id, name } = operator.user
  const since = shift()
  clock.now += minute
  expect(await onDuty(reader)).toEqual([{ id, name, since }])
  clock.now += 1
  expect(await onDuty(reader)).toEqual([])
})

it('a person who hands over is off duty until they sign in again; the next person is on duty since the handover (CALL-2)', async () => {
  const admin = await arrive('admin')
  const operator = await arrive('operator')
  const [giver, taker] = [admin.user.userId, operator.user.userId]
  expect(await idsOnDuty(operator)).toEqual([giver, taker].sort())
  clock.now += minute
  await handOver(admin, 'operador@guarita.demo')
  const since = shift()
  await stay(admin)
  await stay(operator)
  expect(await onDuty(admin)).toEqual([{ id: taker, name: operator.user.name, since }])

  clock.now += minute
  await arrive('admin')
  await stay(operator)
  expect(await idsOnDuty(operator)).toEqual([giver, taker].sort())
})

it('a shift that began before the longest shift has no start, and a handover before it does not count (CALL-2)', async () => {
  const admin = await arrive('admin')
  await signIn(backend, 'operator')
  await handOver(admin, 'operador@guarita.demo')
  expect(await onDuty(admin)).toEqual([])
  clock.now += 12 * 60 * minute + 1
  await backend.database.execute('update sessions set expires_at = $1', [new Date(clock.now + minute)])
  await stay(admin)
  expect(await onDuty(admin)).toEqual([{ id: admin.user.userId, name: admin.user.name, since: null }])
})

it('people of another customer, and people without a condominium of the reader, are not on duty for the reader (CALL-2)', async () => {
  const admin = await arrive('admin')
  const outsider = await arrive('outsider')
  const operator = await arrive('operator')
  expect(await idsOnDuty(admin)).toEqual([admin.user.userId, operator.user.userId].sort())
  expect(await idsOnDuty(outsider)).toEqual([outsider.user.userId])

  await backend.database.script(
    "create table kept as select * from user_condominiums where user_id = 'user-operador'; delete from user_condominiums where user_id = 'user-operador'",
  )
  expect(await idsOnDuty(admin)).toEqual([admin.user.userId])
  expect(await idsOnDuty(operator)).toEqual([])
  await backend.database.script('insert into user_condominiums select * from kept; drop table kept')
  expect(await idsOnDuty(operator)).toEqual([admin.user.userId, operator.user.userId].sort())
})

it('the wall names the people on duty at the condominiums of its link, and does not count the link as a person (CALL-2)', async () => {
  const admin = await arrive('admin')
  const made = await admin.call('/rest/wall-links', { method: 'POST', body: { name: 'Guarita norte' } })
  const { token }: NewWallLink = await made.json()
  const wall = async (): Promise<WallView> =>
    (await fetch(`${backend.url}/rest/wall`, { headers: { authorization: `Bearer ${token}` } })).json()
  expect((await wall()).onDuty).toEqual(await onDuty(admin))
  clock.now += minute + 1
  expect((await wall()).onDuty).toEqual([])
})
