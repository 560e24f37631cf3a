import { afterEach, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

const metricsToken = 'um-segredo-so-para-medir'
let backend: Backend
afterEach(() => backend.close())

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
  for (const name of ['sockets', 'device_check_oldest_seconds', 'database_bytes', 'device_places_free'])
    expect(text).toMatch(new RegExp(`^guarita_${name}(\\{[^}]*\\})? \\d`, 'm'))
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
  expect(text).not.toContain('condominio-01')
})

it('GET /metrics answers 404 if the configuration has no token', async () => {
  backend = await startTestBackend()
  expect((await read({ authorization: `Bearer ${metricsToken}` })).status).toBe(404)
  expect((await fetch(`${backend.url}/healthz`)).status).toBe(200)
})
