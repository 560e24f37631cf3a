import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { startSession } from '../../../backend/sessions/sessions.ts'
import { faultOf, fuzzedRequests } from '../../bench/fuzz/fuzzed-requests.ts'
import { sendRaw } from '../../bench/fuzz/send-raw.ts'
import { startTestBackend } from '../parts/embedded-backend.ts'

const people = { admin: 'user-admin', operator: 'user-operador', auditor: 'user-auditor', outsider: 'user-litoral' }
let backend: Backend

beforeAll(async () => {
  backend = await startTestBackend({ deviceTimeoutMs: 200 })
})
afterAll(() => backend.close())

it('the server answers random requests without an internal failure and without internal details (OPS-4)', async () => {
  const faults: unknown[] = []
  const tokens = new Map<string, string>()
  const queue = fc.sample(fuzzedRequests, { numRuns: 400, seed: 4 }).values()
  const sendAll = async () => {
    for (const request of queue) {
      const userId = request.who === 'nobody' ? undefined : people[request.who]
      if (userId !== undefined && !tokens.has(request.who)) {
        const session = { userId, userAgent: 'fuzz', remember: false }
        tokens.set(request.who, (await startSession(backend.database, session, Date.now())).token)
      }
      const answer = await sendRaw(backend.url, request, tokens.get(request.who))
      // A random sign-out has ended the session.
      if (answer.status === 401) tokens.delete(request.who)
      const fault = faultOf(request, answer)
      if (fault !== undefined) faults.push({ fault, request, answer })
    }
  }
  await Promise.all(Array.from({ length: 8 }, sendAll))
  expect(faults).toEqual([])
})
