import { io } from 'socket.io-client'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Backend } from '../../../backend/server.ts'
import { incidentSentence } from '../../../contract/incidents/incident-sentence.ts'
import type { Incident } from '../../../contract/wire/answers/incidents.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { type IncidentNight, incidentNight } from './incident-night.ts'

const minute = 60_000
const rowSchema = v.object({ act: v.string(), person: v.nullable(v.string()) })
const condominiumId = 'condominio-03'
const clock = { now: 0 }
let backend: Backend
let admin: SignedIn
let operator: SignedIn
let night: IncidentNight
let codes: string[]

beforeAll(async () => {
  clock.now = Date.parse('2026-11-20T05:10:00.000Z')
  backend = await startTestBackend({ now: () => clock.now })
})
beforeEach(async () => {
  admin = await signIn(backend, 'admin')
  operator = await signIn(backend, 'operator')
  await backend.database.execute("update sessions set expires_at = expires_at + interval '1 day'")
  night = incidentNight(backend, admin, clock)
  codes = (await night.devicesAt(condominiumId)).map(({ wordCode }) => wordCode)
})
afterEach(async () => {
  await admin.call('/rest/simulator/devices', { method: 'PUT', body: { fault: 'up' } })
  await backend.database.script(
    "update devices set status = 'online'; delete from incidents; delete from happenings; delete from notifications",
  )
})
afterAll(() => backend.close())

const notificationsOf = async (who: SignedIn): Promise<string[]> => {
  const answer = await who.call(`/rest/notifications/list?userId=${who.user.userId}`)
  const { notifications } = await answer.json()
  return notifications
    .filter(({ data }: { data: object }) => 'incidentId' in data)
    .map(({ title, body }: { title: string; body: string }) => `${title} | ${body}`)
    .reverse()
}

