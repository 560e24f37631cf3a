import * as v from 'valibot'
import type { Dossier, SignedHead } from '../../contract/wire/answers/evidence.ts'
import type { Database, Queryable } from '../database/database.ts'
import { hasRow, timeColumn } from '../database/row-values.ts'
import { canonical } from './chain-record.ts'

const hourMs = 60 * 60_000

/** Stamped text: the signed text of the head. */
const stampedText = ({ customer, seq, hash, at }: SignedHead) => canonical({ customer, seq, hash, at })

/**
 * Gets stamps of signed heads from an authority (EVI-5), at most hourly per customer, and stores them. Tries every head, then rejects with
 * the first failure; a failed head is retried with the next ones.
 */
export async function stampHeads(database: Database, authority: string, heads: readonly SignedHead[]): Promise<void> {
  const { timeStamp } = await import('./time-stamp.ts')
  let failure: unknown
  for (const head of heads) {
    try {
      if (!(await isDue(database, head))) continue
      const answer = await timeStamp(authority, stampedText(head))
      await database.execute(
        `insert into evidence_stamps (customers_id, seq, hash, at, answer) values ($1, $2, $3, $4, $5)
         on conflict (customers_id, seq) do nothing`,
        [head.customer, head.seq, head.hash, head.at, answer.toString('base64')],
      )
    } catch (error) {
      failure ??= error
    }
  }
  if (failure !== undefined) throw failure
}

async function isDue(database: Queryable, { customer, at }: SignedHead): Promise<boolean> {
  const recent = 'select from evidence_stamps where customers_id = $1 and at > $2 limit 1'
  return !(await hasRow(database, recent, [customer, new Date(Date.parse(at) - hourMs)]))
}

const stampRow = v.object({ seq: v.number(), hash: v.string(), at: timeColumn, answer: v.string() })

export function stampsBetween(
  database: Queryable,
  customersId: string,
  first: number,
  last: number,
): Promise<Dossier['stamps']> {
  return database.query(
    `select seq::int, hash, at, answer from evidence_stamps where customers_id = $1 and seq between $2 and $3
     order by evidence_stamps.seq`,
    [customersId, first, last],
    stampRow,
  )
}
