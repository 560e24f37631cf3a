import * as v from 'valibot'
import type { SignedHead } from '../../contract/wire/answers/evidence.ts'
import type { Queryable } from '../database/database.ts'
import { OperatorError } from '../database/operator-error.ts'
import { firstValue, valuesOf } from '../database/row-values.ts'
import { checkLinks } from './chain-links.ts'
import {
  anchoredEnds,
  baseOf,
  changedEnd,
  expectedChains,
  foreignRecord,
  hasHead,
  hasSignedRecord,
  isSignedAtOnce,
  keyIn,
  lostEnd,
  otherThan,
  recordsBeyond,
  remade,
  removedSignature,
  type StoredHead,
  signatureOf,
  signedBeforeProblem,
  storedHeadOf,
  wrongSignature,
} from './chain-soundness.ts'
import { signedEveryMs } from './heads.ts'
import { fingerprintOf, isSignedBy } from './signing-key.ts'
import { stampsProblem } from './time-stamps.ts'

/** Result for a customer's chain: number of records, first wrong record with the reason, and the newest signed head with its signer. */
export type ChainVerdict = {
  customer: string
  name: string
  records: number
  problem?: string
  signed?: SignedHead & { by: string }
  /** Number of heads from outside that the chain was compared with. */
  usedHeads: number
}

/** Heads of chains from outside of the database. */
export type KeptHeads = {
  /** Heads that a person gave: each must be usable. */
  given: readonly SignedHead[]
  /** The newest signed heads that the installation kept beside its key. */
  own: readonly SignedHead[]
}

/** The server signs at the start and every 5 minutes; a run may be late. */
const mostUnsignedMs = 2 * signedEveryMs
/** A row and its record are written at the same time. */
const mostBehindMs = 60_000

/**
 * Verifies the whole chain of each customer and of the installation (OPS-1): every stored column, and that nothing is missing. Needs a
 * transaction with a fixed snapshot.
 */
export async function verifyChains(
  database: Queryable,
  heads: KeptHeads = { given: [], own: [] },
): Promise<ChainVerdict[]> {
  await refuseUnknownColumns(database)
  const verdicts: ChainVerdict[] = []
  const expected = await expectedChains(database, [...heads.given, ...heads.own])
  for (const id of new Set([...expected, ...(await chainsOfRecords(database))])) {
    const name = (await firstValue(database, 'select name from customers where id = $1', [id], v.string())) ?? ''
    const own = { given: ofCustomer(heads.given, id), own: ofCustomer(heads.own, id) }
    verdicts.push({ customer: id, name, usedHeads: own.given.length, ...(await verifyChain(database, id, own)) })
  }
  return verdicts
}

/** Lists the chains of all stored records, which may have lost their end. */
function chainsOfRecords(database: Queryable): Promise<string[]> {
  return valuesOf(
    database,
    `select customers_id from evidence union select customers_id from device_audit
     union select customers_id from evidence_anchors union select customers_id from evidence_stamps order by 1`,
    [],
    v.string(),
  )
}

function ofCustomer(heads: readonly SignedHead[], id: string): SignedHead[] {
  return heads.filter(({ customer }) => customer === id)
}

type Result = Pick<ChainVerdict, 'records' | 'problem' | 'signed'>

/** Verifies the whole chain of one customer. */
export async function verifyChain(
  database: Queryable,
  customersId: string,
  heads: KeptHeads = { given: [], own: [] },
): Promise<Result> {
  // Read before the head: without a snapshot, the chain may grow meanwhile.
  const before = [...heads.own, ...(await anchoredEnds(database, customersId))]
  const newestRow = await newestRowOf(database, customersId)
  const head = await storedHeadOf(database, customersId)
  if (head === undefined) return { records: 0, problem: lostEnd }
  const signature = signatureOf(customersId, head)
  const { problem, ...walked } = await walk(database, customersId, head)
  if (problem !== undefined) return { records: walked.seq, problem }
  const found =
    (await recordsBeyond(database, customersId)) ??
    (head.remadeAt === null ? undefined : remade(head.remadeAt)) ??
    (typeof signature === 'string' ? signature : await signatureProblem(database, head, walked, signature)) ??
    (await signedBeforeProblem(database, customersId, head, before)) ??
    (await givenProblem(database, customersId, head, walked, heads.given)) ??
    (await stampsProblem(database, customersId, head)) ??
    newerRowProblem(newestRow, walked)
  if (found !== undefined) return { records: head.seq, problem: found }
  if (typeof signature !== 'object') return { records: head.seq }
  return { records: head.seq, signed: { ...signature.head, by: signature.by } }
}

/** Contents of the records of a whole chain. */
type Walked = {
  seq: number
  keys: ReadonlyMap<string, string>
  newestMs: number
  /** Time from the first to the last record after the signature that a running server wrote. */
  unsignedMs: number
  /** First record after the signature that the server would have signed at once. */
  foreign: number | undefined
}

