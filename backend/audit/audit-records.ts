import * as v from 'valibot'
import {
  auditCommands,
  auditOutcomes,
  auditRecordSchema,
  type StoredRecord,
} from '../../contract/wire/answers/audit.ts'
import type { DeliveredRecord } from '../../contract/wire/requests/audit.ts'
import type { Account } from '../access/users.ts'
import type { Database, Queryable } from '../database/database.ts'

const optionalText = v.nullable(v.string())
const optionalNumber = v.nullable(v.number())

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
  panelVersion: v.string(),
  command: v.nullable(v.picklist(auditCommands)),
  outcome: v.nullable(v.picklist(auditOutcomes)),
  receivedAt: v.date(),
  deviceName: optionalText,
  condominiumName: optionalText,
  userName: optionalText,
})

/** `$1` is the customer: a record may name what is somebody else's. */
const columns = `row_number::text as "rowNumber", id, sequence::text, at, word_code as "wordCode",
  condominium_id as "condominiumId", user_id as "userId", kind, from_state as "from", to_state as "to", cause, reason,
  failure_count as "failureCount", refused, last_error as "lastError", retry_at as "retryAt",
  panel_version as "panelVersion", command, outcome, received_at as "receivedAt",
  (select devices.name from devices join condominiums on condominiums.id = devices.condominium_id
   where devices.word_code = device_audit.word_code and condominiums.customers_id = $1) as "deviceName",
  (select name from condominiums where id = device_audit.condominium_id and customers_id = $1) as "condominiumName",
  (select name from users where users.id = device_audit.user_id and customers_id = $1) as "userName"`

/** Stores the records of one user, all or none; one that is there already stays as it is. */
export async function storeAuditRecords(
  database: Database,
  account: Account,
  records: DeliveredRecord[],
  receivedAt: Date,
): Promise<void> {
  if (records.length === 0) return
  await database.execute(
    `insert into device_audit (id, user_id, customers_id, condominium_id, word_code, sequence, at, kind, from_state,
       to_state, cause, reason, failure_count, refused, last_error, retry_at, panel_version, command, outcome,
       received_at)
     select id, "userId", $2, "condominiumId", "wordCode", sequence, at, kind, "from", "to", cause, reason,
       "failureCount", refused, "lastError", "retryAt", "panelVersion", command, outcome, $3
     from jsonb_to_recordset($1::jsonb) as given (id uuid, "userId" text, "condominiumId" text, "wordCode" text,
       sequence bigint, at timestamptz, kind text, "from" text, "to" text, cause text, reason text,
       "failureCount" integer, refused integer, "lastError" text, "retryAt" timestamptz, "panelVersion" text,
       command text, outcome text)
     on conflict (user_id, id) do nothing`,
    [JSON.stringify(records), account.customersId, receivedAt],
  )
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
  const [newest] = await database.query(
    'select coalesce(max(row_number), 0)::text as "rowNumber" from device_audit',
    [],
    v.object({ rowNumber: v.string() }),
  )
  return newest?.rowNumber ?? '0'
}

/** Times as ISO text; what is null is left out. */
function recordOf({ rowNumber: _, ...row }: v.InferOutput<typeof storedRow>): StoredRecord {
  const { from, to, reason, failureCount, refused, lastError, retryAt, command, outcome, ...named } = row
  const { deviceName, condominiumName, userName, ...always } = named
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
    ...(command !== null && { command }),
    ...(outcome !== null && { outcome }),
    ...(deviceName !== null && { deviceName }),
    ...(condominiumName !== null && { condominiumName }),
    ...(userName !== null && { userName }),
  }
}
