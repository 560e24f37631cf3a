import * as v from 'valibot'
import type { Database, Queryable } from '../database/database.ts'
import { valuesOf } from '../database/row-values.ts'
import type { Table } from '../database/table.ts'
import { tables } from '../database/tables.ts'
import { appendFacts, holdEnd } from './append.ts'
import { theServer } from './fact.ts'
import { signHeadIn } from './heads.ts'
import type { SigningKey } from './signing-key.ts'

const dayMs = 24 * 60 * 60_000

/**
 * Removes from each chain the records before the first one that is as new as `oldest` (EVI-6). A signed record of the chain states the last
 * removed record and its hash, so the rest still verifies. Does nothing for less than a day of records.
 */
export async function cutOldRecords(database: Database, key: SigningKey, oldest: Date, now: number): Promise<void> {
  const customers = 'select customers_id from evidence_heads order by customers_id'
  for (const id of await valuesOf(database, customers, [], v.string())) {
    if ((await lastOld(database, id, new Date(oldest.getTime() - dayMs))) === undefined) continue
    await database.transaction(async (transaction) => {
      await holdEnd(transaction, id)
      const last = await lastOld(transaction, id, oldest)
      if (last !== undefined) await cutUpTo(transaction, key, id, last, now)
    })
  }
}

async function cutUpTo(
  transaction: Queryable,
  key: SigningKey,
  customersId: string,
  { seq, hash }: { seq: number; hash: string },
  now: number,
): Promise<void> {
  await transaction.execute("select set_config('guarita.retention', 'on', true)")
  for (const [table, { retention }] of Object.entries<Table>(tables))
    if ('cutWith' in retention)
      await transaction.execute(`delete from ${table} where customers_id = $1 and seq <= $2`, [customersId, seq])
  await transaction.execute("select set_config('guarita.retention', 'off', true)")
  // The record of the key may be cut off: the next signature then writes a new one.
  await transaction.execute(
    'update evidence_heads set base_seq = $2, base_hash = $3, signed_by = null where customers_id = $1',
    [customersId, seq, hash],
  )
  const data = { upTo: seq, hash }
  await appendFacts(transaction, customersId, { kind: 'retention', at: now, actor: theServer, subject: {}, data })
  await signHeadIn(transaction, key, customersId, now)
}

/** Returns the record before the first record to keep; undefined if nothing is to be cut. If all are old, keeps the end of the chain. */
async function lastOld(
  database: Queryable,
  customersId: string,
  oldest: Date,
): Promise<{ seq: number; hash: string } | undefined> {
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
