import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeEvent } from '../../../backend/events/events.ts'
import type { Backend } from '../../../backend/server.ts'
import { startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend

beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

it('the server keeps the newest event of a condominium as its last event, even if an older event is stored later', async () => {
  const newest = Date.now()
  for (const [at, ip] of [
    [newest, '127.20.0.1'],
    [newest - 1_000, '127.20.0.2'],
  ] as const)
    await storeEvent(backend.database, {
      condominiumId: 'condominio-01',
      wordCode: 'A',
      ip,
      kind: 'door-forced',
      description: '',
      at: new Date(at).toISOString(),
    })
  expect(
    await backend.database.query(
      "select last_event_at as at, last_event_ip as ip from condominiums where id = 'condominio-01'",
      [],
      v.object({ at: v.date(), ip: v.string() }),
    ),
  ).toEqual([{ at: new Date(newest), ip: '127.20.0.1' }])
})
