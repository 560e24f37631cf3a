import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { setEventKinds } from '../../../backend/events/event-kinds.ts'
import { mainCustomerId } from '../../../backend/seed/accounts.ts'
import type { Backend } from '../../../backend/server.ts'
import { breakerRules, circuitStateOf } from '../../../contract/devices/breaker-rules.ts'
import type { Circuit } from '../../../contract/devices/circuit.ts'
import type { DeviceFacts } from '../../../contract/devices/device-facts.ts'
import { deviceSentence } from '../../../contract/devices/device-sentence.ts'
import { incidentSentence } from '../../../contract/incidents/incident-sentence.ts'
import type { Device } from '../../../contract/wire/answers/devices/devices.ts'
import type { DeviceFault } from '../../../contract/wire/answers/devices/simulator.ts'
import { deviceRoutes } from '../../../contract/wire/routes/devices.ts'
import { exampleAlarm, type FailureMode, failureModes, recordNames } from '../../../scripts/docs/failure-modes.ts'
import { moveEntry } from '../../../src/machines/devices/audit-entries.ts'
import type { DeviceAnswer } from '../../../src/services/devices/device-answer.ts'
import { createDeviceCall } from '../../../src/services/devices/device-control-api.ts'
import { createHttpClient } from '../../../src/services/http/http-client.ts'
import { DeviceWorld, onlyOnce, portaria } from '../../machines/devices/device-world.ts'
import { epoch, settle } from '../../models/parts/production-actor.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { type IncidentNight, incidentNight } from '../incidents/incident-night.ts'
import { plantMachineToken } from '../machines/planted-machine.ts'
import { type SignedIn, signIn, startTestBackend } from '../parts/embedded-backend.ts'
import { recordOf, setFault } from '../parts/simulated-device.ts'
import { failingDevices, makeFail, silentListener, type WayToFail } from './failing-devices.ts'

const ways = ['refused', 'dropped', 'hung', 'late', 'silent', 'unreachable', 'garbage', 'declined', 'slow'] as const
const log = { warn() {}, info() {} }
let silent: Awaited<ReturnType<typeof silentListener>>

beforeAll(async () => {
  silent = await silentListener()
})
afterAll(() => silent.close())

function modeOf(id: string): FailureMode {
  const mode = failureModes.find((each) => each.id === id)
  if (mode === undefined) throw new Error(`the failure table has no row ${id}`)
  return mode
}

/** Calls a device with the panel's own client. */
function callOfPanel(url: string, who: SignedIn, hasNetwork = true) {
  const http = createHttpClient({
    baseUrl: `${url}/device-control`,
    authorization: { token: () => who.token },
    xsrfToken: () => undefined,
    pageUrl: url,
    hasNetwork: () => hasNetwork,
    onUnauthorized() {},
  })
  const call = createDeviceCall(http, log)
  return (wordCode: string) => call(deviceRoutes.askDevice, { params: { userId: who.user.userId, wordCode } })
}

/** Gives the real circuit of a panel this answer five times. */
async function circuitAfter(answer: DeviceAnswer<unknown>): Promise<{ state: string; records: string[] }> {
  const world = new DeviceWorld()
  for (let count = 0; count < breakerRules.threshold; count += 1) {
    const call = world.call(portaria, { policy: onlyOnce })
    call.answer(answer.kind === 'answered' ? 'success' : answer)
    await settle()
  }
  const circuit = world.circuit()
  const records = world.moves.map((move) => `panel.${moveEntry(move).kind}`)
  return { state: circuit === undefined ? 'CLOSED' : circuitStateOf(circuit), records }
}

const answered = (answer: DeviceAnswer<unknown>): FailureMode['answer'] => {
  if (answer.kind === 'answered') return { status: 200 }
  if (answer.kind === 'notAsked') return { status: 503 }
  if (answer.kind !== 'failed' || answer.status === null) return null
  return { status: answer.status, ...(answer.cause && { cause: answer.cause }) }
}

const closed: Circuit = {
  ...{ state: 'CLOSED', failureCount: 0, lastError: null, lastFailureTime: null, lastFailureServerTime: null },
  ...{ trialStartedAt: null, isolation: null },
}

/** The facts of a panel about a device that the server finds online. */
function factsOf(device: Device, facts: Partial<DeviceFacts>): DeviceFacts {
  const at = Date.parse(device.lastContactAt ?? '')
  return {
    ...{ device, reportedAt: null, incident: null, circuit: closed, contact: 'current', ping: null, spokeAt: null },
    ...{ panelSeenAt: null, portTest: null, now: at, serverNow: at },
    ...facts,
  }
}

