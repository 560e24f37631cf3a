import * as v from 'valibot'
import { auditMarksOf } from '../../contract/evidence/audit-marks.ts'
import { isByPanel } from '../../contract/evidence/record-actor.ts'
import { type StoredRecord, storedRecordSchema, unlessNull } from '../../contract/wire/answers/audit.ts'
import { type AuditQuery as Asked, type DeliveredRecord, deliveredRecord } from '../../contract/wire/requests/audit.ts'
import type { Account } from '../access/users.ts'
import type { Database, Queryable } from '../database/database.ts'
import { columnName, sequenceColumn, timeColumn } from '../database/row-values.ts'
import { sequenceOfPeriod } from '../database/sequence-of-period.ts'
import { holdEnd } from '../evidence/append.ts'
import { type ChainEnd, canonical, sha256 } from '../evidence/chain-record.ts'
import { pageOf } from '../http/list-cursor.ts'
import { countDeclared, type DeclaredQuota } from './declared-quota.ts'
import { deviceAt, deviceLifetimes } from './device-lifetimes.ts'

const storedRow = v.object({
  ...v.omit(storedRecordSchema, ['marks', 'deviceName']).entries,
  number: v.string(),
  sequence: sequenceColumn,
  at: v.date(),
  retryAt: unlessNull(timeColumn),
  heldMs: unlessNull(sequenceColumn),
  receivedAt: v.date(),
  isKnown: v.nullable(v.boolean()),
  seen: v.nullable(v.object({ seq: v.number(), at: v.string(), ok: v.nullable(v.boolean(), true) })),
})

/**
 * Stored fields: the fields that a panel sent, the time of receipt, whether the device was known, and whether the panel acted by itself.
 */
const fields = [...Object.keys(deliveredRecord.entries), 'receivedAt', 'isKnown', 'byPanel']
const bigFields = ['sequence', 'heldMs']

function columnOf(field: string): string {
  if (field === 'key') return 'call_key'
  return field === 'from' || field === 'to' ? `${field}_state` : columnName(field)
}

/** `$1` is the customer's id: a record may name a device or person of another customer. */
const columns = `seq::text as number,
  ${fields.map((field) => `${columnOf(field)}${bigFields.includes(field) ? '::text' : ''} as "${field}"`).join(', ')},
  (select jsonb_build_object('seq', seq, 'at', evidence_time(evidence.at), 'ok', record::jsonb #> '{data,ok}')
   from evidence where evidence.customers_id = $1 and evidence.call_key = device_audit.call_key
     and evidence.word_code = device_audit.word_code
     and evidence.kind in ('command.answered', 'device.created') order by seq desc limit 1) as seen,
  (select name from condominiums where id = device_audit.condominium_id and customers_id = $1) as "condominiumName",
  (select name from users where users.id = device_audit.user_id and customers_id = $1) as "userName"`

/**
 * Stores the records of one user, all or none, as one append to the customer's chain (EVI-3). Each record notes whether the customer had
 * the device at the time that the record states (EVI-2), and whether the panel acted by itself (EVI-9). A record that is already stored stays unchanged.
 * Rejects with a 429 `Refusal` beyond the person's quota.
 */
export async function storeAuditRecords(
  database: Database,
  { customersId, userId }: Account,
  records: DeliveredRecord[],
  receivedAt: Date,
  quota: DeclaredQuota,
): Promise<void> {
  const once = [...new Map(records.toReversed().map((record) => [record.id, record])).values()].toReversed()
  if (once.length === 0) return
  await database.transaction(async (transaction) => {
    let end = await holdEnd(transaction, customersId)
    const rows: object[] = []
    for (const declared of await whatIsNew(transaction, customersId, once, receivedAt)) {
      end = endAfterDeclared(declared, end)
      rows.push(rowOf(declared, customersId, end))
    }
    if (rows.length === 0) return
    const text = JSON.stringify(rows)
    const stored = { records: rows.length, bytes: Buffer.byteLength(text) }
    await countDeclared(transaction, userId, { ...stored, quota, now: receivedAt.getTime() })
    await transaction.execute(
      `with moved as (update evidence_heads set (seq, hash) = ($2, $3) where customers_id = $1)
       insert into device_audit (${written})
       select ${written} from jsonb_populate_recordset(null::device_audit, $4::jsonb)`,
      [customersId, end.seq, end.hash, text],
    )
  })
}

