import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { firstValue, valuesOf } from '../../../backend/database/row-values.ts'
import type { Backend } from '../../../backend/server.ts'
import { eventually } from '../../eventually.ts'
import { demoDataDir, type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { effectOf, send, type Write, watchRows, writeOf, writeRoutes } from './write-cases.ts'

const storedCall = v.object({ keyHash: v.string(), status: v.nullable(v.number()) })
const now = () => Date.parse('2026-03-02T08:00:00.000Z')
let backend: Backend
let admin: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ now })
  await watchRows(backend)
  admin = await signIn(backend, 'admin')
})
beforeEach(() => backend.database.script('delete from attempts'))
afterAll(() => backend.close())

const callCount = () => firstValue(backend.database, 'select count(*)::int from idempotent_calls', [], v.number())

/** Destroys the call's socket as soon as the backend has begun the work, or, without a key, once the request is sent. */
async function sendAndCut(write: Write, isKeyed: boolean): Promise<void> {
  const cut = new AbortController()
  const before = await callCount()
  const sent = send(backend, write, cut.signal).catch(() => 'cut')
  if (isKeyed) await eventually(async () => expect(await callCount()).not.toBe(before), 5)
  cut.abort()
  await sent
}

const world = () => ({ backend, admin })

it.each(writeRoutes)(
  '%s (%s) acts once for two calls with one key: in sequence, in parallel, and if the first answer is cut',
  async (name, idempotent, route) => {
    const isKeyed = idempotent === 'by key'
    const once = await writeOf(name, world())
    let answer: unknown
    const expected = await effectOf(backend, async () => {
      answer = await send(backend, once)
    })
    expect(answer).toMatchObject({ status: route.status })

    let repeated: unknown
    expect(
      await effectOf(backend, async () => {
        repeated = await send(backend, once)
      }),
    ).toEqual({ kinds: [] })
    if (isKeyed) expect(repeated).toEqual(answer)

    const twice = await writeOf(name, world())
    const inParallel = await effectOf(backend, async () => {
      const [first, second] = await Promise.all([send(backend, twice), send(backend, twice)])
      if (isKeyed) expect(second).toEqual(first)
    })
    expect(inParallel).toEqual(expected)

    const lost = await writeOf(name, world())
    const afterCut = await effectOf(backend, async () => {
      await sendAndCut(lost, isKeyed)
      const { status } = await send(backend, lost)
      if (isKeyed) expect(status).toBe(route.status)
    })
    expect(afterCut).toEqual(expected)
  },
)

const withBody = writeRoutes.filter(([, idempotent, { body }]) => idempotent === 'by key' && typeof body === 'object')

it.each(withBody)(
  '%s refuses a key that was used with another body, and accepts the same body with its fields in another order',
  async (name) => {
    const write = await writeOf(name, world())
    const first = await send(backend, write)
    const body = Object.fromEntries(Object.entries(write.body ?? {}).toReversed())
    expect(await send(backend, { ...write, body })).toEqual(first)
    const other = await send(backend, { ...write, body: { ...body, other: true } })
    expect([other.status, JSON.parse(other.text).fields]).toEqual([
      422,
      {
        'Idempotency-Key': 'Esta chave já acompanhou um pedido com outro conteúdo. Envie o pedido com uma chave nova.',
      },
    ])
  },
)

it('an import refuses a key that was used with another file', async () => {
  const write = await writeOf('POST /rest/import/:type/:condominiumId/:userId', world())
  const other = await writeOf('POST /rest/import/:type/:condominiumId/:userId', world())
  expect((await send(backend, write)).status).toBe(200)
  expect((await send(backend, { ...other, key: write.key })).status).toBe(422)
})

it('an answer 429 is not kept, and failures of callers without sign-in leave no row', async () => {
  const path = '/rest/auth/sign-in'
  const write = { key: 'tentativa', method: 'POST', path, token: '', body: { email: 'a@b.demo', password: 'errada' } }
  const before = await callCount()
  for (let tries = 0; tries < 10; tries += 1) expect((await send(backend, write)).status).toBe(400)
  expect((await send(backend, write)).status).toBe(429)
  expect(await callCount()).toBe(before)
  const handover = { ...write, path: '/rest/handovers', token: admin.token }
  for (let tries = 0; tries < 10; tries += 1)
    expect((await send(backend, { ...handover, key: `turno-${tries}` })).status).toBe(422)
  expect((await send(backend, handover)).status).toBe(429)
  await backend.database.script('delete from attempts')
  expect((await send(backend, handover)).status).toBe(422)
})

