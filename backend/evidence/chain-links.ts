import { setImmediate } from 'node:timers/promises'
import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import { type ChainEnd, canonical, saltedHash, sha256 } from './chain-record.ts'

/** Records of one read. The number is small, so that the server answers other requests between two reads. */
const atOnce = 100

const digits = v.pipe(v.string(), v.toNumber())

const chainRow = v.object({
  seq: digits,
  at: v.date(),
  kind: v.string(),
  wordCode: v.nullable(v.string()),
  condominiumId: v.nullable(v.string()),
  callKey: v.nullable(v.string()),
  rowNumber: v.nullable(digits),
  isExact: v.boolean(),
  hash: v.string(),
  parts: v.array(v.string()),
  personal: v.unknown(),
})

export type ChainRow = v.InferOutput<typeof chainRow>

/** A salt of a fixed length fixes the border between salt and value. */
const kept = v.array(
  v.strictObject({
    hash: v.string(),
    salt: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
    value: v.string(),
    of: v.string(),
  }),
)

const recordShape = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    seq: v.number(),
    at: v.string(),
    kind: v.string(),
    actor: v.looseObject({ person: v.optional(v.string()), machine: v.optional(v.literal(true)) }),
    subject: v.object({
      device: v.optional(v.string()),
      condominium: v.optional(v.string()),
      person: v.optional(v.string()),
    }),
    data: v.looseObject({ key: v.optional(v.string()) }),
  }),
)

/** A record whose hash and columns are right. */
export type CheckedRecord = v.InferOutput<typeof recordShape> & { text: string; personal: v.InferOutput<typeof kept> }

/** Reads the stored records that follow number `after`, up to record `last`. */
export function nextRows(database: Queryable, customersId: string, after: number, last: number): Promise<ChainRow[]> {
  return database.query(
    `select seq::text, at, kind, word_code as "wordCode", condominium_id as "condominiumId", call_key as "callKey",
       row_number::text as "rowNumber", is_exact as "isExact", hash, parts, personal
     from evidence_chained where customers_id = $1 and seq > $2 and seq <= $3 order by evidence_chained.seq`,
    [customersId, after, Math.min(last, after + atOnce)],
    chainRow,
  )
}

/**
 * Returns a function that checks the records after `from`, one record per call: the number, the hash, and each stored
 * column. The function returns the record, or a text that describes the problem.
 */
export function linkCheck(from: ChainEnd): (row: ChainRow) => CheckedRecord | string {
  let end = from
  let lastRow = 0
  return (row) => {
    if (row.seq !== end.seq + 1) return `Falta o registro ${end.seq + 1}: depois do ${end.seq} vem o ${row.seq}.`
    const read = readRecord(row, end.hash)
    if (typeof read === 'string') return `Registro ${row.seq}: ${read}`
    if (row.rowNumber !== null && row.rowNumber <= lastRow) return `Registro ${row.seq}: ${besideText}`
    lastRow = row.rowNumber ?? lastRow
    end = { seq: row.seq, hash: row.hash }
    return read
  }
}

/**
 * Reads and checks the records after `from` up to record `last`, and stops at the first wrong record. Resolves to the
 * position of the last right record, and to the problem if there is one. The process does other work between two reads.
 */
export async function checkLinks(
  database: Queryable,
  customersId: string,
  from: ChainEnd,
  last: number,
  onRecord: (record: CheckedRecord) => void = () => {},
): Promise<ChainEnd & { problem?: string }> {
  const check = linkCheck(from)
  let end = from
  while (end.seq < last) {
    const rows = await nextRows(database, customersId, end.seq, last)
    if (rows.length === 0) return { ...end, problem: missingEnd(end, last) }
    for (const row of rows) {
      const read = check(row)
      if (typeof read === 'string') return { ...end, problem: read }
      end = { seq: row.seq, hash: row.hash }
      onRecord(read)
    }
    await setImmediate()
  }
  return end
}

export function missingEnd({ seq }: { seq: number }, last: number): string {
  return `A corrente deveria ir até o registro ${last}, e termina no ${seq}: faltam registros no fim, ou o fim foi trocado.`
}

const besideText = 'o que está ao lado dele foi alterado.'
const personalText = 'um dado pessoal dele foi alterado.'

/** Returns the record, or what is wrong with it. */
function readRecord(row: ChainRow, prev: string): CheckedRecord | string {
  const text = row.parts.join(prev)
  if (sha256(prev + text) !== row.hash) return 'foi alterado, ou o anterior não é o que era.'
  const parsed = v.safeParse(recordShape, text)
  if (!parsed.success || parsed.output.seq !== row.seq) return 'não é um registro deste lugar.'
  const { output: record } = parsed
  const { device, condominium } = record.subject
  const beside = [row.kind, row.wordCode, row.condominiumId, row.callKey, row.at.getTime()]
  const within = [record.kind, device, condominium, record.data.key, Date.parse(record.at)]
  if (!row.isExact || beside.some((value, index) => value !== (within[index] ?? null))) return besideText
  const personal = v.safeParse(kept, row.personal)
  if (!personal.success || !isPersonalRight(personal.output, record, text)) return personalText
  return { ...record, text, personal: personal.output }
}

/** Whether each value is one of the record's salted hashes, and belongs to the person in that part of the record. */
function isPersonalRight(
  personal: v.InferOutput<typeof kept>,
  record: v.InferOutput<typeof recordShape>,
  text: string,
): boolean {
  const actor = canonical(record.actor)
  return personal.every(({ hash, salt, value, of }) => {
    const part = canonical({ salted: hash })
    const owner = actor.includes(part) ? record.actor.person : record.subject.person
    return saltedHash(salt, value) === hash && text.includes(part) && of === (owner ?? '')
  })
}
