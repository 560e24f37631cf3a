import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseUnavailable } from '../../../backend/database/database-unavailable.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { readinessRoutes } from '../../../backend/readiness/readiness-routes.ts'
import { serverWarnings } from '../../../backend/readiness/warnings.ts'
import type { Backend } from '../../../backend/server.ts'
import { eventually } from '../../eventually.ts'
import { preparedImage } from '../../prepared-database.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

describe('a server', () => {
  let backend: Backend
  const ask = (path: string) => fetch(backend.url + path)

  beforeEach(async () => {
    backend = await startTestBackend()
  })
  afterEach(() => backend.close().catch(() => {}))

  it('refuses writes and answers reads while its database is read-only, and recovers without a restart (DUR-4)', async () => {
    const admin = await signIn(backend, 'admin')
    const devices = await (await admin.call('/device-control/device')).json()
    await backend.database.script('set default_transaction_read_only = on')
    const refused = await admin.call('/rest/simulator/event', {
      method: 'POST',
      body: { condominiumId: 'condominio-12', kind: 'door-forced' },
    })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect((await refused.json()).message).toContain('não consegue gravar agora')
    expect((await admin.call('/rest/condominium/list/user-admin')).status).not.toBe(503)
    await eventually(async () => expect((await ask('/readyz')).status).toBe(503))
    expect(await (await ask('/readyz')).json()).toEqual({ ready: false, reason: 'read-only' })
    expect(await (await ask('/livez')).json()).toEqual({ alive: true, version: '0.0.0' })

    await backend.database.script('set default_transaction_read_only = off')
    await eventually(async () => expect((await ask('/readyz')).status).toBe(200))
    expect(await (await admin.call('/device-control/device')).json()).toEqual(devices)
  })

  it('is not ready while its database has a migration of a newer version (DUR-4)', async () => {
    await backend.database.execute("insert into migrations (name) values ('9999-newer.sql')")
    await eventually(async () => expect((await ask('/readyz')).status).toBe(503))
    expect(await (await ask('/readyz')).json()).toEqual({ ready: false, reason: 'newer-data' })
    await backend.database.execute("delete from migrations where name = '9999-newer.sql'")
    await eventually(async () => expect((await ask('/readyz')).status).toBe(200))
  })

  it('serves the page and its configuration, and logs a refused call once, when its database is closed (DUR-4, OPS-2)', async () => {
    const panelDir = await mkdtemp(join(tmpdir(), 'guarita-panel-'))
    await writeFile(join(panelDir, 'index.html'), '<!doctype html><title>Guarita</title>')
    const lines: string[] = []
    const other = await startTestBackend({
      panelDir,
      log: { level: 'warn', format: 'json', write: (line) => lines.push(line) },
    })
    await signIn(other, 'admin')
    await other.database.close()
    const page = await fetch(`${other.url}/entrar`, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Guarita</title>')])
    for (const path of ['/config.json', '/version.json']) expect((await fetch(other.url + path)).status).toBe(200)
    const headers = { authorization: `Bearer ${'a'.repeat(43)}` }
    for (let call = 0; call < 3; call += 1)
      expect((await fetch(`${other.url}/rest/auth/sessions`, { headers })).status).toBe(503)
    const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request refused')
    expect(refused).toMatchObject([{ level: 'warn', route: 'GET /rest/auth/sessions', status: 503 }])
    await other.close().catch(() => {})
    await rm(panelDir, { recursive: true })
  })

  it('answers 503 on /readyz and 200 on /livez when its database is closed (DUR-4)', async () => {
    const admin = await signIn(backend, 'admin')
    await backend.database.close()
    const refused = await admin.call('/rest/api/health')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    await eventually(async () => expect((await ask('/readyz')).status).toBe(503))
    expect(await (await ask('/readyz')).json()).toEqual({ ready: false, reason: 'no-database' })
    expect((await ask('/livez')).status).toBe(200)
  })
})

describe('the log of /readyz', () => {
  const logged: string[] = []
  const query = vi.fn()
  const app = fastify({
    logger: { level: 'warn', stream: { write: (line: string) => logged.push(JSON.parse(line).msg) } },
  })
  beforeAll(() => {
    const database = { query, execute: vi.fn(), script: vi.fn(), transaction: vi.fn(), alone: vi.fn(), close: vi.fn() }
    readinessRoutes(app, database, {
      version: '1.2.3',
      isEnding: () => false,
      warnings: serverWarnings(app.log),
      clock: { isPlausible: async () => true, stop: async () => {} },
      diskReserve: { isUsed: async () => false, require: async () => {} },
    })
  })
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  afterAll(() => app.close())

  it('has each change once, and /readyz answers 503 when the database does not answer (DUR-4)', async () => {
    query.mockRejectedValue(new DatabaseUnavailable(new Error('gone')))
    for (let probe = 0; probe < 3; probe += 1) {
      expect((await app.inject('/readyz')).json()).toEqual({ ready: false, reason: 'no-database' })
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(logged).toEqual(['O banco de dados não responde. Chamadas são recusadas (503) até que volte.'])
    query.mockResolvedValue(['ready'])
    expect((await app.inject('/readyz')).statusCode).toBe(200)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(logged.splice(0).slice(1)).toEqual(['O banco de dados voltou a gravar e a responder.'])

    query.mockReturnValue(new Promise(() => {}))
    const asked = query.mock.calls.length
    const waiting = [app.inject('/readyz'), app.inject('/readyz'), app.inject('/readyz')]
    await vi.advanceTimersByTimeAsync(2_000)
    for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(503)
    expect(query.mock.calls.length).toBe(asked + 1)
  })
})

it('a closed in-memory database throws the same error as other closed databases (DUR-4)', async () => {
  const database = await openEmbeddedDatabase('memory', { image: await preparedImage('nothing') })
  await database.close()
  await expect(database.script('select 1')).rejects.toThrow(DatabaseUnavailable)
})
