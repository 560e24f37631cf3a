import * as v from 'valibot'
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

const stampRow = v.object({
  ...{ seq: v.number(), hash: v.string(), at: timeColumn, answer: v.string() },
  isExact: v.boolean(),
})

export type StoredStamp = v.InferOutput<typeof stampRow>

/**
 * Reads the time stamps of the records after number `after`, up to record `last` if given; at most `most` time stamps.
 */
export function nextStamps(
  database: Queryable,
  customersId: string,
  { after, last = null, most = null }: { after: number; last?: number | null; most?: number | null },
): Promise<StoredStamp[]> {
  return database.query(
    `select seq::int, hash, at, answer, date_trunc('milliseconds', at) = at as "isExact"
     from evidence_stamps where customers_id = $1 and seq > $2 and ($3::bigint is null or seq <= $3)
     order by evidence_stamps.seq limit $4`,
    [customersId, after, last, most],
    stampRow,
  )
}

/** Resolves to whether a time stamp is unchanged and belongs to the head that it names. */
export async function isRightStamp(customersId: string, { answer, isExact, ...stamp }: StoredStamp): Promise<boolean> {
  const { isStampOf } = await import('./time-stamp.ts')
  const bytes = Buffer.from(answer, 'base64')
  const isWhole = isExact && bytes.toString('base64') === answer
  return isWhole && isStampOf(signedText({ customer: customersId, ...stamp }), bytes)
}

export function wrongStamp(seq: number): string {
  return `O carimbo do tempo do registro ${seq} não é de uma cabeça desta corrente.`
}

const stampsAtOnce = 500

/** Finds the first time stamp that belongs to no head of this chain. */
export async function stampsProblem(
  database: Queryable,
  customersId: string,
  stored: StoredHead,
): Promise<string | undefined> {
  let after = -1
  for (;;) {
    const stamps = await nextStamps(database, customersId, { after, most: stampsAtOnce })
    for (const stamp of stamps) {
      const isRight = stamp.seq > stored.baseSeq && (await isRightStamp(customersId, stamp))
      if (!isRight || !(await hasHead(database, customersId, stored, stamp))) return wrongStamp(stamp.seq)
      after = stamp.seq
    }
    if (stamps.length < stampsAtOnce) return undefined
  }
}