const shownOf = (device: Device) => ({ device, condominiumName: '', failing: 1, condominiums: 1 })

describe('the failure table, compared with a server with the default settings (AUD-4)', () => {
  let backend: Backend
  let admin: SignedIn
  const calls = new Map<WayToFail, { answer: DeviceAnswer<Device>; check: string; device: Device }>()
  /** Durations of calls and checks that began together. */
  const ends: { what: string; expectedMs: number; tookMs: number }[] = []

  beforeAll(async () => {
    backend = await startTestBackend()
    admin = await signIn(backend, 'admin')
    const parts = { admin, database: backend.database, silentPort: silent.port, slowMs: breakerRules.slowCallMs + 200 }
    for (const way of ways) await makeFail(way, parts)
    const call = callOfPanel(backend.url, admin)
    const startedAt = performance.now()
    const timed = async <Result>(what: string, expectedMs: number | null, work: Promise<Result>): Promise<Result> => {
      const result = await work
      if (expectedMs !== null) ends.push({ what, expectedMs, tookMs: performance.now() - startedAt })
      return result
    }
    await Promise.all(
      ways.map(async (way) => {
        const wordCode = failingDevices[way]
        const { callMs, checkMs } = modeOf(way)
        const check = timed(`check ${way}`, checkMs, admin.call(`/rest/api/health/device/${wordCode}`))
        const answer = await timed(`call ${way}`, callMs, call(wordCode))
        const { status } = await (await check).json()
        calls.set(way, { answer, check: status, device: await recordOf(admin, wordCode) })
      }),
    )
  })
  afterAll(() => backend.close())

  it.each(ways)('states the answer of the server to a call and to a check of a device that is %s (AUD-4)', (way) => {
    const found = calls.get(way)
    expect(found && answered(found.answer)).toEqual(modeOf(way).answer)
    const status = modeOf(way).answer?.status === 200 ? 'online' : 'offline'
    expect({ call: found?.device.status, check: found?.check }).toEqual({ call: status, check: status })
  })

  it('states the longest wait of each call and each check (AUD-4)', () => {
    expect(ends).toHaveLength(2 * ways.length - 2)
    for (const { what, expectedMs, tookMs } of ends) expect([what, tookMs >= expectedMs - 20]).toEqual([what, true])
    // The calls and checks end in the order of their waits, even on a busy computer.
    expect(ends.map(({ expectedMs }) => expectedMs)).toEqual(
      ends.map(({ expectedMs }) => expectedMs).toSorted((left, right) => left - right),
    )
  })

  it.each(ways)(
    'states how a circuit reacts to a device that is %s, and what the panel records (AUD-4)',
    async (way) => {
      const found = calls.get(way)
      if (found === undefined) throw new Error('no call')
      const { counts, records } = modeOf(way)
      expect(await circuitAfter(found.answer)).toEqual({
        state: counts ? 'OPEN' : 'CLOSED',
        records: records.filter((record) => record.startsWith('panel.')),
      })
    },
  )

  it('contains the sentence about a device that answers slowly (AUD-4)', () => {
    const device = calls.get('slow')?.device
    if (device === undefined) throw new Error('no call')
    expect(device.latencyMs).toBeGreaterThanOrEqual(breakerRules.slowCallMs)
    expect(modeOf('slow').text(shownOf(device))).toBe(deviceSentence(factsOf(device, {})))
  })

  it('states the answer, the text and the reaction for a busy server (AUD-4)', async () => {
    await setFault(admin, 'AGUAVIVA-02', 'hang')
    const device = await recordOf(admin, 'AGUAVIVA-02')
    const call = callOfPanel(backend.url, admin)
    const answers = Array.from({ length: 70 }, () => call('AGUAVIVA-02'))
    const answer = await Promise.race(answers)
    const mode = modeOf('busy')
    expect(answered(answer)).toEqual(mode.answer)
    expect(answer).toMatchObject({ message: mode.text(shownOf(device)) })
    expect(await circuitAfter(answer)).toEqual({ state: mode.counts ? 'OPEN' : 'CLOSED', records: mode.records })
    for (const each of answers) each.catch(() => {})
  })
})

