import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Database } from '../../../backend/database/database.ts'
import { openPostgresDatabase } from '../../../backend/database/postgres/postgres-database.ts'
import { anchorAt, sendHeads } from '../../../backend/evidence/anchors.ts'
import { appendFacts } from '../../../backend/evidence/append.ts'
import { cutOldRecords } from '../../../backend/evidence/chain-cut.ts'
import { theServer } from '../../../backend/evidence/fact.ts'
import { signGrownChains, signHead } from '../../../backend/evidence/heads.ts'
import { openSigningKey, type SigningKey } from '../../../backend/evidence/signing-key.ts'
import { verifyChains } from '../../../backend/evidence/verify-chain.ts'
import { type Backend, startBackend } from '../../../backend/server.ts'
import { verifyDossier } from '../../../contract/evidence/verify-evidence.js'
import { type SignedHead, signedHead } from '../../../contract/wire/answers/evidence.ts'
import { cheapCost } from '../../prepared-database.ts'
import { dossierFilesOf } from '../evidence/made-dossier.ts'
import { signIn } from '../parts/embedded-backend.ts'
import { postgresCopy } from '../parts/postgres-copy.ts'

const customer = 'horizonte'
const dayMs = 24 * 60 * 60_000
const startMs = Date.now()
const rounds = 12

type Instance = { backend: Backend; database: Database; key: SigningKey }

let folder: string
let outside: Database
const instances: Instance[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guarita-shared-chain-'))
  const databaseUrl = await postgresCopy(inject('postgresUrl') ?? '', 'demo', randomUUID())
  outside = await openPostgresDatabase(databaseUrl)
  for (let number = 0; number < 2; number += 1) {
    const options = {
      port: 0,
      dataDir: 'memory',
      seed: 'demo',
      databaseUrl,
      passwordCost: cheapCost,
      monitorEveryMs: 0,
    } as const
    const backend = await startBackend(options)
    const { database } = backend
    // Each instance remembers its own signed heads.
    instances.push({ backend, database, key: await openSigningKey(database, { dataDir: undefined }) })
  }
})
afterAll(async () => {
  for (const { backend } of instances) await backend.close()
  await outside.close()
  await rm(folder, { recursive: true, force: true })
})

function append({ database }: Instance, at: number): Promise<void> {
  return database.transaction((transaction) =>
    appendFacts(transaction, customer, { kind: 'export', at, actor: theServer, subject: {} }),
  )
}

async function deadlocks(): Promise<number> {
  const sql =
    'select pg_stat_clear_snapshot(), deadlocks::int as count from pg_stat_database where datname = current_database()'
  const [found] = await outside.query(sql, [], v.object({ count: v.number() }))
  return found?.count ?? -1
}

async function positions(): Promise<{ last: number; base: number }> {
  const sql = 'select seq::int as last, base_seq::int as base from evidence_heads where customers_id = $1'
  const [found] = await outside.query(sql, [customer], v.object({ last: v.number(), base: v.number() }))
  return found ?? { last: -1, base: -1 }
}

/** Two heads with one number have one hash. */
function expectOneHashEach(heads: readonly SignedHead[]): void {
  const hashes = Map.groupBy(heads, ({ seq }) => seq)
  for (const [seq, same] of hashes) expect(new Set(same.map(({ hash }) => hash)).size, `record ${seq}`).toBe(1)
}

/** Returns the heads of the customer that the anchor took. */
async function headsAt(file: string): Promise<SignedHead[]> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  return lines.map((line) => v.parse(signedHead, JSON.parse(line))).filter((head) => head.customer === customer)
}

async function verdict() {
  const [own] = (await verifyChains(outside)).filter((each) => each.customer === customer)
  return own
}

describe('two instances on one chain (SCA-2, EVI-3, EVI-5, EVI-6)', () => {
  it('append, sign, anchor and cut at once: the chain stays whole, heads keep their order, and each anchor gets them', async () => {
    const before = await deadlocks()
    const files = [join(folder, 'one.jsonl'), join(folder, 'two.jsonl')]
    const anchors = files.map(anchorAt)
    const problems: unknown[] = []
    const report = (id: string, problem: string | undefined) => {
      if (problem !== undefined) problems.push([id, problem])
    }
    const signed: SignedHead[] = []
    for (let round = 0; round < rounds; round += 1) {
      const at = startMs + round * 3 * dayMs
      await Promise.all(
        instances.flatMap((instance, number) => {
          const { database, key } = instance
          // The clock of the second instance is 2 s behind.
          const now = at - number * 2_000
          const sign = async () => signed.push(await signHead(database, key, customer, now))
          return [
            ...Array.from({ length: 5 }, () => append(instance, now)),
            sign(),
            signGrownChains(database, key, now, report),
            ...anchors.map((anchor) => sendHeads(database, anchor, now)),
            cutOldRecords(database, key, new Date(now - 4 * dayMs), now, report),
            append(instance, now),
            sign(),
          ]
        }),
      )
      // As both servers do every 5 minutes.
      for (const { database, key } of instances) await signGrownChains(database, key, at, report)
      for (const anchor of anchors) await sendHeads(outside, anchor, at)
      const [newest] = signed.toSorted((one, other) => other.seq - one.seq)
      for (const file of files) {
        const taken = await headsAt(file)
        expect(Math.max(...taken.map(({ seq }) => seq))).toBeGreaterThanOrEqual(newest?.seq ?? Number.POSITIVE_INFINITY)
      }
    }
    expect(problems).toEqual([])
    const { last, base } = await positions()
    expect(base).toBeGreaterThan(0)
    expect(signed).toHaveLength(rounds * 4)
    const inOrder = signed.toSorted((one, other) => one.seq - other.seq || one.at.localeCompare(other.at))
    expect(inOrder.map(({ at }) => at)).toEqual(inOrder.map(({ at }) => at).toSorted())
    const taken = (await Promise.all(files.map(headsAt))).flat()
    expectOneHashEach([...signed, ...taken])
    const given = [...signed, ...taken].filter(({ seq }) => seq > base)
    expect(await verifyChains(outside, { given, own: [] })).toContainEqual(
      expect.objectContaining({ customer, records: last, usedHeads: given.length }),
    )
    expect(await verdict()).not.toHaveProperty('problem')
    expect(await deadlocks()).toBe(before)
  })

  it('make dossiers at once that are genuine beside the heads of both', async () => {
    const period = `from=${new Date(startMs - dayMs).toISOString()}&to=${new Date(startMs + 1_000 * dayMs).toISOString()}`
    const answers = await Promise.all(
      [0, 1].map(async (number) => {
        const backend = instances[number]?.backend ?? { url: '' }
        const admin = await signIn(backend, 'admin')
        const made = await admin.call(`/rest/evidence/dossier?${period}`)
        const { head } = await (await admin.call('/rest/evidence/head')).json()
        return { status: made.status, json: (await dossierFilesOf(made)).json, head: v.parse(signedHead, head) }
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const heads = answers.map(({ head }) => JSON.stringify(head)).join('\n')
    for (const { json } of answers)
      expect(await verifyDossier(json, { heads })).toMatchObject({ isGenuine: true, problems: [] })
    expectOneHashEach(answers.map(({ head }) => head))
    expect(await verdict()).not.toHaveProperty('problem')
  })
})
