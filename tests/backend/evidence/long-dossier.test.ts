import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dossierPlaces } from '../../../backend/evidence/dossier-places.ts'
import type { Backend } from '../../../backend/server.ts'
import { verifyDossier } from '../../../contract/evidence/verify-evidence.js'
import { lengthenChain } from '../../bench/attacks/long-chain.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { dossierFilesOf } from './made-dossier.ts'

const path = '/rest/evidence/dossier?from=2020-01-01T00:00:00.000Z&to=2999-01-01T00:00:00.000Z'
const customer = 'horizonte'

describe('a dossier of thousands of records (OPS-4)', () => {
  let backend: Backend
  let admin: SignedIn
  beforeAll(async () => {
    backend = await startTestBackend()
    await lengthenChain(backend.database, 4_000, Date.now())
    admin = await signIn(backend, 'admin')
  })
  afterAll(() => backend.close())

  it('does not block other requests while the server makes it, and is genuine', async () => {
    let isMade = false
    const making = admin.call(path).then((answer) => {
      isMade = true
      return answer
    })
    let answered = 0
    for (; !isMade; answered += 1) await (await fetch(`${backend.url}/livez`)).arrayBuffer()
    const { page, json } = await dossierFilesOf(await making)
    expect(answered).toBeGreaterThan(10)
    for (const file of [page, json]) expect(await verifyDossier(file)).toMatchObject({ isGenuine: true, problems: [] })
    expect(JSON.parse(json).dossier.records.length).toBeGreaterThan(4_000)
  })

  it('is refused while the customer has another dossier in progress, until the client of that dossier disconnects', async () => {
    const left = new AbortController()
    const headers = { authorization: `Bearer ${admin.token}` }
    const asked = [1, 2, 3].map(() => fetch(backend.url + path, { headers, signal: left.signal }))
    expect((await Promise.race(asked)).status).toBe(429)
    left.abort()
    await Promise.allSettled(asked)
    await expect
      .poll(
        async () => {
          const answer = await admin.call(path)
          await answer.arrayBuffer()
          return answer.status
        },
        { timeout: 30_000 },
      )
      .toBe(200)
  })
})

it('the slot of a finished dossier is free again, for the customer and for other customers (OPS-4)', () => {
  const take = dossierPlaces()
  const first = take(customer)
  expect(() => take(customer)).toThrow('desta administradora')
  const second = take('litoral')
  expect(() => take('terceira')).toThrow('outros dossiês')
  first.leave()
  first.leave()
  expect([first.signal.aborted, second.signal.aborted]).toEqual([true, false])
  take(customer)
  expect(() => take('terceira')).toThrow('outros dossiês')
})