describe('texts, reactions and records in the failure table', () => {
  const clock = { now: Date.parse('2026-11-20T05:10:00.000Z') }
  let backend: Backend
  let admin: SignedIn
  let night: IncidentNight

  beforeAll(async () => {
    const options = { now: () => clock.now, deviceTimeoutMs: 300, unansweredEveryMs: 50 }
    backend = await startTestBackend(options)
    admin = await signIn(backend, 'admin')
    await backend.database.execute("update sessions set expires_at = expires_at + interval '30 days'")
    night = incidentNight(backend, admin, clock)
  })
  afterEach(async () => {
    await admin.call('/rest/simulator/devices', { method: 'PUT', body: { fault: 'up' } })
    await backend.database.script(
      "update devices set status = 'online'; delete from incidents; delete from happenings; delete from notifications",
    )
    await night.advance(60 * 60_000)
  })
  afterAll(() => backend.close())

  const chain = () => chainOf(backend.database, mainCustomerId)
  /** Compares the records that the server has written since record `from` with those of the row. */
  async function expectRecords(mode: FailureMode, from: number): Promise<void> {
    const kinds = (await chain()).slice(from).map(({ record }) => String(record.kind))
    const own = mode.records.filter((record) => !record.startsWith('panel.'))
    expect(new Set(kinds.filter((kind) => Object.hasOwn(recordNames, kind)))).toEqual(new Set<string>(own))
  }
  async function expectText(mode: FailureMode): Promise<void> {
    const incident = await night.onlyIncident()
    const { scope, wordCode, condominiumName, failing, condominiums, ip } = incident
    const device = scope === 'device' ? await recordOf(admin, wordCode) : { ...(await recordOf(admin, 'ACUDE-02')), ip }
    expect(mode.text({ device, condominiumName, failing, condominiums })).toBe(incidentSentence(incident))
  }
  const notified = async () => {
    const answer = await admin.call(`/rest/notifications/list?userId=${admin.user.userId}`)
    const { notifications } = await answer.json()
    return notifications.filter(({ data }: { data: object }) => 'incidentId' in data).length
  }

  it.each(ways.filter((way) => way !== 'slow'))(
    'match the incident and the chain for a device that is %s (AUD-4)',
    async (way) => {
      const from = (await chain()).length
      await makeFail(way, { admin, database: backend.database, silentPort: silent.port, slowMs: 0 })
      await night.check([failingDevices[way]])
      expect(await notified()).toBe(0)
      await night.advance(2_000)
      expect(await notified()).toBe(1)
      await expectText(modeOf(way))
      await expectRecords(modeOf(way), from)
    },
  )

  it('match one incident without further notifications for a device that oscillates (AUD-4)', async () => {
    const from = (await chain()).length
    const faults: DeviceFault[] = ['refuse', 'up', 'refuse']
    for (const fault of faults) await night.devices(['AGUAVIVA-02'], fault)
    await night.advance(2_000)
    await expectText(modeOf('oscillating'))
    const before = await notified()
    for (const fault of ['up', 'refuse'] as const) await night.devices(['AGUAVIVA-02'], fault)
    await night.advance(2_000)
    expect(await notified()).toBe(before)
    await expectRecords(modeOf('oscillating'), from)
  })

  it('match one incident and one notification for a whole condominium (AUD-4)', async () => {
    const from = (await chain()).length
    const codes = (await night.devicesAt('condominio-03')).map(({ wordCode }) => wordCode)
    await night.devices(codes, 'refuse')
    await night.advance(2_000)
    expect(await notified()).toBe(1)
    await expectText(modeOf('condominium'))
    await expectRecords(modeOf('condominium'), from)
  })

  it('match one incident for many condominiums (AUD-4)', async () => {
    const from = (await chain()).length
    const ids = Array.from({ length: 12 }, (_, at) => `condominio-${String(at + 1).padStart(2, '0')}`)
    const devices = (await Promise.all(ids.map((id) => night.devicesAt(id)))).flat()
    expect((await admin.call('/rest/simulator/devices', { method: 'PUT', body: { fault: 'refuse' } })).status).toBe(200)
    await night.check(devices.map(({ wordCode }) => wordCode))
    await night.advance(2_000)
    expect(await notified()).toBe(1)
    await expectText(modeOf('service'))
    await expectRecords(modeOf('service'), from)
  })

  it('include a later check of a command without an answer (AUD-4)', async () => {
    const from = (await chain()).length
    await setFault(admin, 'AGUAVIVA-03', 'hang')
    const answer = await admin.call('/device-control/device/restart/AGUAVIVA-03', { method: 'POST' })
    expect({ status: answer.status, cause: (await answer.json()).cause }).toEqual(modeOf('command').answer)
    await night.advance(2_000)
    await expectText(modeOf('command'))
    await setFault(admin, 'AGUAVIVA-03', 'up')
    await night.check(['AGUAVIVA-03'])
    await night.advance(61_000)
    await expect.poll(async () => (await chain()).map(({ record }) => record.kind)).toContain('command.checked')
    await expectRecords(modeOf('command'), from)
  })

  it.each(['door-forced', 'gate-held-open'] as const)('match the incident of an event %s (AUD-4)', async (kind) => {
    const from = (await chain()).length
    await backend.emitGateEvent({ condominiumId: 'condominio-03', kind })
    await night.advance(0)
    expect(await notified()).toBe(1)
    await expectText(modeOf(kind))
    await expectRecords(modeOf(kind), from)
  })

  it('match the incident of an event of a catalogued kind that calls (AUD-4)', async () => {
    const { code, name, rank } = exampleAlarm
    await setEventKinds(backend.database, mainCustomerId, [{ code, name, rank, calls: true }])
    const { token } = await plantMachineToken(backend)
    const from = (await chain()).length
    const event = { id: 'e1', wordCode: 'ACUDE-01', kind: code, at: new Date(clock.now).toISOString() }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ events: [event] })
    await fetch(`${backend.url}/rest/device-events`, { method: 'POST', headers, body })
    await night.advance(0)
    expect(await notified()).toBe(1)
    await expectText(modeOf('alarm'))
    await expectRecords(modeOf('alarm'), from)
  })
})

