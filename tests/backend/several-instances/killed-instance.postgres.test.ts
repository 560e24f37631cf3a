import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Database } from '../../../backend/database/database.ts'
import { openPostgresDatabase } from '../../../backend/database/postgres/postgres-database.ts'
import { eventually } from '../../eventually.ts'
import { signIn } from '../parts/embedded-backend.ts'
import { postgresCopy } from '../parts/postgres-copy.ts'
import { type Instances, startInstances } from './instances-behind-proxy.ts'
import { openLivePanel } from './live-panel.ts'

let database: Database
let instances: Instances

beforeAll(async () => {
  const databaseUrl = await postgresCopy(inject('postgresUrl') ?? '', 'demo', randomUUID())
  database = await openPostgresDatabase(databaseUrl)
  instances = await startInstances(2, databaseUrl)
})
afterAll(async () => {
  await instances.stop()
  await database.close()
})

it('a killed instance signs out no person, and no event is missed or delivered twice (SCA-2)', async () => {
  const admin = await signIn(instances, 'admin')
  const person = { token: admin.token, userId: admin.user.userId }
  const panels = Array.from({ length: 8 }, () => openLivePanel(instances.url, person))
  await eventually(() => expect(panels.every((panel) => panel.isUp())).toBe(true))
  const before = await idsSince('0')
  let isOver = false
  let tries = 0
  const outboxEvent = (async () => {
    while (!isOver || tries < 20) {
      tries += 1
      const body = { condominiumId: 'condominio-01', kind: 'door-forced' }
      // The call may have reached the instance that is killed.
      await admin.call('/rest/simulator/event', { method: 'POST', body }).catch(() => {})
      await wait(50)
    }
  })()
  await wait(300)
  await instances.kill(0)
  await eventually(() => expect(panels.some((panel) => panel.lost() > 0)).toBe(true))
  await eventually(() => expect(panels.every((panel) => panel.isUp())).toBe(true))
  isOver = true
  await outboxEvent
  const happened = await idsSince(before.at(-1) ?? '0')
  expect(happened.length).toBeGreaterThan(10)
  const missed = () => panels.flatMap((panel) => happened.filter((id) => !panel.known.has(id)))
  await eventually(() => expect(missed()).toEqual([]))
  expect(panels.map(({ twice }) => twice.onOneLink)).toEqual(panels.map(() => 0))
  expect(panels.map((panel) => panel.signedOut())).toEqual(panels.map(() => 0))
  for (const panel of panels) panel.close()
})

async function idsSince(id: string): Promise<string[]> {
  const rows = await database.query(
    'select id::text from events where id > $1::bigint order by events.id',
    [id],
    v.object({ id: v.string() }),
  )
  return rows.map((row) => row.id)
}
