import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Queryable } from '../../../backend/database/database.ts'
import { valuesOf } from '../../../backend/database/row-values.ts'
import type { DeviceReply } from '../../../backend/devices/device-client.ts'
import { deviceCommands } from '../../../backend/devices/device-commands.ts'
import type { DeviceContacts } from '../../../backend/devices/device-contacts.ts'
import { setActive } from '../../../backend/devices/devices.ts'
import { theServer } from '../../../backend/evidence/fact.ts'
import type { Backend } from '../../../backend/server.ts'
import { eventually } from '../../eventually.ts'
import { endBackend, launchBackend } from '../../launched-backend.ts'
import { demoDataDir, type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { arrived, atTheDevice, recordOf, setFault } from '../parts/simulated-device.ts'

const deviceTimeoutMs = 1_000
let backend: Backend
let admin: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ deviceTimeoutMs, unansweredEveryMs: 50 })
  admin = await signIn(backend, 'admin')
})
afterAll(() => backend.close())
beforeEach(async () => {
  await admin.call('/rest/simulator/devices', { method: 'PUT', body: { fault: 'up' } })
})

const switchTo = (active: boolean, wordCode: string, key: string = randomUUID()) =>
  admin.call(`/device-control/device/activate/user-admin/${wordCode}`, {
    method: 'POST',
    headers: { 'idempotency-key': key },
    body: { active },
  })
const received = async (wordCode: string) =>
  (await atTheDevice(admin, wordCode)).received.filter(({ op }) => op !== 'status').map(({ op }) => op)

const recordsOf = (who: { database: Backend['database'] }, wordCode: string) =>
  valuesOf(
    who.database,
    `select kind || ' ' || (record::jsonb -> 'data' ->> 'op') from evidence
     where word_code = $1 and kind like 'command.%' order by seq`,
    [wordCode],
    v.string(),
  )

const answer: DeviceReply = { latencyMs: 1, active: undefined }
const change = () => ({ customersId: admin.user.customersId, actor: theServer })
const setTo = (wordCode: string, active: boolean) => async (transaction: Queryable) => {
  await setActive(transaction, wordCode, active, { at: new Date(), by: null, key: undefined })
  return { result: undefined }
}

/** Another instance of the server on the same database; `ask` stands in for the devices. */
function instance(ask: DeviceContacts['ask'], times: { leaseMs: number; waitMs: number }) {
  const contacts = { ask, freeForMonitor: () => ({ quick: 0, slow: 0 }), settled: async () => {} }
  return deviceCommands({ database: backend.database, contacts, now: Date.now, ...times })
}

describe('two commands to one device', () => {
  it('run one after another: the newer one waits for the late answer of the older one, and decides the state', async () => {
    const wordCode = 'AGUAVIVA-01'
    const device = await recordOf(admin, wordCode)
    const late = Promise.withResolvers<DeviceReply>()
    const asked: string[] = []
    const commands = instance(
      async (_, { op }) => {
        asked.push(op)
        return op === 'activate' ? late.promise : answer
      },
      { leaseMs: 60_000, waitMs: 60_000 },
    )
    const on = commands.run(change(), device, 'activate', setTo(wordCode, true))
    await eventually(() => expect(asked).toEqual(['activate']))
    const off = commands.run(change(), device, 'deactivate', setTo(wordCode, false))
    await eventually(async () => expect(await recordsOf(backend, wordCode)).toContain('command.received deactivate'))
    expect(asked).toEqual(['activate'])
    late.resolve(answer)
    await Promise.all([on, off])
    expect(asked).toEqual(['activate', 'deactivate'])
    expect((await recordOf(admin, wordCode)).active).toBe(false)
    expect(await recordsOf(backend, wordCode)).toEqual([
      'command.received activate',
      'command.received deactivate',
      'command.answered activate',
      'command.answered deactivate',
    ])
  })

  it('do not wait for commands to other devices', async () => {
    await setFault(admin, 'AGUAVIVA-02', 'hang')
    const hanging = switchTo(false, 'AGUAVIVA-02')
    await arrived(admin, 'AGUAVIVA-02', 'deactivate')
    expect((await switchTo(false, 'AGUAVIVA-03')).status).toBe(200)
    expect((await hanging).status).toBe(504)
  })

  it('beyond the eighth are answered with 503 notAsked at once, and the device does not get them', async () => {
    await setFault(admin, 'AGUAVIVA-04', 'slow', 400)
    const first = switchTo(false, 'AGUAVIVA-04')
    await arrived(admin, 'AGUAVIVA-04', 'deactivate')
    const answers = await Promise.all(Array.from({ length: 10 }, () => switchTo(false, 'AGUAVIVA-04')))
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThanOrEqual(3)
    for (const answer of busy) {
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(await answer.json()).toMatchObject({ notAsked: true })
    }
    expect((await first).status).toBe(200)
    expect(await received('AGUAVIVA-04')).toHaveLength(1 + answers.length - busy.length)
  })

  it('a restart, a switching and a removal take turns, and after the removal the waiting command gets 404', async () => {
    await setFault(admin, 'ACACIAS-02', 'slow', 400)
    const restart = admin.call('/device-control/device/restart/ACACIAS-02', { method: 'POST' })
    await arrived(admin, 'ACACIAS-02', 'restart')
    const removal = admin.call('/device-control/device/user-admin/ACACIAS-02', { method: 'DELETE' })
    await eventually(async () => expect(await recordsOf(backend, 'ACACIAS-02')).toContain('command.received remove'))
    const off = switchTo(false, 'ACACIAS-02')
    expect([(await restart).status, (await removal).status, (await off).status]).toEqual([202, 204, 404])
  })
})

