import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import * as v from 'valibot'
import type { Queryable } from '../../../backend/database/database.ts'
import { type ChainRecord, hashOf, jcs } from './independent-chain.ts'

const stranger = generateKeyPairSync('ed25519')
const strangersKey = stranger.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
const strangersMark = createHash('sha256').update(Buffer.from(strangersKey, 'base64')).digest('hex')

type Edit = (record: ChainRecord) => ChainRecord | undefined

const storedRow = v.object({
  seq: v.number(),
  record: v.pipe(v.string(), v.parseJson(), v.looseObject({ seq: v.number(), prev: v.string() })),
})

/** Rewrites the server's records of a chain from `first` on, with right hashes and a right end; an edit to undefined removes the record. */
export async function rewrite(database: Queryable, customer: string, first: number, edit: Edit): Promise<void> {
  const rows = await database.query(
    'select seq::int, record from evidence where customers_id = $1 and seq >= $2 order by evidence.seq',
    [customer, first],
    storedRow,
  )
  let prev = rows[0]?.record.prev ?? ''
  let seq = first - 1
  const written: { seq: number; kind: unknown; text: string; hash: string }[] = []
  for (const { record } of rows) {
    const edited = edit(record)
    if (edited === undefined) continue
    seq += 1
    const next = { ...edited, seq, prev }
    prev = hashOf(next)
    written.push({ seq, kind: edited.kind, text: jcs(next), hash: prev })
  }
  await database.execute('delete from evidence where customers_id = $1 and seq >= $2', [customer, first])
  for (const { seq: number, kind, text, hash } of written)
    await database.execute(
      `insert into evidence (customers_id, seq, at, kind, word_code, condominium_id, call_key, record, hash)
       values ($1, $2, ($4::text::jsonb ->> 'at')::timestamptz, $3, $4::text::jsonb #>> '{subject,device}', $4::text::jsonb #>> '{subject,condominium}',
         $4::text::jsonb #>> '{data,key}', $4, $5)`,
      [customer, number, kind, text, hash],
    )
  await database.execute('update evidence_heads set (seq, hash) = ($2, $3) where customers_id = $1', [
    customer,
    seq,
    prev,
  ])
}

/** Signs the stored end of a chain with the key of a stranger. */
export async function signAsStranger(database: Queryable, customer: string): Promise<void> {
  const [end] = await database.query(
    'select seq::int, hash from evidence_heads where customers_id = $1',
    [customer],
    v.object({ seq: v.number(), hash: v.string() }),
  )
  const head = { customer, seq: end?.seq, hash: end?.hash, at: new Date().toISOString() }
  await database.execute(
    `update evidence_heads set (signed_seq, signed_hash, signed_at, signature, signed_by) = (seq, hash, $2, $3, $4)
     where customers_id = $1`,
    [customer, head.at, sign(null, Buffer.from(jcs(head)), stranger.privateKey).toString('base64'), strangersMark],
  )
}

/** The record of a key, with the key of a stranger instead. */
export function withStrangersKey(record: ChainRecord): ChainRecord {
  if (record.kind !== 'key') return record
  return { ...record, data: { fingerprint: strangersMark, publicKey: strangersKey } }
}