it('an unchanged PUT of a device makes no record', async () => {
  const path = '/device-control/device/AGUAVIVA-02'
  const { name, model, ip, port, condominiumId } = await (await admin.call(path)).json()
  const body = { name, model, ip, port, condominiumId }
  const put = () => admin.call('/device-control/device/user-admin/AGUAVIVA-02', { method: 'PUT', body })
  const effect = await effectOf(backend, async () => expect((await put()).status).toBe(200))
  expect(effect).toEqual({ kinds: [] })
})

/** Writes that cannot store their answer with their effect, and what a repetition after a crash does. */
const storedLater: Record<string, string> = {
  'POST /rest/simulator/burst': 'the call stores nothing: a repetition sends the messages again',
}

/** Refuses to store an answer in a transaction of its own: as if the server had died after the effect of the call. */
const deathAfterEffect = `create function dies_after_effect() returns trigger language plpgsql as $$ begin
  if pg_current_xact_id_if_assigned() is null then raise 'the server died'; end if;
  return null;
end $$;
create trigger dies_after_effect before update of status on idempotent_calls for each statement
  execute function dies_after_effect()`
const noDeath = 'drop function if exists dies_after_effect cascade'

it.each(writeRoutes.filter(([, idempotent]) => idempotent === 'by key'))(
  '%s (%s) gets its first answer after a crash between its effect and its answer',
  async (name, _, { status, records }) => {
    const write = await writeOf(name, world())
    const callsOf = () =>
      backend.database.query('select key_hash as "keyHash", status from idempotent_calls', [], storedCall)
    const before = new Set((await callsOf()).map(({ keyHash }) => keyHash))
    await backend.database.script(deathAfterEffect)
    try {
      expect((await send(backend, write)).status).toBe(500)
    } finally {
      await backend.database.script(noDeath)
    }
    const [call] = (await callsOf()).filter(({ keyHash }) => !before.has(keyHash))
    expect(call?.status).toBe(name in storedLater ? null : status)
    if (typeof records === 'object' && !('none' in records)) {
      const together = `select kind from evidence, idempotent_calls
        where evidence.xmin = idempotent_calls.xmin and key_hash = $1 and kind <> 'command.received'`
      expect(await valuesOf(backend.database, together, [call?.keyHash], v.string())).not.toEqual([])
    }
    expect((await send(backend, write)).status).toBe(status)
  },
)

it('every write acts once over a restart of the backend, and gets its first answer again', async () => {
  const dataDir = await demoDataDir()
  try {
    const first = await startTestBackend({ dataDir, now })
    const caller = await signIn(first, 'admin')
    const writes: [Write, isKeyed: boolean, answer: unknown][] = []
    for (const [name, idempotent] of writeRoutes) {
      await first.database.script('delete from attempts')
      const write = await writeOf(name, { backend: first, admin: caller })
      writes.push([write, idempotent === 'by key', await send(first, write)])
    }
    await first.close()
    const second = await startTestBackend({ dataDir, now })
    await watchRows(second)
    expect(
      await effectOf(second, async () => {
        for (const [write, isKeyed, answer] of writes) {
          const again = await send(second, write)
          if (isKeyed) expect([write.path, again]).toEqual([write.path, answer])
        }
      }),
    ).toEqual({ kinds: [] })
    await second.close()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

it('the database has neither keys nor readable answers: links and tokens stay secret', async () => {
  const write = await writeOf('POST /rest/wall-links', { backend, admin })
  const { token } = JSON.parse((await send(backend, write)).text)
  const stored = await backend.database.query(
    'select to_jsonb(idempotent_calls)::text as row from idempotent_calls',
    [],
    v.object({ row: v.string() }),
  )
  const all = stored.map(({ row }) => row).join('\n')
  expect(all).toContain('/rest/wall-links')
  for (const secret of [token, write.key, 'Guarita norte']) expect(all).not.toContain(secret)
})