describe('failing devices of a condominium', () => {
  it('make one incident with a live count, and one notification at the start and one at the recovery of all devices (INC-1, INC-6)', async () => {
    await night.devices(codes, 'refuse')
    expect(await night.onlyIncident()).toMatchObject({
      kind: 'contact',
      scope: 'condominium',
      cause: 'refused',
      life: 'new',
      isTold: false,
      condominiumId,
      failing: codes.length,
      devices: codes.length,
    })
    expect(await notificationsOf(operator)).toEqual([])
    await night.advance(2_000)
    const { condominiumName, ip } = await night.onlyIncident()
    const sentence = `${condominiumName} inteiro está sem contato: energia, internet ou o controlador em ${ip}.`
    expect(await notificationsOf(operator)).toEqual([`Condomínio sem contato | ${sentence}`])
    await night.devices(codes.slice(1), 'up')
    expect(await night.onlyIncident()).toMatchObject({ life: 'new', failing: 1, devices: codes.length })
    await night.devices(codes.slice(0, 1), 'up')
    expect(await night.onlyIncident()).toMatchObject({ life: 'resolved', failing: 0 })
    expect(await notificationsOf(operator)).toEqual([
      `Condomínio sem contato | ${sentence}`,
      `Contato de volta | ${condominiumName} voltou a responder.`,
    ])
  })

  it('update the cause of their incident when it changes, without another notification (INC-1)', async () => {
    const [first = ''] = codes
    const received: Incident[] = []
    const socket = io(backend.url, { auth: { token: admin.token }, transports: ['websocket'] })
    await new Promise<void>((resolve) => socket.on('connect', resolve))
    socket.on('incidents:changed', (list: Incident[]) => received.push(...list))
    await night.devices([first], 'garbage')
    await night.advance(2_000)
    const { id, version, since } = await night.onlyIncident()
    const notes = (await night.story(id)).notes
    const called = await notificationsOf(operator)
    expect(called).toHaveLength(1)
    for (const [fault, cause] of [
      ['refuse', 'refused'],
      ['hang', 'hung'],
      ['garbage', 'garbage'],
    ] as const) {
      await night.devices([first], fault)
      expect(await night.onlyIncident()).toMatchObject({ id, cause, life: 'new', failing: 1, since })
      await expect.poll(() => received.at(-1)).toMatchObject({ id, cause })
    }
    expect((await night.onlyIncident()).version).toBe(version + 3)
    await night.devices([first], 'garbage')
    expect((await night.onlyIncident()).version).toBe(version + 3)
    expect([(await night.story(id)).notes, await notificationsOf(operator)]).toEqual([notes, called])
    socket.disconnect()
  })

  it('make two incidents if they fail more than a minute apart, and reopen an incident within half an hour of its recovery (INC-1, INC-2)', async () => {
    const [first = '', second = ''] = codes
    await night.devices([first], 'hang')
    await night.advance(61_000)
    await night.devices([second], 'refuse')
    expect(await night.open()).toMatchObject([
      { scope: 'device', wordCode: second, cause: 'refused' },
      { scope: 'device', wordCode: first, cause: 'hung' },
    ])
    await night.devices([first, second], 'up')
    await night.advance(29 * minute)
    await night.devices([first], 'refuse')
    expect(await night.open()).toMatchObject([
      { wordCode: first, life: 'new', reopenings: 1, failing: 1 },
      { wordCode: second, life: 'resolved', reopenings: 0 },
    ])
    await night.devices([first], 'up')
    await night.advance(31 * minute)
    await night.devices([first], 'refuse')
    expect(await night.onlyIncident()).toMatchObject({ wordCode: first, life: 'new', reopenings: 0 })
    const past = await (await admin.call('/rest/incidents')).json()
    expect(past).toMatchObject({
      result: [
        { wordCode: first, life: 'closed' },
        { wordCode: second, life: 'closed' },
      ],
      nextCursor: null,
    })
  })

  it('at one address are shown as a failure of the controller there, and a device with a closed port as switched off (INC-1)', async () => {
    const device = {
      condominiumId,
      wordCode: 'GARAGEM-91',
      name: 'Cancela Garagem',
      model: 'CA-200',
      ip: '127.20.9.1',
      port: 9,
    }
    const made = await admin.call(`/device-control/device/${condominiumId}/${admin.user.userId}/${device.wordCode}`, {
      method: 'POST',
      body: device,
    })
    expect(made.status).toBe(201)
    await night.devices(codes, 'refuse')
    const { ip } = await night.onlyIncident()
    expect(await night.onlyIncident()).toMatchObject({ scope: 'address', devices: codes.length })
    expect(incidentSentence(await night.onlyIncident())).toBe(
      `O controlador em ${ip} está sem contato (${codes.length} dispositivos).`,
    )
    await night.advance(2 * minute)
    await night.devices([device.wordCode], 'refuse')
    const sentences = (await night.open()).map(incidentSentence)
    expect(sentences).toContain(
      'Cancela Garagem está sem contato. A rede até lá responde; parece desligada, reiniciando ou travada.',
    )
    await admin.call(`/device-control/device/database/${device.wordCode}`, { method: 'DELETE' })
  })

  it('make one incident of the service if most condominiums fail, and incidents of their own again once few are left (INC-1)', async () => {
    const condominiumIds = ['condominio-01', 'condominio-02', 'condominio-03', 'condominio-04']
    const all = await admin.call('/rest/simulator/devices', { method: 'PUT', body: { fault: 'refuse' } })
    expect(all.status).toBe(200)
    const failing = (await Promise.all(condominiumIds.map((each) => night.devicesAt(each))))
      .flat()
      .map(({ wordCode }) => wordCode)
    await night.check(failing)
    // Only four of twelve condominiums were checked: the state of the others is unknown.
    const parts = await night.open()
    expect(parts).toHaveLength(4)
    const rest = (
      await Promise.all(
        Array.from({ length: 12 }, (_, at) => night.devicesAt(`condominio-${String(at + 1).padStart(2, '0')}`)),
      )
    ).flat()
    await night.check(rest.map(({ wordCode }) => wordCode))
    expect(await night.onlyIncident()).toMatchObject({
      scope: 'service',
      condominiumId: null,
      condominiums: 12,
      failing: rest.length,
    })
    const { id } = await night.onlyIncident()
    expect((await night.story(id)).devices).toHaveLength(rest.length)
    const { result: own } = await (await operator.call('/rest/condominium/by-user')).json()
    const ownIds = new Set(own.map((each: { id: string }) => each.id))
    expect((await night.story(id, operator)).devices.map(({ wordCode }) => wordCode).toSorted()).toEqual(
      rest.flatMap(({ condominiumId, wordCode }) => (ownIds.has(condominiumId) ? wordCode : [])).toSorted(),
    )
    await night.advance(2_000)
    expect((await notificationsOf(operator)).at(-1)).toContain(
      'Muitos condomínios sem contato | Muitos condomínios sem contato ao mesmo tempo: verifique a rede da central',
    )
    const back = rest.filter((device) => device.condominiumId !== condominiumId).map(({ wordCode }) => wordCode)
    await night.devices(back, 'up')
    await night.advance(300)
    expect(await night.open()).toMatchObject([
      { scope: 'condominium', condominiumId, life: 'new', end: null, failing: codes.length },
      { scope: 'service', life: 'resolved', end: 'split' },
    ])
    for (const part of parts) expect((await night.story(part.id)).incident).toMatchObject({ end: 'merged' })
    const { notes, devices } = await night.story(id)
    expect(notes.map(({ act }) => act)).toContain('split')
    expect(devices.filter(({ hasAnswered }) => !hasAnswered).map(({ wordCode }) => wordCode)).toEqual(codes.toSorted())
    expect(await notificationsOf(operator)).toContain(
      'Ocorrência terminada | Muitos condomínios sem contato. Restaram poucos: cada um tem a sua ocorrência.',
    )
  })

  it('oscillate if they fail and recover again and again: no notification until 15 min after the last change (INC-5)', async () => {
    const [code = ''] = codes
    await night.devices([code], 'refuse')
    await night.advance(2_000)
    await night.devices([code], 'up')
    await night.devices([code], 'refuse')
    await night.advance(2_000)
    const calls = await notificationsOf(operator)
    expect(calls.map((call) => call.split(' | ')[0])).toEqual([
      'Dispositivo sem contato',
      'Contato de volta',
      'Dispositivo oscilando',
    ])
    for (const fault of ['up', 'refuse', 'up', 'refuse'] as const) await night.devices([code], fault)
    const oscillating = await night.onlyIncident()
    expect(oscillating).toMatchObject({ isOscillating: true, life: 'new', failing: 1, falls: 4 })
    expect(incidentSentence(oscillating)).toBe(`${oscillating.deviceName} oscila: 4 quedas em 15 min.`)
    expect(await notificationsOf(operator)).toEqual(calls)
    await night.advance(15 * minute)
    expect(await night.onlyIncident()).toMatchObject({ isOscillating: false, life: 'new', failing: 1 })
    expect((await notificationsOf(operator)).at(-1)).toContain('Parou de oscilar.')
  })

  it('leave their incident when they are switched off or deleted', async () => {
    const [first = '', second = ''] = codes
    await night.devices([first, second], 'refuse')
    await admin.call(`/device-control/device/database/${first}`, { method: 'DELETE' })
    await night.advance(0)
    expect(await night.onlyIncident()).toMatchObject({ failing: 1 })
    await night.devices([second], 'up')
    const ended = await night.onlyIncident()
    expect(ended).toMatchObject({ life: 'resolved', end: 'removed' })
    const story = await night.story(ended.id)
    expect(story.notes.at(-1)?.act).toBe('removed')
    expect(new Map(story.devices.map(({ wordCode, hasAnswered }) => [wordCode, hasAnswered]))).toEqual(
      new Map([
        [first, false],
        [second, true],
      ]),
    )
  })

  it('do not count as recovered if the only device of the incident is deleted', async () => {
    const [, , third = ''] = codes
    await night.devices([third], 'refuse')
    await night.advance(2_000)
    await admin.call(`/device-control/device/database/${third}`, { method: 'DELETE' })
    await night.advance(1)
    expect(await night.onlyIncident()).toMatchObject({ life: 'resolved', end: 'removed' })
    expect(await notificationsOf(operator)).toContainEqual(expect.stringMatching(/^Ocorrência terminada \| /))
  })
})

