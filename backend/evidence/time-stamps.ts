import * as v from 'valibot'
import type { Dossier } from '../../contract/wire/answers/evidence.ts'
import type { Database, Queryable } from '../database/database.ts'
import { timeColumn } from '../database/row-values.ts'
import { type Anchor, anchorId } from './anchors.ts'
import { hasHead, type StoredHead } from './chain-soundness.ts'
import { signedText } from './signing-key.ts'

const hourMs = 60 * 60_000

/** An authority (RFC 3161) that stamps signed heads (EVI-5), at most hourly per customer; its answers are stored. */
export function timeStampAnchor(database: Database, authority: string): Anchor {
  return {
    variable: 'GUARITA_EVIDENCE_TSA',
    id: anchorId(authority),
    everyMs: hourMs,
    async take(head) {
      const { timeStamp } = await import('./time-stamp.ts')
      const answer = await timeStamp(authority, signedText(head))
      await database.execute(
        `insert into evidence_stamps (customers_id, seq, hash, at, answer) values ($1, $2, $3, $4, $5)
         on conflict (customers_id, seq) do nothing`,
        [head.customer, head.seq, head.hash, head.at, answer.toString('base64')],
      )
    },
  }
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

const stampsAtOnce = 500

/** Finds the first time stamp that is not of a head of this chain, in the whole chain or from record `first` to record `last`. */
export async function stampsProblem(
  database: Queryable,
  customersId: string,
  stored: StoredHead,
  range: { first: number; last?: number } = { first: 0 },
): Promise<string | undefined> {
  const { isStampOf } = await import('./time-stamp.ts')
  let checked = range.first - 1
  for (;;) {
    const stamps = await database.query(
      `select seq::int, hash, at, answer, date_trunc('milliseconds', at) = at as "isExact"
       from evidence_stamps where customers_id = $1 and seq > $2 and ($3::bigint is null or seq <= $3)
       order by evidence_stamps.seq limit ${stampsAtOnce}`,
      [customersId, checked, range.last ?? null],
      v.object({ ...stampRow.entries, isExact: v.boolean() }),
    )
    for (const { answer, isExact, ...stamp } of stamps) {
      const bytes = Buffer.from(answer, 'base64')
      const isWhole = isExact && bytes.toString('base64') === answer && stamp.seq > stored.baseSeq
      const isRight = isWhole && isStampOf(signedText({ customer: customersId, ...stamp }), bytes)
      if (!isRight || !(await hasHead(database, customersId, stored, stamp)))
        return `O carimbo do tempo do registro ${stamp.seq} não é de uma cabeça desta corrente.`
      checked = stamp.seq
    }
    if (stamps.length < stampsAtOnce) return undefined
  }
}
