import { generateKeyPairSync } from 'node:crypto'
import { fastify } from 'fastify'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { busOver } from '../../../backend/bus/bus.ts'
import { inProcessTransport } from '../../../backend/bus/in-process-transport.ts'
import { type KeptDays, usualDays } from '../../../backend/database/table.ts'
import { confirmClock } from '../../../backend/database/trusted-clock.ts'
import { signHead } from '../../../backend/evidence/heads.ts'
import { openSigningKey, type SigningKey } from '../../../backend/evidence/signing-key.ts'
import { verifyChains } from '../../../backend/evidence/verify-chain.ts'
import { userCommand } from '../../../backend/people/user-command.ts'
import { serverWarnings } from '../../../backend/readiness/warnings.ts'
import { retentionChores } from '../../../backend/retention/retention.ts'
import type { Backend } from '../../../backend/server.ts'
import { verifyDossier } from '../../../contract/evidence/verify-evidence.js'
import type { SignedHead } from '../../../contract/wire/answers/evidence.ts'
import { demoPassword } from '../../prepared-database.ts'
import { chainOf } from '../evidence/chain-of.ts'
import { dossierFilesOf } from '../evidence/made-dossier.ts'
import { plantIncident } from '../incidents/planted-incident.ts'
import { signIn, startTestBackend } from '../parts/embedded-backend.ts'

const dayMs = 24 * 60 * 60_000
const startMs = Date.parse('2026-03-02T12:00:00Z')
let nowMs: number
let backend: Backend
let key: SigningKey

beforeEach(async () => {
  nowMs = startMs
  backend = await startTestBackend({ now: () => nowMs, monitorEveryMs: 0 })
  key = await openSigningKey(backend.database, { dataDir: undefined })
})
afterEach(() => backend.close())

const customer = 'horizonte'
const verdict = async (of = customer) => (await verifyChains(backend.database)).find((each) => each.customer === of)
const warnings = serverWarnings(fastify().log)
const chore = (name: string, days: Partial<KeptDays> = {}) => {
  const parts = { database: backend.database, signingKey: key, warnings, now: () => nowMs }
  const found = retentionChores(parts, { ...usualDays, ...days })[name]
  if (found === undefined) throw new Error(`no chore is named ${name}`)
  return found
}
/** Lets days pass, as a running server would notice. */
const passDays = async (days: number) => {
  nowMs += days * dayMs
  await confirmClock(backend.database, nowMs)
}
const named = (name: string) => ({ name, wordCode: name.toUpperCase() })

async function countOf(table: string): Promise<number> {
  const [found] = await backend.database.query(
    `select count(*)::int as count from ${table}`,
    [],
    v.object({ count: v.number() }),
  )
  return found?.count ?? 0
}

it('the retention chore deletes addresses and browsers of sign-ins after six months, and the chain is still valid (EVI-6)', async () => {
  await signIn(backend, 'operator')
  await passDays(184)
  await signIn(backend, 'admin')
  await chore('values of evidence')()
  const begun = (await chainOf(backend.database, customer)).filter(({ record }) => record.kind === 'session.begun')
  expect(begun.slice(-2).map(({ personal }) => personal.length > 0)).toEqual([false, true])
  await signHead(backend.database, key, customer, nowMs)
  expect((await verdict())?.problem).toBeUndefined()
})

it('the retention chore deletes records older than the configured time and records that in the chain, which is still valid (EVI-6)', async () => {
  const earlier = await signIn(backend, 'admin')
  await earlier.call('/rest/condominium', { method: 'POST', body: named('Antigo') })
  await signHead(backend.database, key, customer, nowMs)
  const before = await chainOf(backend.database, customer)
  await passDays(10)
  const admin = await signIn(backend, 'admin')
  await admin.call('/rest/condominium', { method: 'POST', body: named('Novo') })
  await chore('chain', { audit: 5 })()
  const left = await chainOf(backend.database, customer)
  expect(left[0]?.record.seq).toBe(before.length + 1)
  expect(left.map(({ record }) => record.kind)).toEqual(['session.begun', 'condominium.created', 'retention', 'key'])
  expect(left[2]?.record).toMatchObject({ data: { upTo: before.length, hash: before.at(-1)?.hash } })
  expect(await verdict()).toMatchObject({ signed: { seq: before.length + 4 } })
  expect((await verdict())?.problem).toBeUndefined()

  const period = `from=2020-01-01T00:00:00Z&to=${new Date(nowMs + dayMs).toISOString()}`
  const { json } = await dossierFilesOf(await admin.call(`/rest/evidence/dossier?${period}`))
  const { dossier } = JSON.parse(json)
  expect(dossier.start).toMatchObject({ seq: before.length, hash: before.at(-1)?.hash })
  const verified = await verifyDossier(json)
  expect(verified).toMatchObject({ isGenuine: true })
  expect(verified.told.join()).toContain('pode faltar o começo')
  // The chore deletes at most once a day.
  await chore('chain', { audit: 5 })()
  expect((await chainOf(backend.database, customer)).filter(({ record }) => record.kind === 'retention')).toHaveLength(
    1,
  )
})

