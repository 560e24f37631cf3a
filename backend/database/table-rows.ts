import * as v from 'valibot'
import type { Queryable, Session } from './database.ts'
import { DatabaseRefused } from './operator-error.ts'
import { valuesOf } from './row-values.ts'

/** Fingerprint of all rows of a table; equal for equal rows, in any order of rows and columns. */
export type Fingerprint = v.InferOutput<typeof fingerprint>

/** Next value of a sequence. */
export type SequenceState = v.InferOutput<typeof sequenceState>

const batchRows = 2_000
const batchCharacters = 100_000
/** Number of rows in the first batch of a table, when the length of the rows is unknown. */
const firstRows = 20

/**
 * Returns whether the rows fill one batch. The limit of characters bounds the memory of a batch, even if the rows are
 * long.
 */
export function isBatch(rows: number, characters: number): boolean {
  return rows >= batchRows || characters >= batchCharacters
}

/** JSON keeps details that JavaScript values would lose, such as microseconds. */
export const fingerprint = v.object({ rows: v.number(), high: v.string(), low: v.string() })
export const sequenceState = v.object({ name: v.string(), last: v.string(), isCalled: v.boolean() })

/** Runs nested transactions as part of the given one. */
export function within(transaction: Queryable): Session {
  return { ...transaction, transaction: (work) => work(transaction) }
}

/** Gives the transaction one snapshot, and the same text for equal rows on every server. */
export function holdStill(transaction: Queryable): Promise<void> {
  return transaction.script(
    "set transaction isolation level repeatable read, read only; set local timezone = 'UTC'; set local statement_timeout = 0",
  )
}

/** Rejects with `DatabaseRefused` unless the database is empty. */
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

/** Lists all tables except the list of migrations; each table comes after the tables that it refers to. */
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

/** Lists the columns of all tables except the list of migrations. */
export function columnsOf(database: Queryable): Promise<{ table: string; column: string }[]> {
  return database.query(
    `select relname as "table", attname as "column" from pg_attribute join pg_class on pg_class.oid = attrelid
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migrations'
       and attnum > 0 and not attisdropped
     order by relname, attname`,
    [],
    v.object({ table: v.string(), column: v.string() }),
  )
}

/** Yields the rows of a table as JSON, one text each, in batches: memory does not grow with the table. Needs a transaction. */
export async function* rowBatches(source: Queryable, table: string): AsyncGenerator<string[]> {
  await source.script(`declare taken no scroll cursor for select to_jsonb(${table})::text as row from ${table}`)
  let [count, longest] = [firstRows, 1]
  for (;;) {
    const batch = await valuesOf(source, `fetch ${count} from taken`, [], v.string())
    if (batch.length === 0) break
    yield batch
    longest = batch.reduce((most, row) => Math.max(most, row.length), longest)
    count = Math.max(1, Math.min(batchRows, Math.floor(batchCharacters / longest)))
  }
  await source.script('close taken')
}

/** Returns a function that inserts such rows into a table. */
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

/** Fills a new database without its migrations' rows. Triggers are off during `work`: the rows already contain their effects. */
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
  if (found === undefined) throw new Error('the fingerprint query returned no row')
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

/** Continues the sequence of the source. */
export async function setSequence(target: Queryable, { name, last, isCalled }: SequenceState): Promise<void> {
  await target.execute('select setval($1::regclass, $2::bigint, $3)', [name, last, isCalled])
}
