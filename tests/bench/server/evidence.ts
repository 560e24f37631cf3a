// `node tests/bench/server/evidence.ts [seconds]`: cost of records in the audit chain (EVI-1, EVI-3), with fsync.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Account } from '../../../backend/access/users.ts'
import { storeAuditRecords } from '../../../backend/audit/audit-records.ts'
import { openEmbeddedDatabase } from '../../../backend/database/embedded/embedded-database.ts'
import { migrate } from '../../../backend/database/migrations.ts'
import { appendFacts } from '../../../backend/evidence/append.ts'
import { verifyChains } from '../../../backend/evidence/verify-chain.ts'
import type { DeliveredRecord } from '../../../contract/wire/requests/audit.ts'

const seconds = Number(process.argv[2] ?? 60)
const folder = await mkdtemp(join(tmpdir(), 'guarita-evidence-'))
const database = await openEmbeddedDatabase(join(folder, 'db'))
await database.alone(migrate)

const account: Account = {
  userId: 'u',
  customersId: 'c',
  email: '',
  name: '',
  type: 'admin',
  permissions: [],
  seesAll: true,
}

function delivery(count: number): DeliveredRecord[] {
  return Array.from({ length: count }, (_, sequence) => ({
    id: randomUUID(),
    sequence,
    at: new Date(),
    wordCode: `D-${sequence % 50}`,
    condominiumId: 'k',
    userId: 'u',
    kind: 'transition',
    from: 'CLOSED',
    to: 'OPEN',
    cause: 'threshold',
    failureCount: 5,
    lastError: 'O dispositivo não respondeu.',
    panelVersion: '1',
  }))
}

/** Runs `work` again and again in each of `writers`. Resolves to runs per second. */
async function rate(writers: number, forMs: number, work: () => Promise<unknown>): Promise<number> {
  let done = 0
  const startedAt = performance.now()
  const writer = async () => {
    while (performance.now() - startedAt < forMs) {
      await work()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: writers }, writer))
  return (done / (performance.now() - startedAt)) * 1_000
}

const storeUnchained = (records: DeliveredRecord[]) =>
  database.execute(
    `insert into device_audit (id, user_id, customers_id, condominium_id, word_code, sequence, at, kind, from_state, to_state, cause,
       failure_count, last_error, panel_version, received_at)
     select id, 'u', 'unchained', 'k', "wordCode", sequence, at, kind, "from", "to", cause, "failureCount", "lastError", '1', now()
     from jsonb_to_recordset($1::jsonb) as given (id uuid, "wordCode" text, sequence bigint, at timestamptz, kind text, "from" text,
       "to" text, cause text, "failureCount" integer, "lastError" text)
     on conflict (user_id, id) do nothing`,
    [JSON.stringify(records)],
  )
const noQuota = { records: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER }
const storeChained = (count: number) => storeAuditRecords(database, account, delivery(count), new Date(), noQuota)
const appendFact = () =>
  database.transaction((transaction) =>
    appendFacts(transaction, 'c', {
      kind: 'contact.lost',
      at: Date.now(),
      actor: { server: true },
      subject: { device: 'D-1' },
      data: { cause: 'silent' },
    }),
  )

/** Number of rows that one delivery of 100 records writes. */
async function writtenRows(): Promise<number> {
  const count = () =>
    database.query(
      `select sum(n_tup_ins + n_tup_upd + n_tup_del)::int as count
       from (select pg_stat_force_next_flush(), pg_stat_clear_snapshot()) as now, pg_stat_user_tables`,
      [],
      v.object({ count: v.number() }),
    )
  await count()
  const [before] = await count()
  await storeChained(100)
  await count()
  const [after] = await count()
  return (after?.count ?? 0) - (before?.count ?? 0)
}

try {
  await storeChained(1)
  console.log(`a delivery of 100 records writes ${await writtenRows()} rows`)
  for (const count of [1, 20, 500]) {
    const before = await rate(8, 4_000, () => storeUnchained(delivery(count)))
    const after = await rate(8, 4_000, () => storeChained(count))
    console.log(
      `deliveries of ${count}, 8 writers: ${Math.round(before)}/s without a chain, ${Math.round(after)}/s with (${Math.round(after * count)} records/s)`,
    )
  }
  console.log(`single facts, 8 writers: ${Math.round(await rate(8, 4_000, appendFact))}/s`)

  // Proof of EVI-3: 1,000 records a second, as deliveries of 100, for a minute.
  const startedAt = performance.now()
  let slowestMs = 0
  for (let sent = 0; sent < seconds * 10; sent += 1) {
    const due = startedAt + sent * 100
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    await storeChained(100)
    slowestMs = Math.max(slowestMs, performance.now() - due)
  }
  const took = (performance.now() - startedAt) / 1_000
  console.log(
    `${seconds * 1_000} records due in ${seconds} s finished after ${took.toFixed(1)} s; longest delay of a record: ${Math.round(slowestMs)} ms`,
  )

  const verifiedAt = performance.now()
  const [own] = (await verifyChains(database)).filter(({ customer }) => customer === 'c')
  console.log(
    `${own?.records} records verified in ${((performance.now() - verifiedAt) / 1_000).toFixed(1)} s: ${own?.problem ?? 'whole'}`,
  )
} finally {
  await database.close()
  await rm(folder, { recursive: true, force: true })
}