it('heads of the records that a cut leaves still verify, although the record of their key was removed (EVI-6)', async () => {
  const generated = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const later = await openSigningKey(backend.database, { given: generated, dataDir: undefined })
  const first = key
  const headAfter = async (days: number) => {
    await passDays(days)
    await signIn(backend, 'admin')
    return signHead(backend.database, key, customer, nowMs)
  }
  const expectUsable = async (head: SignedHead) => {
    const found = (await verifyChains(backend.database, { given: [head], own: [] })).find(
      (each) => each.customer === customer,
    )
    expect(found?.problem).toBeUndefined()
    const admin = await signIn(backend, 'admin')
    const period = `from=2020-01-01T00:00:00Z&to=${new Date(nowMs + dayMs).toISOString()}`
    const { json } = await dossierFilesOf(await admin.call(`/rest/evidence/dossier?${period}`))
    const { dossier } = JSON.parse(json)
    expect([head.seq > dossier.start.seq, dossier.keys[1].seq > head.seq]).toEqual([true, true])
    expect(await verifyDossier(json, { heads: JSON.stringify(head) })).toMatchObject({ isGenuine: true, problems: [] })
  }
  try {
    await headAfter(10)
    await headAfter(1.5)
    const old = await headAfter(2.5)
    await chore('chain', { audit: 2.5 })()
    await expectUsable(old)
    await passDays(2)
    key = later
    // The previous cut added a new record of the key; this cut ends before that record.
    await chore('chain', { audit: 3 })()
    await expectUsable(old)
    await headAfter(0)
    const newer = await headAfter(2)
    key = first
    await passDays(2)
    // This cut removes all records of the later key.
    await chore('chain', { audit: 2.5 })()
    await expectUsable(newer)
  } finally {
    key = first
  }
})

it('the verifier finds that the first records of a chain were deleted without a retention record (EVI-3)', async () => {
  const other = 'litoral'
  for (let count = 0; count < 3; count += 1) await signIn(backend, 'outsider')
  const [first, second] = await chainOf(backend.database, other)
  await backend.database.script(
    `begin; select set_config('guarita.retention', 'on', true);
     delete from evidence where customers_id = '${other}' and seq <= ${second?.record.seq}; commit`,
  )
  expect((await verdict(other))?.problem).toMatch(`Falta o registro ${first?.record.seq}`)
  await backend.database.execute('update evidence_heads set base_seq = $2, base_hash = $3 where customers_id = $1', [
    other,
    second?.record.seq,
    second?.hash,
  ])
  expect((await verdict(other))?.problem).toMatch(/nenhum registro diz que o prazo deles acabou/)
})

it('the database refuses to delete records outside of retention', async () => {
  await signIn(backend, 'admin')
  await expect(backend.database.execute('delete from evidence', [])).rejects.toThrow(/append-only/)
})

it('the retention chore keeps events and notifications for the configured time', async () => {
  await backend.emitGateEvent({ condominiumId: 'condominio-13', kind: 'door-forced' })
  await backend.makeIncidents()
  await passDays(89)
  await Promise.all([chore('events')(), chore('notifications')()])
  expect([(await countOf('events')) > 0, (await countOf('notifications')) > 0]).toEqual([true, true])
  await passDays(2)
  await Promise.all([chore('events')(), chore('notifications')()])
  expect([await countOf('events'), await countOf('notifications')]).toEqual([0, 0])
})

it('the user commands export and erase all personal data of a person, and the chain is still valid (EVI-6)', async () => {
  const operator = await signIn(backend, 'operator')
  const id = await plantIncident(backend, 'new', 'condominio-01', nowMs)
  await operator.call(`/rest/incidents/${id}/deeds`, { method: 'POST', body: { deed: 'claim' } })
  const taker = { email: 'auditor@guarita.demo', password: demoPassword, note: 'Portão rangendo' }
  expect((await operator.call('/rest/handovers', { method: 'POST', body: taker })).status).toBe(201)
  const bus = busOver(backend.database, inProcessTransport())
  const ask = (act: 'export' | 'erase') =>
    userCommand({ database: backend.database, bus, now: () => nowMs }, { act, email: 'operador@guarita.demo' })
  const exported = JSON.stringify(await ask('export'))
  for (const personal of ['operador@guarita.demo', 'user-operador', '127.0.0.1', 'session.begun', 'Portão rangendo'])
    expect(exported).toContain(personal)
  expect(exported).not.toContain('scrypt')

  await ask('erase')
  const rest = JSON.stringify(await chainOf(backend.database, customer))
  expect(rest).toContain('"kind":"erased"')
  expect(rest).not.toContain('operador@guarita.demo')
  const tables = ['users', 'sessions', 'notifications', 'person_acts', 'evidence', 'device_audit', 'idempotent_calls']
  for (const table of [...tables, 'incidents', 'incident_notes', 'handovers']) {
    const rows = await backend.database.query(
      `select t::text as row from ${table} as t`,
      [],
      v.object({ row: v.string() }),
    )
    expect(JSON.stringify(rows)).not.toMatch(/operador@guarita|Otávio|Operador de/)
  }
  await signHead(backend.database, key, customer, nowMs)
  const found = (await verifyChains(backend.database)).find((each) => each.customer === customer)
  expect(found?.problem).toBeUndefined()
  await expect(ask('export')).rejects.toThrow('Não há ninguém com o e-mail')
  await bus.close()
})
