import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setActive } from '../../../backend/devices/devices.ts'
import type { Backend } from '../../../backend/server.ts'
import { factText } from '../../../contract/evidence/fact-texts.ts'
import { incidentSentence } from '../../../contract/incidents/incident-sentence.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import { noteSentence } from '../../../src/ui/incidents/open/note-texts.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { type IncidentNight, incidentNight } from './incident-night.ts'

const minute = 60_000
const clock = { now: Date.parse('2026-11-20T05:10:00.000Z') }
let backend: Backend
let admin: SignedIn
let night: IncidentNight
let devices: Device[]

beforeAll(async () => {
  backend = await startTestBackend({ now: () => clock.now })
  admin = await signIn(backend, 'admin')
  await backend.database.execute("update sessions set expires_at = expires_at + interval '1 day'")
  night = incidentNight(backend, admin, clock)
  devices = (
    await Promise.all(
      ['condominio-03', 'condominio-04', 'condominio-05', 'condominio-06', 'condominio-10'].map(night.devicesAt),
    )
  ).flat()
})
afterAll(() => backend.close())

const put = ({ wordCode }: Device, fields: Partial<Device>) =>
  admin.call(`/device-control/device/${admin.user.userId}/${wordCode}`, { method: 'PUT', body: fields })
const remove = ({ wordCode }: Device) => admin.call(`/device-control/device/database/${wordCode}`, { method: 'DELETE' })
/** Deactivates the device in the database, as if the device had answered only this command. */
const deactivate = async ({ wordCode }: Device) => {
  const change = { at: new Date(clock.now), by: admin.user.userId, key: undefined }
  await backend.database.transaction((transaction) => setActive(transaction, wordCode, false, change))
  return { status: 200 }
}
const readdress = ({ name, model, ip, port, condominiumId, ...device }: Device) =>
  put({ name, model, ip, port, condominiumId, ...device }, { name, model, ip, port: port + 1, condominiumId })

/** Lets the next device of the demo data fail, until a notified incident exists for this device alone. */
async function failingDevice(): Promise<{ device: Device; id: string }> {
  const device = devices.shift()
  if (device === undefined) throw new Error('no device is left')
  await night.advance(2 * minute)
  await night.devices([device.wordCode], 'refuse')
  await night.advance(2_000)
  const incident = (await night.open()).find(({ wordCode, end }) => wordCode === device.wordCode && end === null)
  return { device, id: incident?.id ?? '' }
}

/** Collects all texts of the product about the end of the incident. */
async function statedEnd(id: string) {
  const { incident, notes } = await night.story(id)
  const { over } = await (await admin.call('/rest/handovers/next')).json()
  const { notifications } = await (await admin.call(`/rest/notifications/list?userId=${admin.user.userId}`)).json()
  const last = notes.findLast(({ act }) => act !== 'steps-unneeded')
  const records = (await chainOf(backend.database, admin.user.customersId)).map(({ record }) => record)
  const record = records.findLast(
    ({ kind, data }) =>
      kind === 'incident' && v.is(v.looseObject({ incident: v.literal(id), step: v.exactOptional(v.never()) }), data),
  )
  return {
    end: incident.end,
    sentence: incidentSentence(incident),
    note: last && noteSentence(last, 'contact', clock.now),
    handover: over.filter((each: { id: string }) => each.id === id).map(incidentSentence),
    notification: notifications.find(({ data }: { data: { incidentId?: string } }) => data.incidentId === id),
    record: record && factText('incident', v.parse(v.record(v.string(), v.unknown()), record.data)),
  }
}

describe.each([
  ['deleted', remove, 'removed', 'foi excluído'],
  ['deactivated', deactivate, 'deactivated', 'foi desativado'],
  ['given another address', readdress, 'moved', 'mudou de endereço ou de condomínio'],
] as const)('an incident whose device is %s while it does not answer (INC-2)', (_, change, end, text) => {
  it('ends without a recovery, and every text about the incident states the reason', async () => {
    const { device, id } = await failingDevice()
    expect((await change(device)).status).toBeLessThan(300)
    await night.advance(1)
    const stated = await statedEnd(id)
    expect(stated).toMatchObject({
      end,
      sentence: expect.stringMatching(
        new RegExp(`^Dispositivo sem contato: .+\\. Terminou sem resposta: o dispositivo ${text}\\.$`),
      ),
      note: `Terminou sem resposta: algum dispositivo ${text}.`,
      notification: { title: 'Ocorrência terminada', body: expect.stringContaining(`o dispositivo ${text}.`) },
      record: `Dispositivos sem contato: terminou sem resposta: algum dispositivo ${text}`,
    })
    expect(stated.handover).toEqual([stated.sentence])
    expect(JSON.stringify(stated)).not.toMatch(/voltou|de volta/i)
  })
})

