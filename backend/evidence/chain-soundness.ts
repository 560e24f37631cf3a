import * as v from 'valibot'
import type { SignedHead } from '../../contract/wire/answers/evidence.ts'
import type { Queryable } from '../database/database.ts'
import { firstValue, hasRow, valuesOf } from '../database/row-values.ts'
import { Refusal } from '../http/refusal.ts'
import { checkLinks } from './chain-links.ts'
import { type ChainEnd, firstHash } from './chain-record.ts'
import { fingerprintOf, isSignedBy, type SigningKey } from './signing-key.ts'

/** The server does not sign this chain: a part of it was changed by another way than the server's. */
export class UnsoundChain extends Refusal {
  readonly problem: string

  constructor(problem: string) {
    super(409, {
      message: `Os registros desta administradora não conferem, e por isso o servidor não os assina. ${problem} Guarde os dados como estão e chame quem cuida do servidor.`,
    })
    this.problem = problem
  }
}

const digits = v.pipe(v.string(), v.toNumber())

const storedHead = v.object({
  seq: digits,
  hash: v.string(),
  baseSeq: digits,
  baseHash: v.nullable(v.string()),
  remadeAt: v.nullable(v.date()),
  signedSeq: v.nullable(digits),
  signedHash: v.nullable(v.string()),
  signedAt: v.nullable(v.date()),
  signature: v.nullable(v.string()),
  signedBy: v.nullable(v.string()),
  isExact: v.boolean(),
})

export type StoredHead = v.InferOutput<typeof storedHead>

/** Reads what is stored of both ends of a chain, and of its last signature. */
export async function storedHeadOf(
  database: Queryable,
  customersId: string,
  { isHeld = false } = {},
): Promise<StoredHead | undefined> {
  const [head] = await database.query(
    `select seq::text, hash, base_seq::text as "baseSeq", base_hash as "baseHash", remade_at as "remadeAt",
       signed_seq::text as "signedSeq", signed_hash as "signedHash", signed_at as "signedAt", signature, signed_by as "signedBy",
       coalesce(date_trunc('milliseconds', signed_at) = signed_at, true) as "isExact"
     from evidence_heads where customers_id = $1 ${isHeld ? 'for update' : ''}`,
    [customersId],
    storedHead,
  )
  return head
}

/** Returns the end of the part that was cut off at its age: the start of a whole chain. */
export function baseOf(customersId: string, { baseSeq, baseHash }: StoredHead): ChainEnd {
  return { seq: baseSeq, hash: baseHash ?? firstHash(customersId) }
}

/** Returns the last signature of a chain; undefined if it was never signed; a text if a part of it is missing or changed. */
export function signatureOf(
  customersId: string,
  { signedSeq, signedHash, signedAt, signature, signedBy, isExact }: StoredHead,
): { head: SignedHead; by: string } | undefined | string {
  if ([signedSeq, signedHash, signedAt, signature, signedBy].every((part) => part === null)) return undefined
  if (signedSeq === null || signedHash === null || signedAt === null || signature === null || signedBy === null)
    return 'Falta uma parte da última assinatura da corrente.'
  if (!isExact) return wrongSignature(signedSeq)
  return {
    head: { customer: customersId, seq: signedSeq, hash: signedHash, at: signedAt.toISOString(), signature },
    by: signedBy,
  }
}

export function wrongSignature(seq: number): string {
  return `A assinatura da corrente até o registro ${seq} não confere.`
}

const keyFact = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ kind: v.literal('key'), data: v.object({ fingerprint: v.string(), publicKey: v.string() }) }),
)

/** Returns the public key in a record's text; undefined for another record, or if the fingerprint is of another key. */
export function keyIn(text: string): { fingerprint: string; publicKey: string } | undefined {
  const parsed = v.safeParse(keyFact, text)
  if (!parsed.success || fingerprintOf(parsed.output.data.publicKey) !== parsed.output.data.fingerprint)
    return undefined
  return parsed.output.data
}

/** Lists the chains that must exist: of each customer, of the installation, and of `heads`; and every chain with a stored end. */
export function expectedChains(database: Queryable, heads: readonly SignedHead[]): Promise<string[]> {
  return valuesOf(
    database,
    `select id from (
       select id from customers union select '' union select unnest($1::text[]) union select customers_id from evidence_heads
     ) as expected order by id`,
    [heads.map(({ customer }) => customer)],
    v.string(),
  )
}

