// `node tests/bench/incidents.ts`: 10,000 devices over 2,000 condominiums fail at once and come back (INC-1), on the embedded database, on a disk, with fsync.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import * as v from 'valibot'
import { type Contact, recordContacts } from '../../backend/devices/contact-records.ts'
import { startBackend } from '../../backend/server.ts'
import { deviceSchema } from '../../contract/wire/answers/devices.ts'
import { incidentList, incidentSchema } from '../../contract/wire/answers/incidents.ts'

const places = 2_000
const together = 200
const folder = await mkdtemp(join(tmpdir(), 'guarita-incidents-'))
const backend = await startBackend({ port: 0, dataDir: folder, seed: 'large', pastEvents: 1 })
const signedIn = await fetch(`${backend.url}/rest/auth/sign-in`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'admin@guarita.demo', password: 'guarita-demo', remember: true }),
})
const { token } = v.parse(v.object({ token: v.string() }), await signedIn.json())
const socket = io(backend.url, { auth: { token }, transports: ['websocket'] })
const told = new Map<string, v.InferOutput<typeof incidentSchema>>()
let lastToldAt = 0
socket.on('incidents:changed', (list: unknown) => {
  for (const incident of v.parse(v.array(incidentSchema), list)) told.set(incident.id, incident)
  lastToldAt = performance.now()
})

const failing = await devicesOf(`order by devices.word_code limit ${places * 5}`)
const answering = await devicesOf(`order by devices.word_code offset ${places * 5} limit ${(places + 500) * 5}`)

async function devicesOf(which: string) {
  return await backend.database.query(
    `select devices.word_code as "wordCode", devices.condominium_id as "condominiumId", devices.name, model, ip, port, active, devices.status
     from devices join condominiums on condominiums.id = devices.condominium_id where customers_id = 'horizonte' ${which}`,
    [],
    deviceSchema,
  )
}

/** Notes that they were asked, in turns with `others`; resolves to how long it took until all was noted, and until the panel had heard of it. */
async function ask(
  devices: typeof failing,
  outcome: Contact['outcome'],
  others: typeof failing,
  isDone: (open: readonly v.InferOutput<typeof incidentSchema>[]) => boolean,
): Promise<{ notedMs: number; storedMs: number; toldMs: number }> {
  const startedAt = performance.now()
  for (let at = 0; at < devices.length; at += together) {
    const at_ = new Date()
    const both = [
      ...others.slice(at, at + together + 50).map((device) => ({ device, outcome: { latencyMs: 4 }, at: at_ })),
      ...devices.slice(at, at + together).map((device) => ({ device, outcome, at: at_ })),
    ]
    await recordContacts(backend.database, both, 60_000)
  }
  const notedAt = performance.now()
  while (!isDone(await open())) await backend.makeIncidents()
  const storedAt = performance.now()
  while (performance.now() - Math.max(lastToldAt, storedAt) < 1_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
  return { notedMs: notedAt - startedAt, storedMs: storedAt - notedAt, toldMs: Math.max(0, lastToldAt - storedAt) }
}

async function open() {
  const answer = await fetch(`${backend.url}/rest/incidents/open`, { headers: { authorization: `Bearer ${token}` } })
  return v.parse(incidentList, await answer.json()).result
}

function print(what: string, { notedMs, storedMs, toldMs }: Awaited<ReturnType<typeof ask>>, count: string): void {
  const s = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  console.log(`| ${what} | ${count} | ${s(notedMs)} | ${s(storedMs)} | ${s(toldMs)} |`)
}

console.log('| 10,000 devices of 2,000 condominiums | incidents | contacts noted in | then stored in | then told in |')
console.log('| --- | --- | --- | --- | --- |')
const gone = await ask(failing, 'silent', answering, (list) => {
  const lost = list.filter(({ life }) => life === 'new')
  return lost.reduce((sum, incident) => sum + incident.failing, 0) === failing.length
})
print('fail while others answer', gone, `${(await open()).filter(({ life }) => life === 'new').length}`)
const back = await ask(failing, { latencyMs: 4 }, [], (list) => list.every(({ life }) => life === 'resolved'))
print('come back', back, `${(await open()).filter(({ life }) => life === 'resolved').length} over`)
await backend.database.script('delete from incidents')
const service = await ask(failing, 'silent', [], (list) => {
  const [one] = list.filter(({ scope, life }) => scope === 'service' && life === 'new')
  return one?.failing === failing.length
})
const whole = (await open()).filter(({ life }) => life === 'new')
print('fail, and nobody answers', service, `${whole.length} (${whole.map(({ scope }) => scope)[0]})`)
socket.disconnect()
await backend.close()
await rm(folder, { recursive: true, force: true })
