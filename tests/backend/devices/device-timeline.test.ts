import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteOldRows } from '../../../backend/database/old-rows.ts'
import { cursorOf } from '../../../backend/http/list-cursor.ts'
import type { Backend } from '../../../backend/server.ts'
import { eventually } from '../../eventually.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { setFault } from '../parts/simulated-device.ts'

const hourMs = 60 * 60_000
const awayMs = 20 * 60_000
let nowMs = Date.now()
let backend: Backend
let admin: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ now: () => nowMs, deviceTimeoutMs: 500, unansweredEveryMs: 50 })
  admin = await signIn(backend, 'admin')
})
afterAll(() => backend.close())

type Entry = { id: string; at: string; kind: string; description: string }

async function timeline(wordCode: string, query = '') {
  const answer = await admin.call(`/rest/api/health/device/${wordCode}/timeline${query}`)
  expect(answer.status).toBe(200)
  return answer.json()
}

async function kinds(wordCode: string, count: number): Promise<string[]> {
  const { result }: { result: Entry[] } = await timeline(wordCode, `?limit=${count}`)
  return result.map(({ kind }) => kind)
}

async function ask(wordCode: string): Promise<void> {
  nowMs += 1_000
  await admin.call(`/device-control/device/user-admin/${wordCode}`)
}

async function activate(wordCode: string, active: boolean): Promise<void> {
  nowMs += 1_000
  const path = `/device-control/device/activate/user-admin/${wordCode}`
  expect((await admin.call(path, { method: 'POST', body: { active } })).status).toBe(200)
}

