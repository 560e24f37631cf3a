import * as v from 'valibot'
import type { SignedHead } from '../../contract/wire/answers/evidence.ts'
import type { Database, Queryable } from '../database/database.ts'
import { firstValue, hasRow, valuesOf } from '../database/row-values.ts'
import type { Table } from '../database/table.ts'
import { tables } from '../database/tables.ts'
import { appendFacts } from './append.ts'
import type { ChainEnd } from './chain-record.ts'
import { requireSound, storedHeadOf, UnsoundChain } from './chain-soundness.ts'
import { theServer } from './fact.ts'
import { signEnd } from './heads.ts'
import type { SigningKey } from './signing-key.ts'
import { verifyChain } from './verify-chain.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Removes from each chain the records before the first one that is as new as `oldest` (EVI-6). A signed record of the chain states the last
 * removed record and its hash, so the rest still verifies. Does nothing for less than a day of records. Verifies the whole chain before:
 * `report` gets the problem of a chain, which is then not cut, or undefined.
 */
export async function cutOldRecords(
  database: Database,
  key: SigningKey,
  oldest: Date,
  now: number,
  report: (customersId: string, problem: string | undefined) => void,
): Promise<void> {
  const customers = 'select customers_id from evidence_heads order by customers_id'
  for (const id of await valuesOf(database, customers, [], v.string())) {
    if ((await lastOld(database, id, new Date(oldest.getTime() - dayMs))) === undefined) continue
    const last = await lastOld(database, id, oldest)
    if (last === undefined) continue
    const base = await storedHeadOf(database, id)
    const own = key.signedHeads.all().filter(({ customer }) => customer === id)
    const { problem } = await verifyChain(database, id, { given: [], own })
    // Another instance may have cut the chain meanwhile.
    if ((await storedHeadOf(database, id))?.baseSeq !== base?.baseSeq) continue
    const found = problem ?? (await cutUpTo(database, key, id, last, now))
    report(id, found)
  }
}

/** Removes the records up to `last`, which were verified before. Resolves to the problem if the chain is no longer sound. */
async function cutUpTo(
  database: Database,
  key: SigningKey,
  customersId: string,
  last: ChainEnd,
  now: number,
): Promise<string | undefined> {
  try {
    const head = await database.transaction(async (transaction) => {
      await requireSound(transaction, key, customersId)
      const isThere = 'select from evidence_chained where customers_id = $1 and seq = $2 and hash = $3'
      if (!(await hasRow(transaction, isThere, [customersId, last.seq, last.hash]))) return undefined
      return removeUpTo(transaction, key, customersId, last, now)
    })
    if (head !== undefined) await key.signedHeads.keep([head])
    return undefined
  } catch (error) {
    if (error instanceof UnsoundChain) return error.problem
    throw error
  }
}

async function removeUpTo(
  transaction: Queryable,
  key: SigningKey,
  customersId: string,
  { seq, hash }: ChainEnd,
  now: number,
): Promise<SignedHead> {
  const publicKey = await keyAt(transaction, customersId, seq)
  await transaction.execute("select set_config('guarita.retention', 'on', true)")
  for (const [table, { retention }] of Object.entries<Table>(tables))
    if ('cutWith' in retention)
      await transaction.execute(`delete from ${table} where customers_id = $1 and seq <= $2`, [customersId, seq])
  await transaction.execute("select set_config('guarita.retention', 'off', true)")
  await transaction.execute('update evidence_heads set base_seq = $2, base_hash = $3 where customers_id = $1', [
    customersId,
    seq,
    hash,
  ])
  const data = { upTo: seq, hash, publicKey }
  await appendFacts(transaction, customersId, { kind: 'retention', at: now, actor: theServer, subject: {}, data })
  // The record that names the key may be cut off.
  return signEnd(transaction, key, customersId, now, true)
}

/** Returns the key that signs after record `seq`: of the last record of a key, else the one that the last cut stated. */
function keyAt(transaction: Queryable, customersId: string, seq: number): Promise<string | undefined> {
  return firstValue(
    transaction,
    `select record::jsonb #>> '{data,publicKey}' from evidence
     where customers_id = $1 and (kind = 'key' and seq <= $2 or kind = 'retention' and record::jsonb #> '{data,publicKey}' is not null)
     order by kind, seq desc limit 1`,
    [customersId, seq],
    v.string(),
  )
}

/** Returns the record before the first record to keep; undefined if nothing is to be cut. If all are old, keeps the end of the chain. */
async function lastOld(database: Queryable, customersId: string, oldest: Date): Promise<ChainEnd | undefined> {
  const [found] = await database.query(
    `select seq::int, hash from evidence_chained where customers_id = $1 and seq = (
       select least(
         (select min(seq) from evidence where customers_id = $1 and at >= $2),
         (select min(seq) from device_audit where customers_id = $1 and received_at >= $2),
         (select seq from evidence_heads where customers_id = $1)) - 1)`,
    [customersId, oldest],
    v.object({ seq: v.number(), hash: v.string() }),
  )
  return found
}
