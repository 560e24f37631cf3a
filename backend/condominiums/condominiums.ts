import * as v from 'valibot'
import { condominiumDetails } from '../../contract/fields/condominium-details.ts'
import { unlessNull } from '../../contract/wire/answers/audit.ts'
import { type Condominium, condominiumSchema } from '../../contract/wire/answers/condominiums.ts'
import type { Account } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { columnName, firstValue, hasRow, valuesOf } from '../database/row-values.ts'
import { entityTagOf, type Tagged } from '../http/entity-tag.ts'
import { Refusal } from '../http/refusal.ts'

const condominiumRow = v.object({
  ...v.pick(condominiumSchema, ['id', 'name']).entries,
  wordCode: v.string(),
  customersId: v.string(),
  ...v.entriesFromList(condominiumDetails, unlessNull(v.string())),
})

const columns = `condominiums.id, condominiums.name, condominiums.word_code as "wordCode",
  condominiums.customers_id as "customersId", ${condominiumDetails.map((key) => `${columnName(key)} as "${key}"`).join(', ')}`

/**
 * Lists all condominiums that the account may see, by name, as JSON made by the database: decoding and encoding 10,000 rows here would
 * block the event loop eight times as long.
 */
export async function condominiumsText(database: Queryable, account: Account): Promise<string> {
  const text = await firstValue(
    database,
    `select coalesce(replace(json_agg(json_strip_nulls(row_to_json(each)))::text, E', \\n ', ','), '[]')
     from (select ${columns} from condominiums where ${visibleCondominiums(1)} order by name, condominiums.id) as each`,
    visibilityOf(account),
    v.string(),
  )
  return text ?? '[]'
}

export function condominiumIdsOf(database: Queryable, account: Account): Promise<string[]> {
  return valuesOf(
    database,
    `select condominiums.id from condominiums where ${visibleCondominiums(1)} order by name, condominiums.id`,
    visibilityOf(account),
    v.string(),
  )
}

/** Lists those of `ids` that the account may see, by name; leaves out the others. */
export function condominiumsById(database: Queryable, account: Account, ids: string[]): Promise<Condominium[]> {
  return database.query(
    `select ${columns} from condominiums
     where ${visibleCondominiums(1)} and condominiums.id = any($4::text[]) order by name, id`,
    [...visibilityOf(account), ids],
    condominiumRow,
  )
}

/** Returns one condominium; throws 404 if it does not exist. */
export async function taggedCondominium(database: Queryable, id: string): Promise<Tagged<Condominium>> {
  const [row] = await database.query(
    `select ${columns}, ${entityTagOf('version')} as etag from condominiums where id = $1`,
    [id],
    v.object({ ...condominiumRow.entries, etag: v.string() }),
  )
  if (row === undefined) throw new Refusal(404)
  const { etag, ...body } = row
  return { etag, body }
}

/** Maps each of `ids` to its customer; leaves out unknown ids. */
export function customersOfCondominiums(
  database: Queryable,
  ids: string[],
): Promise<{ id: string; customersId: string }[]> {
  return database.query(
    'select id, customers_id as "customersId" from condominiums where id = any($1::text[])',
    [ids],
    v.object({ id: v.string(), customersId: v.string() }),
  )
}

/** Prevents the deletion of the condominium until the transaction ends. False if it does not exist; waits for a deletion that has begun. */
export function holdCondominium(transaction: Queryable, id: string): Promise<boolean> {
  return hasRow(transaction, 'select from condominiums where id = $1 for key share', [id])
}
