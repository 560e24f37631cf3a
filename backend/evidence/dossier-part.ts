import { setImmediate } from 'node:timers/promises'
import * as v from 'valibot'
import type { Dossier, SignedHead } from '../../contract/wire/answers/evidence.ts'
import { bounds } from '../bounds.ts'
import type { Queryable } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'
import { Refusal } from '../http/refusal.ts'
import { rulesStatedWithinMs } from '../rules/rules-records.ts'
import { longestSessionMs } from '../sessions/sessions.ts'
import type { ChainEnd } from './chain-record.ts'
import { baseOf, keyIn, lostEnd, type StoredHead, storedHeadOf, UnsoundChain } from './chain-soundness.ts'
import type { SigningKey } from './signing-key.ts'

/**
 * The part of a chain that a dossier shows: the records `first` to `last`. The server checks all records after the
 * position `checkedFrom` up to `head`, the end of the chain. `keys`: all keys of the chain.
 */
export type DossierPart = {
  oldest: number
  first: number
  last: number
  keys: Dossier['keys']
  checkedFrom: ChainEnd
  head: StoredHead
}

type Period = { from: Date; to: Date }

const mostRecords = bounds.dossiers.most.records

/**
 * Finds the records of a period and one more record on each side. The check begins at the earliest record that the
 * dossier needs: of a session, a rule or a key. Throws an `UnsoundChain`, or a `Refusal` with 422 if the period has too
 * many records.
 */
export async function partOf(
  database: Queryable,
  key: SigningKey,
  { customer, seq }: SignedHead,
  period: Period,
): Promise<DossierPart> {
  const head = await storedHeadOf(database, customer)
  if (head === undefined) throw new UnsoundChain(lostEnd)
  const base = baseOf(customer, head)
  const { first, last, keySeqs } = await scan(database, customer, { oldest: base.seq + 1, end: seq }, period)
  if (last - first >= mostRecords)
    throw new Refusal(422, {
      fields: { to: `O período tem mais de ${mostRecords.toLocaleString('pt-BR')} registros. Escolha um menor.` },
    })
  const named = await keysOf(database, customer, base, keySeqs)
  const rules = await rulesBefore(database, customer, first)
  const needed = [
    first - 1,
    ...(await recordsFrom(database, customer, period)),
    ...named.from,
    ...(rules === undefined ? [] : [rules - 1]),
  ]
  const checkedFrom = await positionIn(database, customer, base, Math.max(base.seq, Math.min(...needed)))
  const problem = await firstRecordProblem(database, customer, base)
  if (problem !== undefined) throw new UnsoundChain(problem)
  const keys = named.keys.length === 0 ? [{ seq: base.seq, publicKey: key.publicKey }] : named.keys
  if (keys.at(-1)?.publicKey !== key.publicKey) throw new UnsoundChain(changedKeys)
  return { oldest: base.seq + 1, first, last, keys, checkedFrom, head }
}

const changedKeys = 'Os registros das chaves que assinam a corrente foram alterados.'

/** Records per statement. The number is small, because nothing interrupts a statement of the embedded database. */
const scannedAtOnce = 5_000

const scanned = v.object({
  firstIn: v.nullable(v.number()),
  lastIn: v.nullable(v.number()),
  lastBefore: v.nullable(v.number()),
  firstAfter: v.nullable(v.number()),
  keySeqs: v.nullable(v.array(v.number())),
})

/**
 * Returns the numbers of the first and the last record of a period, each with its neighbour, between `oldest` and
 * `end`, and the numbers of the records of keys and cuts. If the period has no record, returns the records before and
 * after the period; after a change of the clock their order may be reversed. Reads the chain in slices, because the
 * times are not in order.
 */
async function scan(
  database: Queryable,
  customersId: string,
  { oldest, end }: { oldest: number; end: number },
  { from, to }: Period,
): Promise<{ first: number; last: number; keySeqs: number[] }> {
  const found: v.InferOutput<typeof scanned>[] = []
  for (let after = oldest - 1; after < end; after += scannedAtOnce) {
    const slice = [customersId, from, to, after, Math.min(end, after + scannedAtOnce)]
    found.push(
      ...(await database.query(
        `select min(seq) filter (where at >= $2 and at < $3)::int as "firstIn", max(seq) filter (where at >= $2 and at < $3)::int as "lastIn",
           max(seq) filter (where at < $2)::int as "lastBefore", min(seq) filter (where at >= $3)::int as "firstAfter",
           array_agg(seq::int order by seq) filter (where kind in ('key', 'retention')) as "keySeqs"
         from evidence_chained where customers_id = $1 and seq > $4 and seq <= $5`,
        slice,
        scanned,
      )),
    )
    await setImmediate()
  }
  const numbers = (field: 'firstIn' | 'lastIn' | 'lastBefore' | 'firstAfter') =>
    found.flatMap((each) => each[field] ?? [])
  const [firstIn, lastIn] = [numbers('firstIn').at(0), numbers('lastIn').at(-1)]
  const first = Math.max(oldest, firstIn === undefined ? (numbers('lastBefore').at(-1) ?? oldest) : firstIn - 1)
  const last = Math.min(end, lastIn === undefined ? (numbers('firstAfter').at(0) ?? end) : lastIn + 1)
  const keySeqs = found.flatMap((each) => each.keySeqs ?? [])
  return { first: Math.min(first, last), last: Math.max(first, last), keySeqs }
}

