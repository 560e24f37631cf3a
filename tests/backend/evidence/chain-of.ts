import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Queryable } from '../../../backend/database/database.ts'
import { type ChainRecord, hashOf } from './independent-chain.ts'

const row = v.object({ hash: v.string(), parts: v.array(v.string()), personal: v.array(v.any()) })

export type Entry = { record: ChainRecord; hash: string; personal: { hash: string; value: string; of: string }[] }

/** The record number and hash before the first record of a customer. */
export function startOf(customersId: string): { seq: number; hash: string } {
  return { seq: 0, hash: createHash('sha256').update(`guarita ${customersId}`).digest('hex') }
}

/** All records of a customer from the database, in their order. */
export async function chainOf(database: Queryable, customersId: string): Promise<Entry[]> {
  const rows = await database.query(
    'select hash, parts, personal from evidence_chained where customers_id = $1 order by seq',
    [customersId],
    row,
  )
  let prev = startOf(customersId).hash
  return rows.map(({ hash, parts, personal }) => {
    const record = JSON.parse(parts.join(prev))
    prev = hash
    return { record, hash, personal }
  })
}

/** Whether every stored hash is the hash of its record. */
export function isWhole(entries: Entry[]): boolean {
  return entries.every(({ record, hash }) => hashOf(record) === hash)
}