/**
 * Locks the end of the chain and checks it, reading only the records since the last signature: that signature, every record since, and the
 * newest head that the key signed before. Throws an `UnsoundChain` at the first problem.
 */
export async function requireSound(
  transaction: Queryable,
  key: SigningKey,
  customersId: string,
  ahead?: CheckedAhead,
): Promise<{ isGrown: boolean; signedBy: string | undefined }> {
  const head = await storedHeadOf(transaction, customersId, { isHeld: true })
  if (head === undefined) throw new UnsoundChain(lostEnd)
  if (head.remadeAt !== null) throw new UnsoundChain(remade(head.remadeAt))
  const signature = signatureOf(customersId, head)
  if (typeof signature === 'string') throw new UnsoundChain(signature)
  const known = key.signedHeads.of(customersId)
  const before = [...(known === undefined ? [] : [known]), ...(await anchoredEnds(transaction, customersId))]
  const other = await signedBeforeProblem(transaction, customersId, head, before)
  if (other !== undefined) throw new UnsoundChain(other)
  if (signature === undefined) {
    // The first signature comes with a record of its key: a chain with such a record was signed.
    if (head.baseSeq !== 0) throw new UnsoundChain(removedSignature)
    await checkUnsigned(
      transaction,
      customersId,
      startAfter(baseOf(customersId, head), ahead),
      head,
      () => removedSignature,
    )
    return { isGrown: true, signedBy: undefined }
  }
  const publicKey =
    signature.by === key.fingerprint ? key.publicKey : await publicKeyIn(transaction, customersId, signature.by)
  if (publicKey === undefined || !isSignedBy(signature.head, publicKey))
    throw new UnsoundChain(wrongSignature(signature.head.seq))
  if (!(await hasSignedRecord(transaction, head, signature.head))) throw new UnsoundChain(otherThan(signature.head.seq))
  await checkUnsigned(transaction, customersId, startAfter(signature.head, ahead), head, foreignRecord)
  return { isGrown: head.seq !== signature.head.seq, signedBy: signature.by }
}

/** The records after `from` up to `end` are right, and the server may sign them. */
export type CheckedAhead = { from: ChainEnd; end: ChainEnd }

/**
 * Checks the records since the last signature without a lock, so that `requireSound` holds its lock only for the records that come
 * meanwhile: 100,000 records take seconds. Resolves to undefined if a record is wrong, which `requireSound` then finds itself.
 */
export async function checkAhead(database: Queryable, customersId: string): Promise<CheckedAhead | undefined> {
  const head = await storedHeadOf(database, customersId)
  const signature = head === undefined ? undefined : signatureOf(customersId, head)
  if (head === undefined || typeof signature === 'string') return undefined
  const from = signature?.head ?? baseOf(customersId, head)
  let isForeign = false
  const { problem, ...end } = await checkLinks(database, customersId, from, head.seq, ({ kind }) => {
    isForeign ||= isSignedAtOnce(kind)
  })
  return isForeign || problem !== undefined ? undefined : { from, end }
}

/** Returns the last record that was checked ahead, if that check began at `start`; else `start`. */
function startAfter(start: ChainEnd, ahead: CheckedAhead | undefined): ChainEnd {
  return ahead?.from.seq === start.seq && ahead.from.hash === start.hash ? ahead.end : start
}

export const lostEnd = 'A corrente não tem mais o seu fim guardado.'

export function remade(at: Date): string {
  return `A corrente começou de novo em ${at.toLocaleString('pt-BR', { timeZoneName: 'short' })}: a de antes foi retirada.`
}

function olderThan({ seq }: ChainEnd): string {
  return `A corrente já foi assinada até o registro ${seq}, e o que há é anterior: registros ou a assinatura foram retirados, ou uma cópia antiga do banco foi posta no lugar.`
}

export function otherThan(seq: number): string {
  return `A corrente não é mais a que foi assinada até o registro ${seq}.`
}