describe('a forced door', () => {
  it('makes one incident for all its events, which is resolved half an hour after the last event (INC-1)', async () => {
    await backend.emitGateEvent({ condominiumId, kind: 'door-forced' })
    await backend.database.execute(
      "insert into happenings (word_code, kind, at) select word_code, 'door-forced', $1 from happenings limit 1",
      [new Date(clock.now)],
    )
    await night.advance(2_000)
    const door = await night.onlyIncident()
    expect(door).toMatchObject({ kind: 'door-forced', scope: 'device', isTold: true, falls: expect.any(Number) })
    expect(await notificationsOf(operator)).toEqual([
      `Porta forçada | ${door.condominiumName}: ${incidentSentence(door)}`,
    ])
    await night.advance(30 * minute)
    expect(await night.onlyIncident()).toMatchObject({ life: 'resolved', end: 'quiet' })
    expect(await notificationsOf(operator)).toHaveLength(1)
  })

  it('begins the same incident again until half an hour after its end, and another incident later (INC-2)', async () => {
    await backend.emitGateEvent({ condominiumId, kind: 'door-forced' })
    await night.advance(2_000)
    const { id, wordCode } = await night.onlyIncident()
    const force = (at: number) =>
      backend.database.execute('insert into happenings (word_code, kind, at) values ($1, $2, $3)', [
        ...[wordCode, 'door-forced', new Date(at)],
      ])
    await night.advance(30 * minute)
    await night.advance(29 * minute)
    await force(clock.now)
    await night.advance(0)
    expect(await night.onlyIncident()).toMatchObject({ id, life: 'new', reopenings: 1 })
    await night.advance(30 * minute)
    await night.advance(31 * minute)
    await force(clock.now)
    await night.advance(0)
    expect((await night.onlyIncident()).id).not.toBe(id)
  })

  it('that a person closes is closed by a person, also after the door is forced again (INC-2)', async () => {
    await backend.emitGateEvent({ condominiumId, kind: 'door-forced' })
    await night.advance(2_000)
    const { id, wordCode } = await night.onlyIncident()
    await night.act(operator, id, { deed: 'claim' })
    expect(
      (await night.act(operator, id, { deed: 'close', word: 'Engano', unmetReason: 'Engano' })).body,
    ).toMatchObject({ end: 'closed' })
    await backend.database.execute('insert into happenings (word_code, kind, at) values ($1, $2, $3)', [
      ...[wordCode, 'door-forced', new Date(clock.now)],
    ])
    await night.advance(minute)
    expect(await night.onlyIncident()).toMatchObject({ wordCode, life: 'new', end: null })
    const { incident } = await night.story(id)
    expect(incidentSentence(incident)).toMatch(/\. Encerrada por uma pessoa\.$/)
  })
})

