import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { type SignedIn, signIn } from '../parts/embedded-backend.ts'
import { startTwoInstances, type TwoInstances } from '../parts/two-instances.ts'
import { effectOf, send, watchRows, writeOf, writeRoutes } from './write-cases.ts'

const now = () => Date.parse('2026-03-02T08:00:00.000Z')
let instances: TwoInstances
let first: Backend
let second: Backend
let admin: SignedIn

beforeAll(async () => {
  instances = await startTwoInstances({ now })
  ;({ first, second } = instances)
  await watchRows(first)
  admin = await signIn(first, 'admin')
})
afterAll(() => instances.close())

it.each(writeRoutes)('%s (%s) acts once for calls with one key at two instances', async (name, idempotent) => {
  await first.database.script('delete from attempts')
  const once = await writeOf(name, { backend: first, admin })
  const expected = await effectOf(first, () => send(first, once))

  const write = await writeOf(name, { backend: first, admin })
  let answers: object[] = []
  const effect = await effectOf(first, async () => {
    answers = await Promise.all([first, second, second].map((backend) => send(backend, write)))
    answers.push(await send(first, write))
  })
  expect(effect).toEqual(expected)
  if (idempotent === 'by key') expect(answers).toEqual(answers.map(() => answers[0]))
})
