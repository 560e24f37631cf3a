import { afterEach, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { eventually } from '../../eventually.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

const metricsToken = 'um-segredo-so-para-medir'
let backend: Backend
afterEach(() => backend.close().catch(() => {}))

const read = (headers: Record<string, string> = {}) => fetch(`${backend.url}/metrics`, { headers })

it('GET /metrics answers with the metrics of the instance if the caller sends the token, and 401 to any other caller (OPS-2)', async () => {
  backend = await startTestBackend({ metricsToken })
  const admin = await signIn(backend, 'admin')
  await fetch(`${backend.url}/rest/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@guarita.demo', password: 'errada' }),
  })
  await admin.call('/rest/condominium/by-id/condominio-01')
  expect((await read()).status).toBe(401)
  expect((await read({ authorization: `Bearer ${admin.token}` })).status).toBe(401)
  const answer = await read({ authorization: `Bearer ${metricsToken}` })
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await answer.text()
  expect(text).toMatch(
    /^guarita_http_request_seconds_count\{method="GET",route="\/rest\/condominium\/by-id\/:id",status="200"\} 1$/m,
  )
  expect(text).toMatch(/^guarita_security_events_total\{kind="sign-in-failed"\} 1$/m)
  expect(text).toMatch(/^guarita_devices \d+$/m)
  for (const name of ['sockets', 'database_bytes', 'device_places_free', 'incidents_open', 'incidents_unclaimed'])
    expect(text).toMatch(new RegExp(`^guarita_${name}(\\{[^}]*\\})? \\d`, 'm'))
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
  expect(text).not.toContain('condominio-01')
  for (const line of ['guarita_ready 1', 'guarita_bus_connected 1', 'guarita_build_info{version="0.0.0",commit=""} 1'])
    expect(text.split('\n')).toContain(line)
})

it('/metrics has the current number of devices, and leaves out the values of a database that does not answer (OPS-2)', async () => {
  backend = await startTestBackend({ metricsToken })
  const text = async () => (await read({ authorization: `Bearer ${metricsToken}` })).text()
  const metric = async (name: string) => new RegExp(`^guarita_${name} (.*)$`, 'm').exec(await text())?.[1]
  const devices = Number(await metric('devices'))
  expect(devices).toBeGreaterThan(0)
  await backend.database.execute('update devices set active = false')
  expect(await metric('devices')).toBe('0')
  expect(await metric('backup_age_seconds')).toBeUndefined()
  await backend.database.execute(
    "insert into last_backup (has_failed, succeeded_at) values (true, clock_timestamp() - interval '1 hour')",
  )
  expect(Number(await metric('backup_age_seconds'))).toBeCloseTo(3_600, -2)
  expect(await metric('backup_failed')).toBe('1')
  await backend.database.close()
  // The server caches the readiness for a second.
  const lost = await eventually(async () => {
    const found = await text()
    expect(found).toMatch(/^guarita_ready 0$/m)
    return found
  })
  expect(lost).not.toMatch(/^guarita_(devices|device_checks|database_bytes|incidents|backup)/m)
  expect(lost).toMatch(/^guarita_sockets 0$/m)
})

it('/metrics counts failed deliveries of signed heads (OPS-2)', async () => {
  backend = await startTestBackend({ metricsToken, evidenceAnchor: 'http://127.0.0.1:9/heads' })
  const text = await (await read({ authorization: `Bearer ${metricsToken}` })).text()
  expect(text).toMatch(/^guarita_anchor_failures_total\{variable="GUARITA_EVIDENCE_ANCHOR"\} 1$/m)
  expect(text).toMatch(/^guarita_warnings\{kind="anchor"\} 1$/m)
})

it('GET /metrics answers 404 if the configuration has no token', async () => {
  backend = await startTestBackend()
  expect((await read({ authorization: `Bearer ${metricsToken}` })).status).toBe(404)
  expect((await fetch(`${backend.url}/healthz`)).status).toBe(200)
})
