import { createPublicKey, verify } from 'node:crypto'
import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'
import { canonical, firstHash, saltedHash, sha256 } from './chain-record.ts'
import { fingerprintOf } from './signing-key.ts'

/** Result for a customer's chain: number of records, first wrong record with the reason, and signer of the newest signed head. */
export type ChainVerdict = {
  customer: string
  name: string
  records: number
  problem?: string
  signed?: { seq: number; at: Date; by: string; hash: string }
}

const atOnce = 2_000

const row = v.object({
  seq: v.pipe(v.string(), v.toNumber()),
  at: v.date(),
  kind: v.string(),
  wordCode: v.nullable(v.string()),
  condominiumId: v.nullable(v.string()),
  hash: v.string(),
  parts: v.array(v.string()),
  personal: v.array(v.object({ hash: v.string(), salt: v.string(), value: v.string() })),
})

const headRow = v.object({
  seq: v.pipe(v.string(), v.toNumber()),
  hash: v.string(),
  signedSeq: v.nullable(v.pipe(v.string(), v.toNumber())),
  signedHash: v.nullable(v.string()),
  signedAt: v.nullable(v.date()),
  signature: v.nullable(v.string()),
  signedBy: v.nullable(v.string()),
  baseSeq: v.pipe(v.string(), v.toNumber()),
  baseHash: v.nullable(v.string()),
})

/** The part of a record that is compared with its columns. */
const recordShape = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    seq: v.number(),
    at: v.string(),
    kind: v.string(),
    subject: v.object({ device: v.optional(v.string()), condominium: v.optional(v.string()) }),
    data: v.looseObject({ fingerprint: v.optional(v.string()), publicKey: v.optional(v.string()) }),
  }),
)

/** Verifies the whole chain of each customer (OPS-1), in one transaction with a fixed snapshot. */
export async function verifyChains(database: Queryable): Promise<ChainVerdict[]> {
  const customers = await database.query(
    `select chained.id, coalesce(customers.name, '') as name from (
       select customers_id as id from evidence_heads union select customers_id from evidence
       union select customers_id from device_audit) as chained
     left join customers on customers.id = chained.id order by 1`,
    [],
    v.object({ id: v.string(), name: v.string() }),
  )
  const verdicts: ChainVerdict[] = []
  for (const { id, name } of customers) verdicts.push({ customer: id, name, ...(await verifyChain(database, id)) })
  return verdicts
}

async function verifyChain(database: Queryable, customersId: string): Promise<Omit<ChainVerdict, 'customer' | 'name'>> {
  const [head] = await database.query(
    `select seq::text, hash, signed_seq::text as "signedSeq", signed_hash as "signedHash", signed_at as "signedAt", signature,
       signed_by as "signedBy", base_seq::text as "baseSeq", base_hash as "baseHash"
     from evidence_heads where customers_id = $1`,
    [customersId],
    headRow,
  )
  const keys = new Map<string, string>()
  let [seq, prev, signedHash] = [head?.baseSeq ?? 0, head?.baseHash ?? firstHash(customersId), '']
  // If the beginning was cut off at its age, a record of the chain must state the cut.
  let isCutReported = seq === 0
  const failed = (problem: string) => ({ records: seq, problem })
  for (;;) {
    const rows = await database.query(
      `select seq::text, at, kind, word_code as "wordCode", condominium_id as "condominiumId", hash, parts, personal
       from evidence_chained where customers_id = $1 and seq > $2 and seq <= $3 order by evidence_chained.seq`,
      [customersId, seq, seq + atOnce],
      row,
    )
    for (const each of rows) {
      if (each.seq !== seq + 1) return failed(`Falta o registro ${seq + 1}: depois do ${seq} vem o ${each.seq}.`)
      const problem = recordProblem(each, prev, keys)
      if (problem !== undefined) return failed(`Registro ${each.seq}: ${problem}`)
      isCutReported ||= each.kind === 'retention' && reportsCut(each.parts.join(prev), head)
      seq = each.seq
      prev = each.hash
      if (seq === head?.signedSeq) signedHash = prev
    }
    if (rows.length < atOnce) break
  }
  if (!isCutReported)
    return failed(`Faltam os registros até o ${head?.baseSeq}, e nenhum registro diz que o prazo deles acabou.`)
  const outside = await countOutside(database, customersId)
  if (outside > 0) return failed(`Há ${outside} registros de painéis fora da corrente: foram postos por outro caminho.`)
  if (head === undefined) return failed('A corrente não tem mais o seu fim guardado.')
  if (head.seq !== seq || head.hash !== prev)
    return failed(
      `A corrente deveria ir até o registro ${head.seq}, e termina no ${seq}: faltam registros no fim, ou o fim foi trocado.`,
    )
  const { signedSeq, signedAt, signature, signedBy } = head
  if (signedSeq === null || signedAt === null || signedBy === null) return { records: seq }
  if (signedHash !== head.signedHash)
    return failed(`A corrente não é mais a que foi assinada até o registro ${signedSeq}.`)
  const publicKey = keys.get(signedBy)
  const signed = canonical({ customer: customersId, seq: signedSeq, hash: signedHash, at: signedAt.toISOString() })
  if (publicKey === undefined || !isSigned(signed, signature ?? '', publicKey))
    return failed(`A assinatura da corrente até o registro ${signedSeq} não confere.`)
  return { records: seq, signed: { seq: signedSeq, at: signedAt, by: signedBy, hash: signedHash } }
}

function recordProblem(
  { seq, at, kind, wordCode, condominiumId, hash, parts, personal }: v.InferOutput<typeof row>,
  prev: string,
  keys: Map<string, string>,
): string | undefined {
  const text = parts.join(prev)
  if (sha256(prev + text) !== hash) return 'foi alterado, ou o anterior não é o que era.'
  const parsed = v.safeParse(recordShape, text)
  if (!parsed.success || parsed.output.seq !== seq) return 'não é um registro deste lugar.'
  const { output: record } = parsed
  const beside = [kind, wordCode, condominiumId, at.getTime()]
  const within = [record.kind, record.subject.device ?? null, record.subject.condominium ?? null, Date.parse(record.at)]
  if (beside.some((value, index) => value !== within[index])) return 'o que está ao lado dele foi alterado.'
  if (personal.some((kept) => saltedHash(kept.salt, kept.value) !== kept.hash || !text.includes(kept.hash)))
    return 'um dado pessoal dele foi alterado.'
  const { fingerprint, publicKey } = record.data
  if (
    kind === 'key' &&
    fingerprint !== undefined &&
    publicKey !== undefined &&
    fingerprintOf(publicKey) === fingerprint
  )
    keys.set(fingerprint, publicKey)
  return undefined
}

const cutRecord = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ data: v.object({ upTo: v.number(), hash: v.string() }) }),
)

function reportsCut(text: string, head: v.InferOutput<typeof headRow> | undefined): boolean {
  const parsed = v.safeParse(cutRecord, text)
  return parsed.success && parsed.output.data.upTo === head?.baseSeq && parsed.output.data.hash === head.baseHash
}

async function countOutside(database: Queryable, customersId: string): Promise<number> {
  const sql = 'select count(*)::int from device_audit where customers_id = $1 and seq is null'
  return (await firstValue(database, sql, [customersId], v.number())) ?? 0
}

function isSigned(text: string, signature: string, publicKey: string): boolean {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}