describe('an action of a person on an incident', () => {
  beforeEach(async () => {
    await night.devices(codes.slice(0, 1), 'refuse')
    await night.advance(2_000)
  })

  it('succeeds for one of two people who claim it at the same time; the other person sees the owner (INC-3)', async () => {
    const { id } = await night.onlyIncident()
    const both = await Promise.all([admin, operator].map((who) => night.act(who, id, { deed: 'claim' })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = both.find(({ status }) => status === 200)?.body.owner
    const refused = both.find(({ status }) => status === 409)?.body
    expect(refused).toMatchObject({
      message: `${winner?.name} já está cuidando desta ocorrência.`,
      current: { owner: winner },
    })
    expect((await night.onlyIncident(operator)).owner).toEqual(winner)
  })

  it('comments, hands the incident over to a colleague, and closes it with a word once it is resolved (INC-3)', async () => {
    const { id } = await night.onlyIncident()
    await night.act(operator, id, { deed: 'claim' })
    await night.act(operator, id, { deed: 'comment', text: 'Técnico a caminho' })
    expect((await night.act(operator, id, { deed: 'close', word: 'Cabo' })).status).toBe(409)
    const { colleagues } = await night.story(id, operator)
    const to = colleagues.find(({ id: each }) => each === admin.user.userId)
    expect((await night.act(operator, id, { deed: 'hand-over', to: 'ninguem' })).status).toBe(422)
    const owner = { id: admin.user.userId, name: to?.name }
    expect((await night.act(operator, id, { deed: 'hand-over', to: to?.id })).body.owner).toEqual(owner)
    await night.devices(codes.slice(0, 1), 'up')
    expect((await night.act(admin, id, { deed: 'close', word: 'Cabo solto' })).body).toMatchObject({
      life: 'closed',
      end: 'recovered',
      word: 'Cabo solto',
    })
    const { notes } = await night.story(id)
    expect(notes.map(({ act, by, to: given, text }) => [act, by?.id, given?.id, text])).toEqual([
      ['opened', undefined, undefined, ''],
      ['claimed', operator.user.userId, undefined, ''],
      ['commented', operator.user.userId, undefined, 'Técnico a caminho'],
      ['handed-over', operator.user.userId, admin.user.userId, ''],
      ['resolved', undefined, undefined, ''],
      ['steps-unneeded', undefined, undefined, ''],
      ['closed', admin.user.userId, undefined, 'Cabo solto'],
    ])
    const chain = await backend.database.query(
      "select record::jsonb -> 'data' ->> 'act' as act, record::jsonb -> 'actor' ->> 'person' as person from evidence where kind = 'incident' and record::jsonb -> 'data' ->> 'incident' = $1 order by seq",
      [id],
      rowSchema,
    )
    expect(chain.map(({ act }) => act)).toEqual(notes.map(({ act }) => act))
    expect(chain[1]).toEqual({ act: 'claimed', person: operator.user.userId })
  })

  it('silences the incident for at most 12 hours: it stays visible, sends no notification, and the silence ends by itself (INC-4)', async () => {
    const { id } = await night.onlyIncident()
    const before = await notificationsOf(operator)
    const until = (ms: number) => new Date(clock.now + ms).toISOString()
    const silence = (ms: number) => night.act(operator, id, { deed: 'silence', reason: 'Obra', until: until(ms) })
    expect((await silence(12 * 60 * minute + 1)).status).toBe(422)
    expect((await silence(-1)).status).toBe(422)
    expect((await silence(40 * minute)).body).toMatchObject({
      life: 'silenced',
      silence: { reason: 'Obra', by: { id: operator.user.userId } },
    })
    await night.devices(codes.slice(1, 2), 'refuse')
    expect(await night.onlyIncident()).toMatchObject({ life: 'silenced', failing: 2 })
    expect(await notificationsOf(operator)).toEqual(before)
    await night.advance(40 * minute)
    expect(await night.onlyIncident()).toMatchObject({ life: 'new', silence: null })
    expect((await notificationsOf(operator)).at(-1)).toContain('O silêncio acabou.')
  })

  it('is refused to a person who may not see the incident, and with invalid input', async () => {
    const outsider = await signIn(backend, 'outsider')
    const { id } = await night.onlyIncident()
    expect(await night.open(outsider)).toEqual([])
    expect((await night.act(outsider, id, { deed: 'claim' })).status).toBe(404)
    expect((await night.act(admin, id, { deed: 'comment', text: '  ' })).status).toBe(422)
    expect((await night.act(admin, id, { deed: 'sing' })).status).toBe(422)
    const hidden = (await night.devicesAt('condominio-12')).map(({ wordCode }) => wordCode)
    await night.devices(hidden, 'refuse')
    const own = (await night.open()).find(({ condominiumId }) => condominiumId === 'condominio-12')
    expect((await night.act(operator, own?.id ?? '', { deed: 'claim' })).status).toBe(403)
    expect(await night.open(operator)).toHaveLength(1)
  })
})
