import * as v from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { valuesOf } from '../../../backend/database/row-values.ts'
import type { Backend } from '../../../backend/server.ts'
import { eventually } from '../../eventually.ts'
import { type SignedIn, signIn } from '../parts/embedded-backend.ts'
import { arrived, recordOf, setFault } from '../parts/simulated-device.ts'
import { startTwoInstances, type TwoInstances } from '../parts/two-instances.ts'

let instances: TwoInstances
let first: Backend
let second: Backend
let admin: SignedIn

beforeAll(async () => {
  instances = await startTwoInstances({ unansweredEveryMs: 50, drainMs: 0 })
  ;({ first, second } = instances)
  // Both instances simulate the devices, but the stored addresses lead to the devices of the second instance.
  admin = await signIn(second, 'admin')
})
afterAll(() => instances.close())

const switchTo = (backend: Backend, active: boolean, wordCode: string) =>
  fetch(`${backend.url}/device-control/device/activate/user-admin/${wordCode}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ active }),
  })
const recordsOf = (wordCode: string) =>
  valuesOf(
    first.database,
    `select kind || ' ' || (record::jsonb -> 'data' ->> 'op') from evidence
     where word_code = $1 and kind like 'command.%' order by seq`,
    [wordCode],
    v.string(),
  )

it('commands to one device take turns over two instances, and the newest one decides the state', async () => {
  await setFault(admin, 'AGUAVIVA-01', 'slow', 600)
  const on = switchTo(first, true, 'AGUAVIVA-01')
  await arrived(admin, 'AGUAVIVA-01', 'activate')
  // The answer under way stays late; later commands are answered at once.
  await setFault(admin, 'AGUAVIVA-01', 'up')
  const off = switchTo(second, false, 'AGUAVIVA-01')
  expect([(await on).status, (await off).status]).toEqual([200, 200])
  expect((await recordOf(admin, 'AGUAVIVA-01')).active).toBe(false)
  expect(await recordsOf('AGUAVIVA-01')).toEqual([
    'command.received activate',
    'command.received deactivate',
    'command.answered activate',
    'command.answered deactivate',
  ])
})

it('many commands at both instances end with the state of the newest one', async () => {
  await setFault(admin, 'AGUAVIVA-02', 'slow', 30)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => switchTo(index % 2 === 0 ? first : second, index % 3 === 0, 'AGUAVIVA-02')),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const [op] = await valuesOf(
    first.database,
    "select op from device_commands where word_code = 'AGUAVIVA-02' order by number desc limit 1",
    [],
    v.string(),
  )
  const [acted] = await valuesOf(
    first.database,
    "select op from simulated_acts where word_code = 'AGUAVIVA-02' order by id desc limit 1",
    [],
    v.string(),
  )
  expect(acted).toBe(op)
  expect((await recordOf(admin, 'AGUAVIVA-02')).active).toBe(op === 'activate')
})

it('a command of a dead instance is reported as unknown by the others, which ask the device and store its state', async () => {
  expect((await switchTo(first, false, 'AGUAVIVA-03')).status).toBe(200)
  await first.database.execute("update devices set active = true where word_code = 'AGUAVIVA-03'")
  await first.database.execute(
    "update device_commands set state = 'open', claimed_by = 'gone', claimed_until = 'epoch' where word_code = 'AGUAVIVA-03'",
  )
  await eventually(async () =>
    expect(await recordsOf('AGUAVIVA-03')).toEqual([
      'command.received deactivate',
      'command.answered deactivate',
      'command.unknown deactivate',
      'command.checked deactivate',
    ]),
  )
  expect((await recordOf(admin, 'AGUAVIVA-03')).active).toBe(false)
})
