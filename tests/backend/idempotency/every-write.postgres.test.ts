import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Backend, startBackend } from '../../../backend/server.ts'
import { cheapCost } from '../../prepared-database.ts'
import { type SignedIn, signIn } from '../parts/embedded-backend.ts'
import { postgresCopy } from '../parts/postgres-copy.ts'
import { effectOf, rowsOf, send, writeOf, writeRoutes } from './write-cases.ts'

const now = () => Date.parse('2026-03-02T08:00:00.000Z')
let first: Backend
let second: Backend
let admin: SignedIn

beforeAll(async () => {
  const databaseUrl = await postgresCopy(inject('postgresUrl') ?? '', 'demo', randomUUID())
  const start = () =>
    startBackend({ port: 0, dataDir: 'memory', seed: 'demo', databaseUrl, passwordCost: cheapCost, now })
  first = await start()
  second = await start()
  admin = await signIn(first, 'admin')
})
afterAll(async () => {
  await second.close()
  await first.close()
})

it.each(writeRoutes)('%s (%s) acts once for calls with one key at two instances', async (name, idempotent) => {
  await first.database.script('delete from attempts')
  const once = await writeOf(name, { backend: first, admin })
  const before = await rowsOf(first)
  await send(first, once)
  const expected = effectOf(before, await rowsOf(first))

  const write = await writeOf(name, { backend: first, admin })
  const earlier = await rowsOf(first)
  const answers = await Promise.all([first, second, second].map((backend) => send(backend, write)))
  answers.push(await send(first, write))
  expect(effectOf(earlier, await rowsOf(first))).toEqual(expected)
  if (idempotent === 'by key') expect(answers).toEqual(answers.map(() => answers[0]))
})
