import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Backend, startBackend } from '../../../backend/server.ts'
import type { IncidentStory } from '../../../contract/wire/answers/incident-story.ts'
import { eventually } from '../../eventually.ts'
import { endBackend, type LaunchedBackend, launchBackend } from '../../launched-backend.ts'
import { cheapCost } from '../../prepared-database.ts'
import { type SignedIn, signIn } from '../parts/embedded-backend.ts'
import { postgresCopy } from '../parts/postgres-copy.ts'

/** Longer than a person stays present after the last sign of their connection. */
const absentMs = 61_000
const clock = { ahead: 0 }
const sockets: Socket[] = []
/** Its clock is moved by the test. */
let staying: Backend
/** A process, to be killed. */
let killed: LaunchedBackend

beforeAll(async () => {
  const databaseUrl = await postgresCopy(inject('postgresUrl') ?? '', 'demo', randomUUID())
  staying = await startBackend({
    port: 0,
    dataDir: 'memory',
    seed: 'demo',
    databaseUrl,
    passwordCost: cheapCost,
    sessionSweepMs: 100,
    now: () => Date.now() + clock.ahead,
  })
  killed = await launchBackend(['--port', '0'], { DATABASE_URL: databaseUrl })
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await endBackend(killed, 'SIGKILL')
  await staying.close()
})

async function connected({ url }: { url: string }, { token }: SignedIn): Promise<void> {
  const socket = io(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
  sockets.push(socket)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
}

it('people present at one instance are seen at both, and are absent after their instance is killed (DESK-5, SCA-2)', async () => {
  const admin = await signIn(staying, 'admin')
  const auditor = await signIn(staying, 'auditor')
  const operator = await signIn(killed, 'operator')
  const here = await signIn(killed, 'auditor')
  await staying.emitGateEvent({ condominiumId: 'condominio-01', kind: 'door-forced' })
  await staying.makeIncidents()
  const [incident] = (await (await admin.call('/rest/incidents/open')).json()).result
  const storyOf = async (who: SignedIn): Promise<IncidentStory> =>
    (await who.call(`/rest/incidents/${incident.id}`)).json()
  const presentTo = async (who: SignedIn) =>
    (await storyOf(who)).colleagues.flatMap(({ id, isPresent }) => (isPresent === true ? id : [])).sort()

  expect(await presentTo(auditor)).toEqual([])
  await connected(staying, admin)
  await connected(killed, operator)
  const both = [admin.user.userId, operator.user.userId].sort()
  for (const who of [auditor, here]) await eventually(async () => expect(await presentTo(who)).toEqual(both))

  const claimed = await operator.call(`/rest/incidents/${incident.id}/deeds`, {
    method: 'POST',
    body: { deed: 'claim' },
  })
  expect(claimed.status).toBe(200)
  expect((await storyOf(admin)).isOwnerPresent).toBe(true)

  await endBackend(killed, 'SIGKILL')
  expect((await storyOf(admin)).isOwnerPresent, 'the panel may connect to the other instance').toBe(true)
  clock.ahead += absentMs
  await eventually(async () => expect((await storyOf(admin)).isOwnerPresent).toBe(false))
  await eventually(async () => expect(await presentTo(auditor)).toEqual([admin.user.userId]))
})