describe('a repeated key', () => {
  it('of a command that timed out is refused after a newer command, and the newer state stays', async () => {
    await setFault(admin, 'SAOJOAO-01', 'slow', 60_000)
    expect((await switchTo(true, 'SAOJOAO-01', 'liga-1')).status).toBe(504)
    await setFault(admin, 'SAOJOAO-01', 'up')
    expect((await switchTo(false, 'SAOJOAO-01')).status).toBe(200)
    const again = await switchTo(true, 'SAOJOAO-01', 'liga-1')
    expect([again.status, (await again.json()).message]).toEqual([
      409,
      'Um comando mais novo já foi enviado ao dispositivo SAOJOAO-01, e este não vale mais. Confira o estado do dispositivo.',
    ])
    expect((await recordOf(admin, 'SAOJOAO-01')).active).toBe(false)
    expect(await received('SAOJOAO-01')).toEqual(['activate', 'deactivate'])
  })

  it('of a command that never reached the device is refused after a newer command too', async () => {
    await setFault(admin, 'SAOJOAO-02', 'refuse')
    expect((await switchTo(false, 'SAOJOAO-02', 'desliga-2')).status).toBe(502)
    await setFault(admin, 'SAOJOAO-02', 'up')
    expect((await switchTo(true, 'SAOJOAO-02')).status).toBe(200)
    expect((await switchTo(false, 'SAOJOAO-02', 'desliga-2')).status).toBe(409)
    expect((await recordOf(admin, 'SAOJOAO-02')).active).toBe(true)
  })

  it('acts if the newer command certainly did not reach the device', async () => {
    await setFault(admin, 'SAOJOAO-03', 'hang')
    expect((await switchTo(false, 'SAOJOAO-03', 'desliga-3')).status).toBe(504)
    await setFault(admin, 'SAOJOAO-03', 'refuse')
    expect((await switchTo(true, 'SAOJOAO-03')).status).toBe(502)
    await setFault(admin, 'SAOJOAO-03', 'up')
    expect((await switchTo(false, 'SAOJOAO-03', 'desliga-3')).status).toBe(200)
    expect((await recordOf(admin, 'SAOJOAO-03')).active).toBe(false)
  })
})

