import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'

let backend: Backend
let admin: SignedIn

beforeAll(async () => {
  backend = await startTestBackend()
  admin = await signIn(backend, 'admin')
})
afterAll(() => backend.close())

/** Returns the compressed bytes, which `fetch` would decompress. */
function fetchRaw(path: string, accepted: string): Promise<{ encoding: string | undefined; bytes: Buffer }> {
  const headers = { authorization: `Bearer ${admin.token}`, 'accept-encoding': accepted }
  return new Promise((resolve, reject) => {
    get(`${backend.url}${path}`, { headers }, async (response) => {
      resolve({ encoding: response.headers['content-encoding'], bytes: await buffer(response) })
    }).on('error', reject)
  })
}

const devices = '/device-control/device'

it('the server compresses a long list with an encoding that the browser accepts', async () => {
  const plain = await fetchRaw(devices, 'identity')
  expect(plain.encoding).toBeUndefined()
  const brotli = await fetchRaw(devices, 'gzip, deflate, br')
  const gzip = await fetchRaw(devices, 'gzip')
  expect([brotli.encoding, gzip.encoding]).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true)
  expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
  expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 4)
})

it('the server does not compress a short answer', async () => {
  expect((await fetchRaw(`${devices}/AGUAVIVA-01`, 'br')).encoding).toBeUndefined()
})

it('the server does not compress answers under auth, of any length', async () => {
  await backend.database.execute(
    `insert into sessions (id, user_id, token_hash, created_at, expires_at, last_seen_at, user_agent, remember)
     select 'sessao-' || n, 'user-admin', 'hash-' || n, now(), now() + interval '1 hour', now(), repeat('x', 300), true
     from generate_series(1, 30) as n`,
  )
  const { encoding, bytes } = await fetchRaw('/rest/auth/sessions', 'br')
  expect(encoding).toBeUndefined()
  expect(bytes.length).toBeGreaterThan(8_000)
})

it('the server decompresses no request body', async () => {
  const answer = await admin.call('/rest/notifications/mark-read', {
    method: 'POST',
    headers: { 'content-encoding': 'gzip' },
    body: { id: 'nada' },
  })
  expect(answer.status).toBe(404)
})
