import * as v from 'valibot'
import { auditMarksOf } from '../../contract/evidence/audit-marks.ts'
import {
  auditCommands,
  auditOutcomes,
  auditRecordSchema,
  type StoredRecord,
} from '../../contract/wire/answers/audit.ts'
import type { DeliveredRecord } from '../../contract/wire/requests/audit.ts'
import type { Account } from '../access/users.ts'
import type { Database, Queryable } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'
import { holdEnd } from '../evidence/append.ts'
import type { ChainEnd } from '../evidence/chain-record.ts'
import { type Declared, endAfterDeclared } from '../evidence/declared-record.ts'

const optionalText = v.nullable(v.string())
const optionalNumber = v.nullable(v.number())
const seenCall = v.object({ seq: v.number(), at: v.string(), ok: v.nullable(v.boolean()) })

const storedRow = v.object({
  rowNumber: v.string(),
  id: v.string(),
  sequence: v.pipe(v.string(), v.toNumber()),
  at: v.date(),
  wordCode: v.string(),
  condominiumId: v.string(),
  userId: v.string(),
  kind: auditRecordSchema.entries.kind,
  from: optionalText,
  to: optionalText,
  cause: auditRecordSchema.entries.cause,
  reason: optionalText,
  failureCount: optionalNumber,
  refused: optionalNumber,
  lastError: optionalText,
  retryAt: v.nullable(v.date()),
  opening: optionalNumber,
  heldMs: v.nullable(v.pipe(v.string(), v.toNumber())),
  durations: v.nullable(v.array(v.number())),
  slow: optionalNumber,
  ignored: optionalNumber,
  panelVersion: v.string(),
  command: v.nullable(v.picklist(auditCommands)),
  outcome: v.nullable(v.picklist(auditOutcomes)),
  receivedAt: v.date(),
  isKnown: v.nullable(v.boolean()),
  key: optionalText,
  seen: v.nullable(seenCall),
  deviceName: optionalText,
  condominiumName: optionalText,
  userName: optionalText,
})

/** `$1` is the customer: a record may name what is somebody else's. */
const columns = `row_number::text as "rowNumber", id, sequence::text, at, word_code as "wordCode",
  condominium_id as "condominiumId", user_id as "userId", kind, from_state as "from", to_state as "to", cause, reason,
  failure_count as "failureCount", refused, last_error as "lastError", retry_at as "retryAt", opening, held_ms::text as "heldMs",
  durations, slow, ignored,
  panel_version as "panelVersion", command, outcome, received_at as "receivedAt", is_known as "isKnown", call_key as key,
  (select jsonb_build_object('seq', seq, 'at', evidence_time(evidence.at), 'ok', record::jsonb #> '{data,ok}')
   from evidence where evidence.customers_id = $1 and evidence.call_key = device_audit.call_key
     and evidence.word_code = device_audit.word_code
     and evidence.kind in ('command.answered', 'device.created') order by seq desc limit 1) as seen,
  (select devices.name from devices join condominiums on condominiums.id = devices.condominium_id
   where devices.word_code = device_audit.word_code and condominiums.customers_id = $1) as "deviceName",
  (select name from condominiums where id = device_audit.condominium_id and customers_id = $1) as "condominiumName",
  (select name from users where users.id = device_audit.user_id and customers_id = $1) as "userName"`

/**
 * Stores the records of one user, all or none, as one append to the customer's chain (EVI-3), each with whether the customer has such a device
 * now (EVI-2); one that is there already stays as it is.
 */
export async function storeAuditRecords(
  database: Database,
  { customersId }: Account,
  records: DeliveredRecord[],
  receivedAt: Date,
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
    await transaction.execute(
      `with moved as (update evidence_heads set (seq, hash) = ($2, $3) where customers_id = $1)
       insert into device_audit (${written})
       select ${written} from jsonb_populate_recordset(null::device_audit, $4::jsonb)`,
      [customersId, end.seq, end.hash, JSON.stringify(rows)],
    )
  })
}

/** Of `records` those that are not stored yet. Nobody else stores any meanwhile: the chain's end is held. */
async function whatIsNew(
  transaction: Queryable,
  customersId: string,
  records: DeliveredRecord[],
  receivedAt: Date,
): Promise<Declared[]> {
  const found = await transaction.query(
    `select user_id as "userId", id::text from device_audit where user_id = any($2) and id = any($3::uuid[])
     union all
     select null, devices.word_code from devices join condominiums on condominiums.id = devices.condominium_id
     where devices.word_code = any($4) and condominiums.customers_id = $1`,
    [
      customersId,
      [...new Set(records.map(({ userId }) => userId))],
      records.map(({ id }) => id),
      [...new Set(records.map(({ wordCode }) => wordCode))],
    ],
    v.object({ userId: v.nullable(v.string()), id: v.string() }),
  )
  const stored = new Set(found.flatMap(({ userId, id }) => (userId === null ? [] : [`${userId} ${id}`])))
  const known = new Set(found.flatMap(({ userId, id }) => (userId === null ? [id] : [])))
  return records
    .filter(({ userId, id }) => !stored.has(`${userId} ${id}`))
    .map((record) => ({ ...record, receivedAt, isKnown: known.has(record.wordCode) }))
}