/** Returns the records that are not stored yet. No other writer can store records now, because the caller holds the end of the chain. */
async function whatIsNew(
  transaction: Queryable,
  customersId: string,
  records: DeliveredRecord[],
  receivedAt: Date,
): Promise<Declared[]> {
  const found = await transaction.query(
    'select user_id as "userId", id::text from device_audit where user_id = any($1) and id = any($2::uuid[])',
    [[...new Set(records.map(({ userId }) => userId))], records.map(({ id }) => id)],
    v.object({ userId: v.string(), id: v.string() }),
  )
  const stored = new Set(found.map(({ userId, id }) => `${userId} ${id}`))
  const fresh = records.filter(({ userId, id }) => !stored.has(`${userId} ${id}`))
  const wordCodes = [...new Set(fresh.map(({ wordCode }) => wordCode))]
  const lifetimes = await deviceLifetimes(transaction, customersId, wordCodes)
  return fresh.map((record) => ({
    ...record,
    receivedAt,
    isKnown: deviceAt(lifetimes.get(record.wordCode), record.at) !== undefined,
    byPanel: isByPanel(record),
  }))
}

const written = [...fields.map(columnOf), 'customers_id', 'seq', 'hash'].join(', ')

function rowOf(declared: Declared, customersId: string, { seq, hash }: ChainEnd): object {
  const entries = Object.entries(declared).map(([field, value]) => [columnOf(field), value])
  return { ...Object.fromEntries(entries), customers_id: customersId, seq, hash }
}

export type AuditQuery = Omit<Asked, 'cursor'> & {
  /** Number in the chain of the last record of the previous page: later records do not change the rest of the list. */
  after?: string | undefined
}

/**
 * Lists the records of condominiums that the account may see, the last received first, in the order of the chain; an account that sees all
 * also gets the records of deleted condominiums.
 */
export async function auditRecords(
  database: Queryable,
  account: Account,
  query: AuditQuery,
): Promise<{ result: StoredRecord[]; nextCursor: string | null }> {
  const range = await sequenceOfPeriod(
    database,
    { table: 'device_audit', sequence: 'seq', step: 'month', scope: 'customers_id = $1' },
    [account.customersId],
    query,
  )
  if (range === undefined) return { result: [], nextCursor: null }
  const rows = await database.query(
    `select ${columns} from device_audit
     where customers_id = $1 and ($2::boolean or condominium_id in (
         select condominium_id from user_condominiums where user_condominiums.user_id = $3))
       and seq between $4::bigint and $5::bigint and ($6::bigint is null or seq < $6)
       and ($7::text is null or word_code = $7) and ($8::text is null or condominium_id = $8)
       and ($9::text is null or kind = $9)
       and ($10::timestamptz is null or at >= $10) and ($11::timestamptz is null or at < $11)
       and ($12::boolean is null or coalesce(by_panel, false) = $12)
     order by device_audit.seq desc limit $13`,
    [
      account.customersId,
      account.seesAll,
      account.userId,
      range.first,
      range.last,
      query.after ?? null,
      query.wordCode ?? null,
      query.condominiumId ?? null,
      query.kind ?? null,
      query.from ?? null,
      query.to ?? null,
      query.actor === undefined ? null : query.actor === 'panel',
      query.limit + 1,
    ],
    storedRow,
  )
  const page = pageOf(rows, query.limit, (last) => [last.number])
  const wordCodes = [...new Set(page.result.map(({ wordCode }) => wordCode))]
  const lifetimes = await deviceLifetimes(database, account.customersId, wordCodes)
  return {
    ...page,
    result: page.result.map((row) => recordOf(row, deviceAt(lifetimes.get(row.wordCode), row.at)?.name)),
  }
}

function recordOf(
  { number: _, isKnown, at, receivedAt, seen, ...row }: v.InferOutput<typeof storedRow>,
  deviceName: string | null | undefined,
): StoredRecord {
  const marks = auditMarksOf(at.getTime(), receivedAt.getTime(), isKnown)
  return {
    ...row,
    at: at.toISOString(),
    receivedAt: receivedAt.toISOString(),
    ...(marks.length > 0 && { marks }),
    ...(seen !== null && { seen }),
    ...(typeof deviceName === 'string' && { deviceName }),
  }
}

/**
 * A record of a panel with the fields that the server adds: time of receipt, `isKnown` (the customer had the device at the stated time),
 * `byPanel`.
 */
export type Declared = DeliveredRecord & { receivedAt: Date; isKnown: boolean; byPanel: boolean }

/** Returns the end of the chain after this record (EVI-2). The view `evidence_chained` builds the same text from its columns. */
export function endAfterDeclared(declared: Declared, end: ChainEnd): ChainEnd {
  const { userId, wordCode, condominiumId, kind, receivedAt, isKnown, byPanel, at, sequence, retryAt, ...rest } =
    declared
  const seq = end.seq + 1
  const given = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)
  const text = canonical({
    seq,
    at: receivedAt.toISOString(),
    kind: 'declared',
    actor: { person: userId, ...(byPanel && { panel: true }) },
    subject: { condominium: condominiumId, device: wordCode },
    data: {
      ...Object.fromEntries(given),
      kind,
      known: isKnown,
      said: at.toISOString(),
      sequence: String(sequence),
      ...(retryAt && { retryAt: retryAt.toISOString() }),
    },
    prev: end.hash,
  })
  return { seq, hash: sha256(end.hash + text) }
}