it('an incident goes on if a person tries to deactivate its device, which does not answer (INC-2)', async () => {
  const { device, id } = await failingDevice()
  const path = `/device-control/device/activate/${admin.user.userId}/${device.wordCode}`
  expect((await admin.call(path, { method: 'POST', body: { active: false } })).status).toBe(502)
  await night.advance(1)
  expect(
    (await night.devicesAt(device.condominiumId)).find(({ wordCode }) => wordCode === device.wordCode),
  ).toMatchObject({ active: true })
  expect((await night.story(id)).incident).toMatchObject({ end: null, failing: 1 })
  await night.devices([device.wordCode], 'up')
})

const relocate = ({ name, model, ip, port, ...device }: Device) =>
  put({ name, model, ip, port, ...device }, { name, model, ip, port, condominiumId: 'condominio-08' })

describe.each(['up', 'refuse'] as const)(
  'an oscillating incident whose only device has the fault %s (INC-5)',
  (fault) => {
    it.each([
      ['deleted', remove, 'removed'],
      ['deactivated', deactivate, 'deactivated'],
      ['moved to another condominium', relocate, 'moved'],
    ] as const)('ends at once when the device is %s', async (_, change, end) => {
      const { device, id } = await failingDevice()
      for (const each of ['up', 'refuse', 'up', 'refuse', fault] as const) await night.devices([device.wordCode], each)
      expect((await night.story(id)).incident).toMatchObject({ isOscillating: true, end: null })
      expect((await change(device)).status).toBeLessThan(300)
      await night.advance(1)
      expect(await statedEnd(id)).toMatchObject({ end, notification: { title: 'Ocorrência terminada' } })
      expect((await night.story(id)).incident).toMatchObject({ isOscillating: false, life: 'resolved' })
      if (fault === 'refuse' && end === 'moved') await night.devices([device.wordCode], 'up')
    })
  },
)

it('an oscillating incident stays open if one of its devices is deleted and the server still checks another (INC-5)', async () => {
  const [first, second] = await night.devicesAt('condominio-09')
  if (first === undefined || second === undefined) throw new Error('no device is left')
  const both = [first.wordCode, second.wordCode]
  await night.advance(2 * minute)
  for (const fault of ['refuse', 'up', 'refuse', 'up'] as const) await night.devices(both, fault)
  const id = (await night.open()).find(({ isOscillating }) => isOscillating)?.id ?? ''
  await remove(first)
  await night.advance(1)
  expect((await night.story(id)).incident).toMatchObject({ isOscillating: true, end: null })
  await remove(second)
  await night.advance(1)
  expect((await night.story(id)).incident).toMatchObject({ isOscillating: false, end: 'removed' })
})

it('the alarm load does not count an incident that ended without a recovery as waiting for a person (INC-9)', async () => {
  const from = new Date(clock.now).toISOString()
  const { device, id } = await failingDevice()
  expect((await deactivate(device)).status).toBeLessThan(300)
  await night.advance(60 * minute)
  const to = new Date(clock.now).toISOString()
  const { whole } = await (await admin.call(`/rest/alarm-load?${new URLSearchParams({ from, to })}`)).json()
  expect(whole.longest).toMatchObject({ incidentId: id, isTaken: false })
  expect(whole.longest.forMs).toBeLessThan(minute)
})

it('moving a failing device to another condominium ends its incident in the old condominium and begins an incident in the new condominium (INC-1)', async () => {
  const { device, id } = await failingDevice()
  const { name, model, ip, port } = device
  expect((await put(device, { name, model, ip, port, condominiumId: 'condominio-07' })).status).toBe(200)
  await night.advance(2_000)
  expect((await night.story(id)).incident).toMatchObject({ end: 'moved', condominiumId: device.condominiumId })
  const open = (await night.open()).filter(({ end, wordCode }) => end === null && wordCode === device.wordCode)
  expect(open).toMatchObject([{ condominiumId: 'condominio-07' }])
  await night.devices([device.wordCode], 'up')
})

it('an incident whose devices left for different reasons states all reasons (INC-2)', async () => {
  const pairs = [...Map.groupBy(devices, ({ condominiumId }) => condominiumId).values()]
  const [first, second] = pairs.find(({ length }) => length >= 2) ?? []
  if (first === undefined || second === undefined) throw new Error('no condominium has two devices left')
  devices = devices.filter((each) => each !== first && each !== second)
  await night.advance(2 * minute)
  await night.devices([first.wordCode, second.wordCode], 'refuse')
  const id = (await night.open()).find(({ failing }) => failing === 2)?.id ?? ''
  await remove(first)
  await deactivate(second)
  await night.advance(1)
  expect(await statedEnd(id)).toMatchObject({
    end: 'unwatched',
    sentence: expect.stringContaining('algum dispositivo foi desativado, excluído ou mudou de endereço.'),
  })
})