describe('failures of the panel in the failure table', () => {
  let backend: Backend
  let admin: SignedIn
  let device: Device

  beforeAll(async () => {
    backend = await startTestBackend()
    admin = await signIn(backend, 'admin')
    device = await recordOf(admin, 'AGUAVIVA-01')
  })
  afterAll(() => backend.close())

  it('a call from a computer without a network does not count as a failure (AUD-4)', async () => {
    const mode = modeOf('offline')
    const cut = await callOfPanel('http://127.0.0.1:9', admin, false)('AGUAVIVA-01')
    expect(cut.kind).toBe('unsent')
    expect(await circuitAfter(cut)).toEqual({ state: 'CLOSED', records: mode.records })
    expect(mode.text(shownOf(device))).toBe(deviceSentence(factsOf(device, { contact: 'offline' })))
  })

  it('a call to a stopped server counts as a failure, and the status of all devices is unknown (AUD-4)', async () => {
    const mode = modeOf('server')
    const call = callOfPanel(backend.url, admin)
    await backend.close()
    const answer = await call('AGUAVIVA-01')
    expect(answered(answer)).toEqual(mode.answer)
    expect(await circuitAfter(answer)).toEqual({ state: 'OPEN', records: mode.records })
    expect(mode.text(shownOf(device))).toBe(deviceSentence(factsOf(device, { contact: 'silent' })))
  })

  it('an isolation ends at its time, and the next call is a trial (AUD-4)', async () => {
    const mode = modeOf('isolated')
    const world = new DeviceWorld()
    const until = epoch + breakerRules.longestIsolationMs
    world.calls.circuits.isolate(portaria, { until, by: 'Ana', reason: 'Manutenção' })
    await world.advance(breakerRules.longestIsolationMs - 1)
    expect(world.call(portaria, { policy: onlyOnce }).isAwaited).toBe(false)
    expect(world.moves.map((move) => `panel.${moveEntry(move).kind}`)).toEqual(mode.records)
    await world.advance(1)
    const snapshot = world.circuit()
    if (snapshot === undefined) throw new Error('no circuit')
    const circuit = { ...closed, ...snapshot.context, state: circuitStateOf(snapshot) }
    expect(mode.text(shownOf(device))).toBe(deviceSentence(factsOf(device, { circuit, now: world.clock.now() })))
    const trial = world.call(portaria, { policy: onlyOnce })
    await settle()
    expect(trial.isAwaited).toBe(true)
    expect(circuitStateOf(world.circuit() ?? snapshot)).toBe('HALF_OPEN')
  })
})

it('every row of the failure table is compared in this file (AUD-4)', () => {
  const others = ['oscillating', 'condominium', 'service', 'command', 'busy', 'server', 'offline', 'isolated']
  expect(failureModes.map(({ id }) => id)).toEqual([...ways, ...others, 'door-forced', 'gate-held-open', 'alarm'])
})
