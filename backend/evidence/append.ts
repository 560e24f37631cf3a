import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import { noteFacts } from '../idempotency/kept-answer.ts'
import { type ChainEnd, type ChainRecord, chainRecord, firstHash } from './chain-record.ts'
import type { Fact } from './fact.ts'

const endRow = v.object({ seq: v.pipe(v.string(), v.toNumber()), hash: v.string() })

/**
 * Writes facts of a customer within the transaction of the change (EVI-1), as one append. Until the transaction ends,
 * no other transaction can append to this chain, so call it after all other locks of the transaction.
 */
export async function appendFacts(
  transaction: Queryable,
  customersId: string,
  ...facts: readonly Fact[]
): Promise<void> {
  if (facts.length === 0) return
  noteFacts(facts)
  let end = await holdEnd(transaction, customersId)
  const records: ChainRecord[] = []
  for (const fact of facts) {
    const record = chainRecord(fact, end)
    records.push(record)
    end = record
  }
  const column = <Value>(read: (fact: Fact) => Value) => facts.map(read)
  await transaction.execute(
    `with moved as (update evidence_heads set (seq, hash) = ($2, $3) where customers_id = $1)
     insert into evidence (customers_id, seq, at, kind, word_code, condominium_id, call_key, record, hash, personal)
     select $1, seq, at::timestamptz, kind, word_code, condominium_id, call_key, record, hash, personal::jsonb
     from unnest($4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
       as given (seq, at, kind, word_code, condominium_id, call_key, record, hash, personal)`,
    [
      customersId,
      end.seq,
      end.hash,
      records.map(({ seq }) => seq),
      column(({ at }) => new Date(at).toISOString()),
      column(({ kind }) => kind),
      column(({ subject }) => subject.device ?? null),
      column(({ subject }) => subject.condominium ?? null),
      column(({ key }) => key ?? null),
      records.map(({ text }) => text),
      records.map(({ hash }) => hash),
      records.map(({ kept }) => JSON.stringify(kept)),
    ],
  )
}

/** Writes facts of several customers, in a fixed order to prevent deadlocks. */
export async function appendFactsOf(
  transaction: Queryable,
  facts: readonly { customersId: string; fact: Fact }[],
): Promise<void> {
  const byCustomer = Map.groupBy(facts, ({ customersId }) => customersId)
  for (const [customersId, own] of [...byCustomer].sort(([one], [other]) => (one < other ? -1 : 1)))
    await appendFacts(transaction, customersId, ...own.map(({ fact }) => fact))
}

/** Returns the end of the customer's chain and locks it until the transaction ends. Marks a chain that begins again as remade. */
export async function holdEnd(transaction: Queryable, customersId: string): Promise<ChainEnd> {
  const find = () =>
    transaction.query(
      'select seq::text, hash from evidence_heads where customers_id = $1 for update',
      [customersId],
      endRow,
    )
  const [found] = await find()
  if (found !== undefined) return found
  await transaction.execute(
    `insert into evidence_heads (customers_id, seq, hash, remade_at) values ($1, 0, $2, now())
     on conflict (customers_id) do nothing`,
    [customersId, firstHash(customersId)],
  )
  const [made] = await find()
  if (made === undefined) throw new Error('the end of the chain was not found')
  return made
}
