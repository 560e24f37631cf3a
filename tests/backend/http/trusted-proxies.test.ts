import { afterEach, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend

afterEach(() => backend.close())

async function statusAfterTenTries(forwardedFor: string): Promise<number> {
  const attempt = async (from: string) => {
    const answer = await fetch(`${backend.url}/rest/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify({ email: 'operador@guarita.demo', password: 'errada' }),
    })
    return answer.status
  }
  for (let tries = 0; tries < 10; tries += 1) await attempt('192.0.2.1')
  return attempt(forwardedFor)
}

it('the server takes the caller’s address from the header of a trusted proxy', async () => {
  backend = await startTestBackend({ trustedProxies: ['loopback'] })
  expect(await statusAfterTenTries('192.0.2.2')).toBe(400)
  expect(await statusAfterTenTries('192.0.2.1')).toBe(429)
})

it('the server ignores the header of any other sender', async () => {
  backend = await startTestBackend()
  expect(await statusAfterTenTries('192.0.2.2')).toBe(429)
})