async function positionIn(database: Queryable, customersId: string, base: ChainEnd, seq: number): Promise<ChainEnd> {
  if (seq === base.seq) return base
  const sql = 'select hash from evidence_chained where customers_id = $1 and seq = $2'
  const hash = await firstValue(database, sql, [customersId, seq], v.string())
  if (hash === undefined) throw new UnsoundChain(`Falta o registro ${seq}.`)
  return { seq, hash }
}

/**
 * Returns the position from which records may name sessions or rules of the period. The position is one record of the server earlier than
 * the stored times require: that record proves that no stored time was changed to hide a session or rules.
 */
async function recordsFrom(database: Queryable, customersId: string, { from }: Period): Promise<number[]> {
  const sql = `select max(seq)::int from evidence where customers_id = $1
    and seq < coalesce((select min(seq) from evidence where customers_id = $1 and at >= $2), ${Number.MAX_SAFE_INTEGER})`
  const earliest = new Date(from.getTime() - Math.max(longestSessionMs, rulesStatedWithinMs))
  const before = await firstValue(database, sql, [customersId, earliest], v.nullable(v.number()))
  return [(before ?? 1) - 1]
}

/** Returns the number of the last record of the rules before the record `first`. */
function rulesBefore(database: Queryable, customersId: string, first: number): Promise<number | undefined> {
  const sql = `select seq::int from evidence where customers_id = $1 and kind = 'rules' and seq < $2
    order by evidence.seq desc limit 1`
  return firstValue(database, sql, [customersId, first], v.number())
}

const keyRow = v.object({ seq: v.number(), record: v.string() })
const numbered = v.pipe(v.string(), v.parseJson(), v.object({ seq: v.number() }))
const cutFact = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ kind: v.literal('retention'), data: v.object({ upTo: v.number(), publicKey: v.optional(v.string()) }) }),
)

/**
 * Lists the keys that have signed the chain: of the records of keys, and for a chain that was cut the key that the record of the cut states.
 * Empty for a chain that an earlier version cut. `from`: the whole chain must be checked if a record names another key than the server's own.
 */
async function keysOf(
  database: Queryable,
  customersId: string,
  base: ChainEnd,
  seqs: readonly number[],
): Promise<{ keys: Dossier['keys']; from: number[] }> {
  const rows = await database.query(
    'select seq::int, record from evidence where customers_id = $1 and seq = any($2) order by evidence.seq',
    [customersId, seqs],
    keyRow,
  )
  const keys: Dossier['keys'] = []
  for (const { seq, record } of rows) {
    const cut = v.safeParse(cutFact, record)
    const named = keyIn(record)
    const own = v.safeParse(numbered, record)
    if ((!cut.success && named === undefined) || !own.success || own.output.seq !== seq)
      throw new UnsoundChain(changedKeys)
    if (named !== undefined) keys.push({ seq, publicKey: named.publicKey })
    if (cut.success && cut.output.data.upTo === base.seq && cut.output.data.publicKey !== undefined)
      keys.unshift({ seq: base.seq, publicKey: cut.output.data.publicKey })
  }
  // The first signature of a chain comes with a record of its key.
  if (keys.length === 0 && base.seq === 0) throw new UnsoundChain(changedKeys)
  return { keys, from: keys.length > 1 ? [base.seq] : [] }
}

/** Returns the problem of a chain whose first stored record is not the one after its base. */
async function firstRecordProblem(
  database: Queryable,
  customersId: string,
  base: ChainEnd,
): Promise<string | undefined> {
  const sql = `select least((select min(seq) from evidence where customers_id = $1),
    (select min(seq) from device_audit where customers_id = $1))::int`
  const first = await firstValue(database, sql, [customersId], v.nullable(v.number()))
  if (first === base.seq + 1) return undefined
  return `Faltam registros no começo: o primeiro deveria ser o ${base.seq + 1}.`
}