async function walk(
  database: Queryable,
  customersId: string,
  head: StoredHead,
): Promise<Walked & { problem?: string }> {
  const base = baseOf(customersId, head)
  const keys = new Map<string, string>()
  // If the beginning was cut off at its age, a record of the chain must state the cut.
  let isCutReported = base.seq === 0
  let newestMs = 0
  let firstMs: number | undefined
  let unsignedMs = 0
  let foreign: number | undefined
  const { seq, hash, problem } = await checkLinks(database, customersId, base, head.seq, (record) => {
    const named = record.kind === 'key' ? keyIn(record.text) : undefined
    if (named !== undefined) keys.set(named.fingerprint, named.publicKey)
    if (record.kind === 'retention' && record.data.upTo === base.seq && record.data.hash === base.hash) {
      isCutReported = true
      const { publicKey } = record.data
      if (typeof publicKey === 'string') keys.set(fingerprintOf(publicKey), publicKey)
    }
    const atMs = Date.parse(record.at)
    newestMs = Math.max(newestMs, atMs)
    if (record.seq <= (head.signedSeq ?? 0)) return
    if (isSignedAtOnce(record.kind)) foreign ??= record.seq
    // While no server runs, and no server signs, commands on its machine may add records.
    if (record.actor.machine !== undefined) return
    firstMs ??= atMs
    unsignedMs = atMs - firstMs
  })
  const walked = { seq, keys, newestMs, unsignedMs, foreign }
  if (problem !== undefined) return { ...walked, problem }
  if (hash !== head.hash) return { ...walked, problem: changedEnd }
  if (isCutReported) return walked
  return {
    ...walked,
    problem: `Faltam os registros até o ${base.seq}, e nenhum registro diz que o prazo deles acabou.`,
  }
}

async function signatureProblem(
  database: Queryable,
  stored: StoredHead,
  { seq, keys, unsignedMs, foreign }: Walked,
  signature: { head: SignedHead; by: string } | undefined,
): Promise<string | undefined> {
  if (signature === undefined) {
    if (foreign !== undefined || stored.baseSeq > 0) return removedSignature
    if (seq === 0) return 'A corrente não tem nenhum registro. Depois de um início do servidor, ela tem pelo menos um.'
  } else {
    const { head, by } = signature
    if (!(await hasSignedRecord(database, stored, head))) return otherThan(head.seq)
    if (foreign !== undefined) return foreignRecord(foreign)
    if (!isSignedBy(head, keys.get(by) ?? '')) return wrongSignature(head.seq)
  }
  if (unsignedMs <= mostUnsignedMs) return undefined
  return `Faltam assinaturas: os registros depois do ${signature?.head.seq ?? 0} já deviam estar assinados.`
}

async function givenProblem(
  database: Queryable,
  customersId: string,
  stored: StoredHead,
  { keys }: Walked,
  given: readonly SignedHead[],
): Promise<string | undefined> {
  for (const head of given) {
    if (head.seq > stored.seq)
      return `A cabeça do registro ${head.seq}, guardada fora, é mais nova que a corrente, que termina no ${stored.seq}: faltam registros no fim.`
    if (!(await hasHead(database, customersId, stored, head)))
      return `A cabeça do registro ${head.seq}, guardada fora, é de outra corrente: os registros foram trocados.`
    if (![...keys.values()].some((publicKey) => isSignedBy(head, publicKey)))
      return `A cabeça do registro ${head.seq}, guardada fora, não está assinada por uma chave desta corrente.`
  }
  if (given.length === 0 || given.some(({ seq }) => seq >= stored.baseSeq)) return undefined
  return `As cabeças guardadas fora são todas de antes do registro ${stored.baseSeq}, cujo prazo acabou: dê uma mais nova.`
}

/** Returns the time of the newest row of other tables that was written together with a record. */
function newestRowOf(database: Queryable, customersId: string): Promise<Date | null | undefined> {
  return firstValue(
    database,
    `select max(at) from (
       select max(sessions.created_at) from sessions join users on users.id = user_id where customers_id = $1
       union all select max(at) from person_acts join users on users.id = user_id where customers_id = $1
       union all select max(at) from handovers where customers_id = $1
       union all select max(at) from incident_notes join incidents on incidents.id = incident_id where customers_id = $1
     ) as rows (at)`,
    [customersId],
    v.nullable(v.date()),
  )
}

function newerRowProblem(newestRow: Date | null | undefined, { newestMs }: Walked): string | undefined {
  if (!newestRow || newestRow.getTime() <= newestMs + mostBehindMs) return undefined
  return `O banco tem um fato de ${newestRow.toLocaleString('pt-BR', { timeZoneName: 'short' })} que não está na corrente: faltam registros no fim.`
}

/** Stored columns that are verified against the record, the signature or the chain; and `anchor`, `anchored_at`: a cursor, no evidence. */
const verifiedColumns: Readonly<Record<string, string>> = {
  evidence: 'customers_id, seq, at, kind, word_code, condominium_id, call_key, record, hash, personal',
  evidence_heads:
    'customers_id, seq, hash, base_seq, base_hash, remade_at, signed_seq, signed_hash, signed_at, signature, signed_by',
  evidence_anchors: 'customers_id, anchor, anchored_seq, anchored_hash, anchored_at',
  evidence_stamps: 'customers_id, seq, hash, at, answer',
  device_audit: `row_number, id, user_id, customers_id, condominium_id, word_code, sequence, at, kind, from_state, to_state, cause, reason,
    failure_count, refused, last_error, retry_at, panel_version, received_at, command, outcome, seq, hash, call_key, is_known, opening,
    held_ms, durations, slow, ignored, by_panel`,
}

/** Rejects if a table has a column that this verification does not know: it would count as verified. */
async function refuseUnknownColumns(database: Queryable): Promise<void> {
  const columns = await database.query(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = current_schema() and table_name = any($1) order by 1, 2`,
    [Object.keys(verifiedColumns)],
    v.object({ table: v.string(), column: v.string() }),
  )
  const unknown = columns.filter(({ table, column }) => !verifiedColumns[table]?.split(/,\s*/).includes(column))
  if (unknown.length === 0) return
  const names = unknown.map(({ table, column }) => `${table}.${column}`).join(', ')
  throw new OperatorError(`O banco tem colunas que esta versão não confere: ${names}.`)
}