describe('a server that was paused for too long', () => {
  // Each instance takes the commands of the other for dead.
  const pausedTooLong = { leaseMs: 0, waitMs: 1_000 }

  it('refuses an answer that comes after a newer command, and stores nothing of it', async () => {
    const device = await recordOf(admin, 'ACACIAS-03')
    const late = Promise.withResolvers<DeviceReply>()
    const asked = Promise.withResolvers<void>()
    const paused = instance(() => {
      asked.resolve()
      return late.promise
    }, pausedTooLong)
    const other = instance(async () => answer, pausedTooLong)
    const on = paused.run(change(), device, 'activate', setTo('ACACIAS-03', true))
    await asked.promise
    await other.run(change(), device, 'deactivate', setTo('ACACIAS-03', false))
    late.resolve(answer)
    await expect(on).rejects.toMatchObject({ status: 503, unasked: 'notHeard' })
    expect((await recordOf(admin, 'ACACIAS-03')).active).toBe(false)
    // The running backend also searches for dead commands, so the position of the record `command.unknown` varies.
    expect((await recordsOf(backend, 'ACACIAS-03')).toSorted()).toEqual([
      'command.answered activate',
      'command.answered deactivate',
      'command.received activate',
      'command.received deactivate',
      'command.unknown activate',
    ])
  })
})

it('a command that timed out is checked: the device is asked, and the record follows the device', async () => {
  expect((await recordOf(admin, 'ACACIAS-01')).active).toBe(true)
  await setFault(admin, 'ACACIAS-01', 'slow', 60_000)
  expect((await switchTo(false, 'ACACIAS-01')).status).toBe(504)
  await setFault(admin, 'ACACIAS-01', 'up')
  await admin.call('/device-control/device/user-admin/ACACIAS-01')
  await backend.database.execute("update device_commands set asked_at = 'epoch' where state = 'unknown'")
  await eventually(async () => expect((await recordOf(admin, 'ACACIAS-01')).active).toBe(false))
  expect(await recordsOf(backend, 'ACACIAS-01')).toEqual([
    'command.received deactivate',
    'command.answered deactivate',
    'command.checked deactivate',
  ])
})

it('a command that timed out is not checked if a later command of the same kind has succeeded', async () => {
  await setFault(admin, 'CORACAO-01', 'slow', 60_000)
  expect((await switchTo(false, 'CORACAO-01')).status).toBe(504)
  // The server has asked the device once, and gets no answer.
  await arrived(admin, 'CORACAO-01', 'status')
  await setFault(admin, 'CORACAO-01', 'up')
  expect((await switchTo(true, 'CORACAO-01')).status).toBe(200)
  expect(
    await valuesOf(
      backend.database,
      "select state from device_commands where word_code = 'CORACAO-01' order by number",
      [],
      v.string(),
    ),
  ).toEqual(['known', 'done'])
  expect(await recordsOf(backend, 'CORACAO-01')).toEqual([
    'command.received deactivate',
    'command.answered deactivate',
    'command.received activate',
    'command.answered activate',
  ])
})

it.runIf(inject('postgresUrl') === undefined)(
  'after kill -9 during a bulk switching, every command is reported as unknown, and the device is asked',
  async () => {
    const dataDir = await demoDataDir()
    try {
      const killed = await launchBackend(['--data', dataDir, '--port', '0'], {})
      const before = await signIn({ url: killed.url.replace('localhost', '127.0.0.1') }, 'admin')
      const { result } = await (await before.call('/device-control/device?limit=40')).json()
      const wordCodes = v
        .parse(v.array(v.object({ wordCode: v.string(), active: v.boolean() })), result)
        .filter(({ active }) => active)
        .slice(0, 20)
        .map(({ wordCode }) => wordCode)
      await before.call('/rest/simulator/devices', {
        method: 'PUT',
        body: { fault: 'slow', slowMs: 60_000, wordCodes },
      })
      const off = (wordCode: string) =>
        before.call(`/device-control/device/activate/user-admin/${wordCode}`, {
          method: 'POST',
          body: { active: false },
        })
      const cut = Promise.allSettled(wordCodes.map(off))
      await Promise.all(wordCodes.map((wordCode) => arrived(before, wordCode, 'deactivate')))
      await eventually(async () => {
        for (const wordCode of wordCodes) expect((await atTheDevice(before, wordCode)).acted.deactivate).toBe(1)
      })
      await endBackend(killed, 'SIGKILL')
      await cut

      const next = await startTestBackend({ dataDir })
      const after = await signIn(next, 'admin')
      await eventually(async () => {
        for (const wordCode of wordCodes) expect((await recordOf(after, wordCode)).active).toBe(false)
      })
      for (const wordCode of wordCodes)
        expect(await recordsOf(next, wordCode)).toEqual([
          'command.received deactivate',
          'command.unknown deactivate',
          'command.checked deactivate',
        ])
      await next.close()
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