/** Whether the server signs such a record in the transaction that writes it: without a signature, another has written it. */
export function isSignedAtOnce(kind: string): boolean {
  return kind === 'key' || kind === 'retention'
}

export function foreignRecord(seq: number): string {
  return `Registro ${seq}: o servidor assina um registro deste tipo logo que o escreve; este foi posto por outro caminho.`
}

export const removedSignature = 'A assinatura da corrente foi retirada.'

export const changedEnd = 'A corrente não termina como está guardado: o fim foi trocado.'

/** Checks the records after `from` up to the stored end, none of which may be of a kind that the server signs at once. */
async function checkUnsigned(
  transaction: Queryable,
  customersId: string,
  from: ChainEnd,
  head: StoredHead,
  foreignProblem: (seq: number) => string,
): Promise<void> {
  const { hash, problem } = await checkLinks(transaction, customersId, from, head.seq, ({ seq, kind }) => {
    if (isSignedAtOnce(kind)) throw new UnsoundChain(foreignProblem(seq))
  })
  if (problem !== undefined) throw new UnsoundChain(problem)
  if (hash !== head.hash) throw new UnsoundChain(changedEnd)
  await refuseBeyond(transaction, customersId)
}

/** Whether the chain has the record of its last signature: a cut by age never removes this record. */
export async function hasSignedRecord(database: Queryable, stored: StoredHead, head: SignedHead): Promise<boolean> {
  return head.seq > stored.baseSeq && (await hasHead(database, head.customer, stored, head))
}

/** Whether the chain has this head. Records that were cut off at their age count as there. */
export async function hasHead(
  database: Queryable,
  customersId: string,
  stored: StoredHead,
  { seq, hash }: ChainEnd,
): Promise<boolean> {
  const base = baseOf(customersId, stored)
  if (seq < base.seq) return true
  if (seq === base.seq) return hash === base.hash
  const sql = 'select hash from evidence_chained where customers_id = $1 and seq = $2'
  return (await firstValue(database, sql, [customersId, seq], v.string())) === hash
}

/** Lists the heads of the chain that anchors have taken. */
export function anchoredEnds(database: Queryable, customersId: string): Promise<ChainEnd[]> {
  return database.query(
    'select anchored_seq::text as seq, anchored_hash as hash from evidence_anchors where customers_id = $1 order by anchored_seq',
    [customersId],
    v.object({ seq: digits, hash: v.string() }),
  )
}

/** Compares the chain with heads that the server signed before: each must be in the chain, and none newer than the last signature. */
export async function signedBeforeProblem(
  database: Queryable,
  customersId: string,
  stored: StoredHead,
  heads: readonly ChainEnd[],
): Promise<string | undefined> {
  for (const head of heads) {
    if ((stored.signedSeq ?? -1) < head.seq) return olderThan(head)
    if (!(await hasHead(database, customersId, stored, head))) return otherThan(head.seq)
  }
  return undefined
}

async function refuseBeyond(database: Queryable, customersId: string): Promise<void> {
  const beyond = await recordsBeyond(database, customersId)
  if (beyond !== undefined) throw new UnsoundChain(beyond)
}

/** Returns the problem of records outside of the chain; undefined if there are none. One statement: the chain may grow meanwhile. */
export async function recordsBeyond(database: Queryable, customersId: string): Promise<string | undefined> {
  const areThere = await hasRow(
    database,
    `select from evidence_heads as heads,
       (select min(seq) as first, max(seq) as last from evidence where customers_id = $1) as own,
       (select min(seq) as first, max(seq) as last from device_audit where customers_id = $1) as declared
     where heads.customers_id = $1 and (least(own.first, declared.first) <= base_seq or greatest(own.last, declared.last) > heads.seq
       or exists (select from device_audit where customers_id = $1 and seq is null))`,
    [customersId],
  )
  return areThere ? 'Há registros fora da corrente: foram postos por outro caminho.' : undefined
}

async function publicKeyIn(database: Queryable, customersId: string, fingerprint: string): Promise<string | undefined> {
  const texts = await valuesOf(
    database,
    "select record from evidence where customers_id = $1 and kind = 'key' order by evidence.seq desc",
    [customersId],
    v.string(),
  )
  return texts.map(keyIn).find((named) => named?.fingerprint === fingerprint)?.publicKey
}
