import * as v from 'valibot'
import type { Queryable, Session } from './database.ts'
import { DatabaseRefused } from './operator-error.ts'
import { valuesOf } from './row-values.ts'

/** Of all rows of a table; equal of equal rows, in whichever order they and their columns are. */
export type Fingerprint = v.InferOutput<typeof fingerprint>

/** What a sequence tells next. */
export type SequenceState = v.InferOutput<typeof sequenceState>

export const batchRows = 2_000

/** Rows as JSON keep what JavaScript's values would lose, such as microseconds; the order of columns and rows makes no difference. */
export const fingerprint = v.object({ rows: v.number(), high: v.string(), low: v.string() })
export const sequenceState = v.object({ name: v.string(), last: v.string(), isCalled: v.boolean() })

/** What is done in transactions of its own is done in this one. */
export function within(transaction: Queryable): Session {
  return { ...transaction, transaction: (work) => work(transaction) }
}

/** Rows are told as they are now, and alike on every server, until the transaction ends. */
export function holdStill(transaction: Queryable): Promise<void> {
  return transaction.script(
    "set transaction isolation level repeatable read, read only; set local timezone = 'UTC'; set local statement_timeout = 0",
  )
}

/** Rejects with `DatabaseRefused` unless the database holds nothing. */
export async function refuseFilled(target: Queryable): Promise<void> {
  const found = await valuesOf(
    target,
    `select relname from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') order by relname limit 3`,
    [],
    v.string(),
  )
  if (found.length === 0) return
  throw new DatabaseRefused(
    `O banco de destino não está vazio (tem ${found.join(', ')}). Crie um banco novo para receber os dados.`,
  )
}

/** All but the list of migrations; a table comes after those that it refers to. */
export async function tablesInOrder(database: Queryable): Promise<string[]> {
  const tables = await database.query(
    `select relname as name, array(
       select distinct referred.relname::text from pg_constraint join pg_class as referred on referred.oid = confrelid
       where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
     ) as "after"
     from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migrations'
     order by relname`,
    [],
    v.object({ name: v.string(), after: v.array(v.string()) }),
  )
  const ordered: string[] = []
  while (ordered.length < tables.length) {
    const next = tables.find(
      ({ name, after }) => !ordered.includes(name) && after.every((one) => ordered.includes(one)),
    )
    if (next === undefined) throw new Error('tables refer to each other in a circle')
    ordered.push(next.name)
  }
  return ordered
}

/** The rows of a table as JSON, one text each, a batch at a time: a million need no more memory than two thousand. In a transaction. */
export async function* rowBatches(source: Queryable, table: string): AsyncGenerator<string[]> {
  await source.script(`declare taken no scroll cursor for select to_jsonb(${table})::text as row from ${table}`)
  for (;;) {
    const batch = await valuesOf(source, `fetch ${batchRows} from taken`, [], v.string())
    if (batch.length === 0) break
    yield batch
  }
  await source.script('close taken')
}

/** What writes such rows into a table. */
export async function rowWriter(target: Queryable, table: string): Promise<(rows: string[]) => Promise<void>> {
  const columns = await valuesOf(
    target,
    `select quote_ident(attname) from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
    v.string(),
  )
  const list = columns.join(', ')
  return async (rows) => {
    await target.execute(
      `insert into ${table} (${list}) overriding system value
       select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [`[${rows.join(',')}]`],
    )
  }
}

/**
 * Fills a database that was just made: what its migrations put there themselves goes, and what a row's coming sets off has happened where
 * it came first, so that nothing of it happens in `work`.
 */
export async function filledAnew(target: Queryable, tables: string[], work: () => Promise<void>): Promise<void> {
  for (const table of tables) await target.script(`alter table ${table} disable trigger user`)
  await target.script(`truncate ${tables.join(', ')}`)
  await work()
  for (const table of tables) await target.script(`alter table ${table} enable trigger user`)
}

export async function fingerprintOf(database: Queryable, table: string): Promise<Fingerprint> {
  const [found] = await database.query(
    `select count(*) as rows,
       coalesce(sum(('x' || left(hash, 16))::bit(64)::bigint::numeric), 0)::text as high,
       coalesce(sum(('x' || right(hash, 16))::bit(64)::bigint::numeric), 0)::text as low
     from (select md5(to_jsonb(${table})::text) as hash from ${table}) as hashed`,
    [],
    fingerprint,
  )
  if (found === undefined) throw new Error('no answer')
  return found
}

export function isSameFingerprint(one: Fingerprint, other: Fingerprint): boolean {
  return one.rows === other.rows && one.high === other.high && one.low === other.low
}

export async function sequenceStates(database: Queryable): Promise<SequenceState[]> {
  const names = await valuesOf(
    database,
    "select oid::regclass::text from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'",
    [],
    v.string(),
  )
  const states: SequenceState[] = []
  for (const name of names)
    states.push(
      ...(await database.query(
        `select $1::text as name, last_value::text as last, is_called as "isCalled" from ${name}`,
        [name],
        sequenceState,
      )),
    )
  return states
}

/** So that the next number is the one that would have come. */
export async function setSequence(target: Queryable, { name, last, isCalled }: SequenceState): Promise<void> {
  await target.execute('select setval($1::regclass, $2::bigint, $3)', [name, last, isCalled])
}