const written = `id, user_id, customers_id, condominium_id, word_code, sequence, at, kind, from_state, to_state, cause, reason,
  failure_count, refused, last_error, retry_at, opening, held_ms, durations, slow, ignored, panel_version, command, outcome, received_at, call_key, is_known, seq, hash`

/** By the names of the columns. */
function rowOf(declared: Declared, customersId: string, { seq, hash }: ChainEnd): object {
  const { userId, condominiumId, wordCode, from, to, failureCount, lastError, retryAt, ...same } = declared
  const { heldMs, panelVersion, key, receivedAt, isKnown, ...told } = same
  return {
    ...told,
    user_id: userId,
    customers_id: customersId,
    condominium_id: condominiumId,
    word_code: wordCode,
    from_state: from,
    to_state: to,
    failure_count: failureCount,
    last_error: lastError,
    retry_at: retryAt,
    held_ms: heldMs,
    panel_version: panelVersion,
    call_key: key,
    received_at: receivedAt,
    is_known: isKnown,
    seq,
    hash,
  }
}

/** A place between two records, newest first; later arrivals don't move what lies behind it. */
export type AuditPlace = { arrivedUpTo: string; at: Date; rowNumber: string }

export type AuditQuery = {
  wordCode?: string | undefined
  condominiumId?: string | undefined
  kind?: string | undefined
  /** Inclusive. */
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
  after?: AuditPlace | undefined
  limit: number
}

/** The records about condominiums that the account may see, deleted ones included for who sees all, newest first. */
export async function auditRecords(
  database: Queryable,
  account: Account,
  query: AuditQuery,
): Promise<{ records: StoredRecord[]; next: AuditPlace | null }> {
  const arrivedUpTo = query.after?.arrivedUpTo ?? (await newestArrival(database))
  const rows = await database.query(
    `select ${columns} from device_audit
     where customers_id = $1 and ($2::boolean or condominium_id in (
         select condominium_id from user_condominiums where user_condominiums.user_id = $3))
       and row_number <= $4::bigint
       and ($5::text is null or word_code = $5) and ($6::text is null or condominium_id = $6)
       and ($7::text is null or kind = $7)
       and ($8::timestamptz is null or at >= $8) and ($9::timestamptz is null or at < $9)
       and ($10::timestamptz is null or (at, row_number) < ($10, $11::bigint))
     order by at desc, device_audit.row_number desc limit $12`,
    [
      account.customersId,
      account.seesAll,
      account.userId,
      arrivedUpTo,
      query.wordCode ?? null,
      query.condominiumId ?? null,
      query.kind ?? null,
      query.from ?? null,
      query.to ?? null,
      query.after?.at ?? null,
      query.after?.rowNumber ?? null,
      query.limit + 1,
    ],
    storedRow,
  )
  const page = rows.slice(0, query.limit)
  const last = page.at(-1)
  const next = last && rows.length > query.limit ? { arrivedUpTo, at: last.at, rowNumber: last.rowNumber } : null
  return { records: page.map(recordOf), next }
}

async function newestArrival(database: Queryable): Promise<string> {
  const newest = 'select coalesce(max(row_number), 0)::text from device_audit'
  return (await firstValue(database, newest, [], v.string())) ?? '0'
}

/** Times as ISO text; what is null is left out. */
function recordOf({ rowNumber: _, ...row }: v.InferOutput<typeof storedRow>): StoredRecord {
  const { from, to, reason, failureCount, refused, lastError, retryAt, command, outcome, ...counted } = row
  const { opening, heldMs, durations, slow, ignored, ...named } = counted
  const { deviceName, condominiumName, userName, isKnown, key, seen, ...always } = named
  const marks = auditMarksOf(row.at.getTime(), row.receivedAt.getTime(), row.isKnown)
  return {
    ...always,
    at: row.at.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(reason !== null && { reason }),
    ...(failureCount !== null && { failureCount }),
    ...(refused !== null && { refused }),
    ...(lastError !== null && { lastError }),
    ...(retryAt !== null && { retryAt: retryAt.toISOString() }),
    ...(opening !== null && { opening }),
    ...(heldMs !== null && { heldMs }),
    ...(durations !== null && { durations }),
    ...(slow !== null && { slow }),
    ...(ignored !== null && { ignored }),
    ...(command !== null && { command }),
    ...(outcome !== null && { outcome }),
    ...(deviceName !== null && { deviceName }),
    ...(condominiumName !== null && { condominiumName }),
    ...(userName !== null && { userName }),
    ...(key !== null && { key }),
    ...(marks.length > 0 && { marks }),
    ...(seen !== null && { seen: { seq: seen.seq, at: seen.at, ok: seen.ok ?? true } }),
  }
}
