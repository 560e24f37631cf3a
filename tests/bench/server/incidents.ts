import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import * as v from 'valibot'
import { type Contact, recordContacts } from '../../../backend/devices/contact-records.ts'
import { startBackend } from '../../../backend/server.ts'
import { deviceSchema } from '../../../contract/wire/answers/devices/devices.ts'
import { incidentList, incidentSchema } from '../../../contract/wire/answers/incidents.ts'
import { signIn } from '../browser/demo-sign-in.ts'
import { type Metric, printMetrics } from '../metric.ts'

const condominiumCount = 2_000
const together = 200

const receivedIncident = v.object(v.pick(incidentSchema, ['id', 'life', 'scope', 'failing']).entries)

type Open = readonly v.InferOutput<typeof receivedIncident>[]
type Times = { notedMs: number; storedMs: number; receivedMs: number }

/** 10,000 devices of 2,000 condominiums fail together and recover (INC-1), on the embedded database, with fsync. */
export async function measureIncidents(): Promise<Metric[]> {
  const folder = await mkdtemp(join(tmpdir(), 'guarita-incidents-'))
  const backend = await startBackend({ port: 0, dataDir: folder, seed: 'large', pastEvents: 1 })
  const { token } = await signIn(backend.url)
  const socket = io(backend.url, { auth: { token }, transports: ['websocket'] })
  /** Incidents that a panel has received over its socket. */
  const received = new Map<string, Open[number]>()
  let checkReceived = () => {}
  socket.on('incidents:changed', (list: unknown) => {
    for (const each of v.parse(v.array(receivedIncident), list)) received.set(each.id, each)
    checkReceived()
  })
  try {
    const failing = await devicesOf(`order by devices.word_code limit ${condominiumCount * 5}`)
    const answering = await devicesOf(
      `order by devices.word_code offset ${condominiumCount * 5} limit ${(condominiumCount + 500) * 5}`,
    )
    const gone = await ask(failing, 'silent', answering, (list) => {
      const lost = list.filter(({ life }) => life === 'new')
      return lost.reduce((sum, incident) => sum + incident.failing, 0) === failing.length
    })
    const lost = (await open()).filter(({ life }) => life === 'new').length
    const back = await ask(failing, { latencyMs: 4 }, [], (list) => list.every(({ life }) => life === 'resolved'))
    await backend.database.script('delete from incidents')
    received.clear()
    const service = await ask(failing, 'silent', [], (list) => {
      const [one] = list.filter(({ scope, life }) => scope === 'service' && life === 'new')
      return one?.failing === failing.length
    })
    const whole = (await open()).filter(({ life }) => life === 'new')
    return [
      {
        what: '10,000 devices of 2,000 condominiums fail while other devices answer: incidents',
        measured: lost,
        unit: '',
        goal: condominiumCount,
      },
      ...metricsOf('– 22,500 contacts', gone),
      ...metricsOf('all recover: 10,000 contacts', back),
      { what: 'they fail and no device answers: incidents', measured: whole.length, unit: '', goal: 1 },
      ...metricsOf('– 10,000 contacts', service),
    ]
  } finally {
    socket.disconnect()
    await backend.close()
    await rm(folder, { recursive: true, force: true })
  }

  async function devicesOf(which: string) {
    return await backend.database.query(
      `select devices.word_code as "wordCode", devices.condominium_id as "condominiumId", devices.name, model, ip, port, active, devices.status
       from devices join condominiums on condominiums.id = devices.condominium_id where customers_id = 'horizonte' ${which}`,
      [],
      deviceSchema,
    )
  }

  /**
   * Stores contacts with `outcome` for `devices`, mixed with answers of `others`. Resolves to the times until all are
   * stored, their incidents are stored, and a panel has received the incidents.
   */
  async function ask(
    devices: Awaited<ReturnType<typeof devicesOf>>,
    outcome: Contact['outcome'],
    others: typeof devices,
    isDone: (open: Open) => boolean,
  ): Promise<Times> {
    const { promise: receivedAt, resolve } = Promise.withResolvers<number>()
    checkReceived = () => {
      if (isDone([...received.values()])) resolve(performance.now())
    }
    const startedAt = performance.now()
    for (let from = 0; from < devices.length; from += together) {
      const at = new Date()
      const both = [
        ...others.slice(from, from + together + 50).map((device) => ({ device, outcome: { latencyMs: 4 }, at })),
        ...devices.slice(from, from + together).map((device) => ({ device, outcome, at })),
      ]
      await recordContacts(backend.database, both, 60_000)
    }
    const notedAt = performance.now()
    while (!isDone(await open())) await backend.makeIncidents()
    const storedAt = performance.now()
    const receivedMs = Math.max(0, (await receivedAt) - storedAt)
    return { notedMs: notedAt - startedAt, storedMs: storedAt - notedAt, receivedMs }
  }

  async function open(): Promise<Open> {
    const answer = await fetch(`${backend.url}/rest/incidents/open`, { headers: { authorization: `Bearer ${token}` } })
    return v.parse(incidentList, await answer.json()).result
  }
}

function metricsOf(what: string, { notedMs, storedMs, receivedMs }: Times): Metric[] {
  return [
    { what: `${what}: stored in`, measured: notedMs / 1_000, unit: 's' },
    { what: '– incidents stored after the last check', measured: storedMs / 1_000, unit: 's', goal: 5 },
    { what: '– then received by a panel', measured: receivedMs / 1_000, unit: 's', goal: 1 },
  ]
}

if (import.meta.main) printMetrics(await measureIncidents())
