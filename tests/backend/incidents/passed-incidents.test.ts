import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import type { IncidentNote } from '../../../contract/wire/answers/incident-story.ts'
import type { Notification } from '../../../contract/wire/answers/notifications.ts'
import { eventually } from '../../eventually.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { type IncidentNight, incidentNight } from './incident-night.ts'

const minute = 60_000
const clock = { now: Date.parse('2026-11-20T05:10:00.000Z') }
const sockets: Socket[] = []
let backend: Backend
let admin: SignedIn
let operator: SignedIn
let night: IncidentNight
let id: string

beforeAll(async () => {
  backend = await startTestBackend({ now: () => clock.now, sessionSweepMs: 50 })
})
beforeEach(async () => {
  await backend.database.script('delete from sessions')
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  night = incidentNight(backend, admin, clock)
  const [device] = await night.devicesAt('condominio-03')
  await night.devices([device?.wordCode ?? ''], 'refuse')
  await night.advance(2_000)
  id = (await night.onlyIncident()).id
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.disconnect()
  await admin.call('/rest/simulator/devices', { method: 'PUT', body: { fault: 'up' } })
  await backend.database.script(
    "update devices set status = 'online'; delete from incidents; delete from happenings; delete from notifications",
  )
})
afterAll(() => backend.close())

/** Opens the panel's live connection of a person. */
async function arrive(who: SignedIn): Promise<Socket> {
  const socket = io(backend.url, { auth: { token: who.token }, transports: ['websocket'], forceNew: true })
  sockets.push(socket)
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  return socket
}

const notificationsOf = async (who: SignedIn): Promise<Notification[]> =>
  (await (await who.call(`/rest/notifications/list?userId=${who.user.userId}`)).json()).notifications

const colleagueOf = async (who: SignedIn, other: SignedIn) =>
  (await night.story(id, who)).colleagues.find((each) => each.id === other.user.userId)

const lastNote = (notes: readonly IncidentNote[]) => {
  const note = notes.at(-1)
  return [note?.act, note?.by?.id, note?.to?.id]
}

it('an incident that is handed over calls its new owner alone, until the new owner answers (DESK-5)', async () => {
  const received: Notification[] = []
  ;(await arrive(admin)).on('notifications:new', (each: Notification) => received.push(each))
  const before = { admin: await notificationsOf(admin), operator: await notificationsOf(operator) }
  await night.act(operator, id, { deed: 'claim' })
  const passed = await night.act(operator, id, { deed: 'hand-over', to: admin.user.userId })
  expect(passed.body).toMatchObject({
    life: 'claimed',
    owner: { id: admin.user.userId },
    passed: { by: { id: operator.user.userId, name: operator.user.name }, at: new Date(clock.now).toISOString() },
  })
  const [called] = await notificationsOf(admin)
  expect(called).toMatchObject({
    title: `${operator.user.name} passou para você`,
    data: { incidentId: id, notice: 'handed-over' },
    isRead: false,
  })
  expect(await notificationsOf(operator), 'no other person is called').toEqual(before.operator)
  await eventually(() => expect(received.map((each) => each.id)).toEqual([called?.id]))

  const answered = await night.act(admin, id, { deed: 'claim' })
  expect(answered).toMatchObject({ status: 200, body: { owner: { id: admin.user.userId }, passed: null } })
  const { notes } = await night.story(id)
  expect(lastNote(notes)).toEqual(['claimed', admin.user.userId, undefined])
  expect((await night.act(admin, id, { deed: 'claim' })).status, 'a second click is no conflict').toBe(200)
  expect((await night.story(id)).notes).toHaveLength(notes.length)
})

it('the people to choose from are neither the person nor the owner, and those who are present come first (DESK-5)', async () => {
  await night.act(operator, id, { deed: 'claim' })
  const ids = async (who: SignedIn) => (await night.story(id, who)).colleagues.map((each) => each.id)
  expect(await ids(operator)).not.toContain(operator.user.userId)
  expect(await ids(admin)).not.toContain(admin.user.userId)
  expect(await ids(admin)).not.toContain(operator.user.userId)
  for (const to of [operator, admin])
    expect((await night.act(operator, id, { deed: 'hand-over', to: to.user.userId })).status).toBe(
      to === operator ? 422 : 200,
    )

  await night.act(admin, id, { deed: 'release' })
  expect((await colleagueOf(admin, operator))?.isPresent).toBe(false)
  await arrive(operator)
  await eventually(async () => expect((await colleagueOf(admin, operator))?.isPresent).toBe(true))
  expect((await ids(admin))[0], 'the present person is first').toBe(operator.user.userId)
})

it('a person takes over from an absent owner with a record, and not from a present owner (DESK-5)', async () => {
  await night.act(operator, id, { deed: 'claim' })
  const socket = await arrive(operator)
  await eventually(async () => expect((await night.story(id)).isOwnerPresent).toBe(true))
  const refused = await night.act(admin, id, { deed: 'take-over' })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `${operator.user.name} está no painel: peça que passe a ocorrência.`,
  ])
  expect((await night.onlyIncident()).owner?.id).toBe(operator.user.userId)

  socket.disconnect()
  expect((await night.story(id)).isOwnerPresent, 'a reload of the page does not make a person absent').toBe(true)
  clock.now += minute + 1_000
  await eventually(async () => expect((await night.story(id)).isOwnerPresent).toBe(false))
  const taken = await night.act(admin, id, { deed: 'take-over' })
  expect(taken).toMatchObject({
    status: 200,
    body: { life: 'claimed', owner: { id: admin.user.userId }, passed: null },
  })
  expect(lastNote((await night.story(id)).notes)).toEqual(['taken-over', admin.user.userId, operator.user.userId])
  const records = await chainOf(backend.database, 'horizonte')
  expect(records.map(({ record }) => record).findLast(({ kind }) => kind === 'incident')).toMatchObject({
    actor: { person: admin.user.userId },
    data: { incident: id, act: 'taken-over', from: operator.user.userId },
  })
  expect((await night.act(admin, id, { deed: 'take-over' })).status, 'a second click is no conflict').toBe(200)
})

it('signing out makes a person absent immediately, and an unowned incident cannot be taken over (DESK-5)', async () => {
  expect((await night.act(admin, id, { deed: 'take-over' })).status).toBe(409)
  await night.act(operator, id, { deed: 'claim' })
  await arrive(operator)
  await eventually(async () => expect((await night.story(id)).isOwnerPresent).toBe(true))
  await operator.call('/rest/auth/sign-out', { method: 'POST' })
  expect((await night.story(id)).isOwnerPresent).toBe(false)
})
