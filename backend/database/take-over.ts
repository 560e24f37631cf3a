import * as v from 'valibot'
import type { Database, Queryable, Session } from './database.ts'
import { DatabaseRefused } from './database-refused.ts'
import { migrate } from './migrations.ts'

/** What became of a table: as many rows on both sides, with the same contents. */
export type TakenTable = { name: string; rows: number }

const batchRows = 2_000
const named = v.object({ name: v.string() })
/** Rows as JSON keep what JavaScript's values would lose, such as microseconds; the order of columns and rows makes no difference. */
const fingerprint = v.object({ rows: v.number(), high: v.string(), low: v.string() })

/**
 * Brings all rows of `source` into the empty database `target`, all or nothing, and compares both sides (SCA-1); nothing is written to the
 * source. Tells each table once it is there and the same. Rejects with `DatabaseRefused` when the target is not empty, when the source is of
 * another version, or when the sides differ.
 */
export async function takeOver(
  source: Database,
  target: Database,
  tell: (table: TakenTable) => void | Promise<void>,
): Promise<void> {
  await target.alone(async (alone) => {
    await alone.transaction((into) =>
      source.transaction(async (from) => {
        await refuseFilled(into)
        await from.script("set transaction isolation level repeatable read, read only; set local timezone = 'UTC'")
        await into.script("set local timezone = 'UTC'")
        await migrate(within(into))
        await refuseOtherVersion(from, into)
        const tables = await tablesInOrder(into)
        // What a row's coming sets off has happened where it came first.
        for (const table of tables) await into.script(`alter table ${table} disable trigger user`)
        for (const table of tables) {
          await copyRows(from, into, table)
          await tell({ name: table, rows: await compare(from, into, table) })
        }
        for (const table of tables) await into.script(`alter table ${table} enable trigger user`)
        await copySequences(from, into)
      }),
    )
    await alone.script('analyze')
  })
}

/** What is done in transactions of its own is done in this one. */
function within(transaction: Queryable): Session {
  return { ...transaction, transaction: (work) => work(transaction) }
}

async function refuseFilled(target: Queryable): Promise<void> {
  const found = await target.query(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') order by relname limit 3`,
    [],
    named,
  )
  if (found.length === 0) return
  throw new DatabaseRefused(
    `O banco de destino não está vazio (tem ${found.map(({ name }) => name).join(', ')}). Crie um banco novo para receber os dados.`,
  )
}

async function refuseOtherVersion(source: Queryable, target: Queryable): Promise<void> {
  const applied = async (database: Queryable) =>
    (await database.query('select name from migrations', [], named))
      .map(({ name }) => name)
      .sort()
      .join()
  if ((await applied(source)) === (await applied(target))) return
  throw new DatabaseRefused(
    'Os dados são de outra versão do Guarita. Inicie esta versão uma vez com eles (npm start), encerre e tente de novo.',
  )
}

/** All but the list of migrations; a table comes after those that it refers to. */
async function tablesInOrder(database: Queryable): Promise<string[]> {
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

/** A batch at a time: a million rows need no more memory than two thousand. */
async function copyRows(source: Queryable, target: Queryable, table: string): Promise<void> {
  const columns = await target.query(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
    named,
  )
  const list = columns.map(({ name }) => name).join(', ')
  await source.script(`declare taken no scroll cursor for select to_jsonb(${table})::text as row from ${table}`)
  for (;;) {
    const [batch] = await source.query(`fetch ${batchRows} from taken`, [], v.object({ row: v.string() })).then(joined)
    if (batch === undefined) break
    await target.execute(
      `insert into ${table} (${list}) overriding system value
       select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [batch],
    )
  }
  await source.script('close taken')
}

function joined(rows: { row: string }[]): string[] {
  return rows.length === 0 ? [] : [`[${rows.map(({ row }) => row).join(',')}]`]
}

/** Resolves to how many rows both sides have. */
async function compare(source: Queryable, target: Queryable, table: string): Promise<number> {
  const [[there], [here]] = [await fingerprintOf(source, table), await fingerprintOf(target, table)]
  if (there !== undefined && here !== undefined && JSON.stringify(there) === JSON.stringify(here)) return here.rows
  throw new DatabaseRefused(
    `A tabela ${table} não chegou igual (${there?.rows} linhas na origem, ${here?.rows} no destino). Nada foi gravado no destino.`,
  )
}

function fingerprintOf(database: Queryable, table: string): Promise<v.InferOutput<typeof fingerprint>[]> {
  return database.query(
    `select count(*) as rows,
       coalesce(sum(('x' || left(hash, 16))::bit(64)::bigint::numeric), 0)::text as high,
       coalesce(sum(('x' || right(hash, 16))::bit(64)::bigint::numeric), 0)::text as low
     from (select md5(to_jsonb(${table})::text) as hash from ${table}) as hashed`,
    [],
    fingerprint,
  )
}

/** So that the next number is the one that would have come. */
async function copySequences(source: Queryable, target: Queryable): Promise<void> {
  const sequences = await target.query(
    "select oid::regclass::text as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'S'",
    [],
    named,
  )
  for (const { name } of sequences) {
    const [state] = await source.query(
      `select last_value::text as last, is_called as "isCalled" from ${name}`,
      [],
      v.object({ last: v.string(), isCalled: v.boolean() }),
    )
    await target.execute('select setval($1::regclass, $2::bigint, $3)', [name, state?.last, state?.isCalled])
  }
}