describe('the timeline of a device (PAGE-5)', () => {
  it('has one entry for lost and one for restored contact, after any number of calls', async () => {
    await setFault(admin, 'MANACAS-01', 'refuse')
    await ask('MANACAS-01')
    await ask('MANACAS-01')
    await setFault(admin, 'MANACAS-01', 'up')
    await ask('MANACAS-01')
    await ask('MANACAS-01')
    expect((await kinds('MANACAS-01', 2)).slice(0, 2)).toEqual(['online', 'offline'])
  })

  it('has a restart that the device accepted, and no failed restart', async () => {
    nowMs += 1_000
    expect((await admin.call('/device-control/device/restart/MANACAS-02', { method: 'POST' })).status).toBe(202)
    expect(await kinds('MANACAS-02', 1)).toEqual(['restarted'])
    await setFault(admin, 'MANACAS-03', 'refuse')
    nowMs += 1_000
    await admin.call('/device-control/device/restart/MANACAS-03', { method: 'POST' })
    expect(await kinds('MANACAS-03', 1)).toEqual(['offline'])
    await setFault(admin, 'MANACAS-03', 'up')
  })

  it('has deactivation and activation; calls to an inactive device add nothing', async () => {
    await activate('MANACAS-04', false)
    await activate('MANACAS-04', false)
    await setFault(admin, 'MANACAS-04', 'refuse')
    await ask('MANACAS-04')
    await setFault(admin, 'MANACAS-04', 'up')
    await activate('MANACAS-04', true)
    expect(await kinds('MANACAS-04', 3)).toEqual(['online', 'activated', 'inactive'])
  })

  it('has a command without an answer, of which nobody knows whether it arrived, and none that certainly did not', async () => {
    const off = async () => {
      nowMs += 1_000
      const body = { active: false }
      return admin.call('/device-control/device/activate/user-admin/ACACIAS-04', { method: 'POST', body })
    }
    const unanswered = async () => {
      const { result }: { result: Entry[] } = await timeline('ACACIAS-04', '?limit=500')
      return result.filter(({ kind }) => kind === 'unanswered')
    }
    await setFault(admin, 'ACACIAS-04', 'refuse')
    expect((await off()).status).toBe(502)
    expect(await unanswered()).toEqual([])
    await setFault(admin, 'ACACIAS-04', 'hang')
    expect((await off()).status).toBe(504)
    expect(await unanswered()).toMatchObject([
      {
        at: new Date(nowMs).toISOString(),
        description: 'Desativação: sem resposta, e não sabemos se o comando chegou',
      },
    ])
  })

  it('has a command that was sent by a server that stopped before the answer', async () => {
    await backend.database.execute(
      `insert into device_commands (word_code, op, received_at, sent_at, claimed_by, claimed_until)
       values ('ACACIAS-03', 'restart', $1, $1, 'stopped', now() - interval '1 minute')`,
      [new Date(nowMs)],
    )
    await eventually(async () => {
      const { result }: { result: Entry[] } = await timeline('ACACIAS-03', '?limit=500')
      expect(result.map(({ description }) => description)).toContain(
        'Reinício: sem resposta, e não sabemos se o comando chegou',
      )
    })
  })

  it('has status unknown after a change of address', async () => {
    const record = await (await admin.call('/device-control/device/SAOJOAO-01')).json()
    const { status: _, lastContactAt: _at, latencyMs: _ms, ...fields } = record
    nowMs += 1_000
    const body = { ...fields, ip: '127.20.9.9', port: 9_109 }
    expect((await admin.call('/device-control/device/user-admin/SAOJOAO-01', { method: 'PUT', body })).status).toBe(200)
    expect(await kinds('SAOJOAO-01', 1)).toEqual(['unknown'])
    await admin.call('/device-control/device/user-admin/SAOJOAO-01', {
      method: 'PUT',
      body: { ...body, name: 'Outro' },
    })
    expect((await kinds('SAOJOAO-01', 2))[1]).not.toBe('unknown')
  })

  it('can be read in pages, each entry once, newest first, with the events at the gate', async () => {
    const whole: { result: Entry[]; nextCursor: unknown } = await timeline('AGUAVIVA-01', '?limit=500')
    expect(whole.nextCursor).toBeNull()
    expect(whole.result.some(({ id }) => id.startsWith('e'))).toBe(true)
    expect(whole.result.map(({ at }) => at)).toEqual(
      whole.result
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    const pages: Entry[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const before: string = cursor === '' ? '' : `&before=${encodeURIComponent(cursor)}`
      const page: { result: Entry[]; nextCursor: string | null } = await timeline('AGUAVIVA-01', `?limit=3${before}`)
      pages.push(...page.result)
      cursor = page.nextCursor
    }
    expect(pages).toEqual(whole.result)
  })

  it.each([
    '?limit=0',
    '?limit=501',
    '?before=ontem',
    `?before=${cursorOf(['2026-99-99T00:00:00Z', `c${'1'.repeat(19)}`])}`,
  ])('refuses %s', async (query) => {
    expect((await admin.call(`/rest/api/health/device/AGUAVIVA-01/timeline${query}`)).status).toBe(422)
  })
})

describe('the availability of a device (PAGE-5)', () => {
  it('counts twenty minutes without contact as offline, and inactive time as neither online nor offline', async () => {
    const before = (await timeline('CORACAO-01')).availability.day
    await setFault(admin, 'CORACAO-01', 'refuse')
    await ask('CORACAO-01')
    nowMs += awayMs
    await backend.database.execute('update server_runs set seen_at = $1 where id = (select max(id) from server_runs)', [
      new Date(nowMs),
    ])
    await setFault(admin, 'CORACAO-01', 'up')
    await ask('CORACAO-01')
    await activate('CORACAO-01', false)
    nowMs += 60_000
    const { day, month } = (await timeline('CORACAO-01')).availability
    expect(day.offlineMs - before.offlineMs).toBeGreaterThanOrEqual(awayMs)
    expect(day.offlineMs - before.offlineMs).toBeLessThan(awayMs + 60_000)
    expect(day.inactiveMs).toBe(60_000)
    expect(day.onlineMs + day.offlineMs + day.unknownMs + day.inactiveMs).toBe(24 * hourMs)
    expect(month.onlineMs + month.offlineMs + month.unknownMs + month.inactiveMs).toBe(30 * 24 * hourMs)
    await activate('CORACAO-01', true)
  })

  it('counts time without a running server as unknown', async () => {
    const { month } = (await timeline('AGUAVIVA-01')).availability
    expect(month.unknownMs).toBeGreaterThan(24 * 24 * hourMs)
  })
})

it('the server keeps changes for 90 days, and the last change before that (PAGE-5)', async () => {
  const { database } = backend
  const day = (days: number) => new Date(nowMs - days * 24 * hourMs)
  await database.execute("delete from device_changes where word_code = 'ACUDE-01'")
  await database.execute(
    `insert into device_changes (word_code, kind, at) values ('ACUDE-01', 'online', $1), ('ACUDE-01', 'offline', $2),
       ('ACUDE-01', 'restarted', $3), ('ACUDE-01', 'unanswered', $3), ('ACUDE-01', 'online', $4)`,
    [day(100), day(95), day(94), day(2)],
  )
  await deleteOldRows(database, 'device_changes', nowMs)
  const { result }: { result: Entry[] } = await timeline('ACUDE-01', '?limit=500')
  expect(result.filter(({ id }) => id.startsWith('c')).map(({ kind }) => kind)).toEqual(['online', 'offline'])
})
