import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { arrived, atTheDevice, nothingDone, recordOf, setFault } from '../parts/simulated-device.ts'

let backend: Backend
let admin: SignedIn
let operator: SignedIn

beforeAll(async () => {
  backend = await startTestBackend({ deviceTimeoutMs: 1_000 })
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
})
afterAll(() => backend.close())

const remove = async (way: string, wordCode: string, who = admin) =>
  (await who.call(`/device-control/device/${way}/${wordCode}`, { method: 'DELETE' })).status
const isRecorded = async (wordCode: string) => (await admin.call(`/device-control/device/${wordCode}`)).status === 200

function listens({ ip, port }: { ip: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: ip, port })
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

it('the server removes a device after the device has accepted it, and its listener stops', async () => {
  const device = await recordOf(operator, 'AGUAVIVA-01')
  expect(await listens(device)).toBe(true)
  expect(await remove('user-operador', 'AGUAVIVA-01', operator)).toBe(204)
  expect(await isRecorded('AGUAVIVA-01')).toBe(false)
  expect(await listens(device)).toBe(false)
  expect((await atTheDevice(admin, 'AGUAVIVA-01')).acted).toEqual({ ...nothingDone, remove: 1 })
  for (const way of ['user-admin', 'pool', 'database']) expect(await remove(way, 'AGUAVIVA-01')).toBe(404)
})

it('the 404 to a deletion states that the device is gone only to a person who could see the device (DEV-5)', async () => {
  const { result } = await (await admin.call('/device-control/device?limit=1000')).json()
  const seen = await (await operator.call('/device-control/device?limit=1000')).json()
  const codesOf = (devices: { wordCode: string }[]) => devices.map(({ wordCode }) => wordCode)
  const hidden = codesOf(result).findLast((code) => !codesOf(seen.result).includes(code))
  if (hidden === undefined) throw new Error('the operator sees every device')
  const outsider = await signIn(backend, 'outsider')
  const ways = ({ user }: SignedIn) => [user.userId, 'pool', 'database']
  const goneFor = async (who: SignedIn, wordCode: string) =>
    Promise.all(
      ways(who).map(async (way) => {
        const answer = await who.call(`/device-control/device/${way}/${wordCode}`, { method: 'DELETE' })
        return [answer.status, (await answer.json()).gone]
      }),
    )
  const [gone, unknown] = [Array(3).fill([404, true]), Array(3).fill([404, false])]
  expect(await goneFor(operator, hidden)).toEqual(Array(3).fill([403, undefined]))
  expect(await goneFor(outsider, hidden)).toEqual(unknown)
  expect(await remove('database', hidden)).toBe(204)
  expect(await goneFor(admin, hidden)).toEqual(gone)
  expect(await goneFor(operator, hidden)).toEqual(unknown)
  expect(await goneFor(outsider, hidden)).toEqual(unknown)
  expect(await goneFor(admin, 'NUNCA-01')).toEqual(unknown)
})

it('the server removes nothing if the device does not answer, and acts once if only the answer was lost', async () => {
  await setFault(admin, 'AGUAVIVA-02', 'slow', 60_000)
  expect(await remove('user-admin', 'AGUAVIVA-02')).toBe(504)
  expect(await isRecorded('AGUAVIVA-02')).toBe(true)
  await setFault(admin, 'AGUAVIVA-02', 'up')
  expect(await remove('user-admin', 'AGUAVIVA-02')).toBe(204)
  expect((await atTheDevice(admin, 'AGUAVIVA-02')).acted).toEqual({ ...nothingDone, remove: 1 })
})

it('the server removes a dead device from the pool without a request to it', async () => {
  await setFault(admin, 'AGUAVIVA-03', 'refuse')
  expect(await remove('user-admin', 'AGUAVIVA-03')).toBe(502)
  expect(await remove('pool', 'AGUAVIVA-03')).toBe(204)
  expect(await isRecorded('AGUAVIVA-03')).toBe(false)
  expect((await atTheDevice(admin, 'AGUAVIVA-03')).acted).toEqual(nothingDone)
})

it('the server refuses removal from the pool while a call to the device runs, but accepts removal of the record', async () => {
  await setFault(admin, 'AGUAVIVA-04', 'hang')
  const asking = admin.call('/device-control/device/user-admin/AGUAVIVA-04')
  await arrived(admin, 'AGUAVIVA-04', 'status')
  const refused = await admin.call('/device-control/device/pool/AGUAVIVA-04', { method: 'DELETE' })
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    'O dispositivo AGUAVIVA-04 ainda está atendendo outra operação. Espere que ela termine e tente de novo.',
  ])
  expect(await remove('database', 'AGUAVIVA-04')).toBe(204)
  expect((await asking).ok).toBe(false)
  expect(await isRecorded('AGUAVIVA-04')).toBe(false)
})

it('the server accepts removal from the pool after the call has ended', async () => {
  await setFault(admin, 'SAOJOAO-01', 'hang')
  expect((await admin.call('/device-control/device/user-admin/SAOJOAO-01')).status).toBe(504)
  expect(await remove('pool', 'SAOJOAO-01')).toBe(204)
})

it('the server stores no event and no health record of a device that was removed during a call', async () => {
  await setFault(admin, 'ACUDE-01', 'hang')
  const asking = admin.call('/device-control/device/user-admin/ACUDE-01')
  await arrived(admin, 'ACUDE-01', 'status')
  expect(await remove('database', 'ACUDE-01')).toBe(204)
  await asking
  expect((await (await admin.call('/rest/events/condominio-12')).json()).result).toEqual([])
})

it('the server accepts a new device with the wordCode of a removed device', async () => {
  await setFault(admin, 'SAOJOAO-02', 'refuse')
  const { ip, port } = await recordOf(admin, 'SAOJOAO-02')
  expect(await remove('database', 'SAOJOAO-02')).toBe(204)
  const made = await admin.call('/device-control/device/condominio-02/user-admin/SAOJOAO-02', {
    method: 'POST',
    body: { name: 'Leitor', model: 'CA-200', ip, port },
  })
  expect(made.status).toBe(201)
  expect((await admin.call('/device-control/device/user-admin/SAOJOAO-02')).status).toBe(200)
  expect(await remove('user-admin', 'SAOJOAO-02')).toBe(204)
})

it("the server accepts removal from the pool while the server's own check of the device runs", async () => {
  const watching = await startTestBackend({ monitorEveryMs: 20 })
  const who = await signIn(watching, 'admin')
  await setFault(who, 'AGUAVIVA-01', 'hang')
  await arrived(who, 'AGUAVIVA-01', 'ping')
  expect(await remove('pool', 'AGUAVIVA-01', who)).toBe(204)
  await watching.close()
})
