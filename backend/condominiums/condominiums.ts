import * as v from 'valibot'
import type { Condominium } from '../../contract/wire/answers/condominiums.ts'
import type { Account } from '../access/users.ts'
import { visibilityOf, visibleCondominiums } from '../access/visibility.ts'
import type { Queryable } from '../database/database.ts'
import { firstValue, valuesOf } from '../database/row-values.ts'

/** What a condominium may lack. */
export const detailKeys = [
  'cnpj',
  'cep',
  'street',
  'number',
  'complement',
  'district',
  'city',
  'state',
  'phone',
  'gatehousePhone',
  'maintenancePhone',
] as const

/** The columns of `detailKeys`, in their order. */
export const detailColumns = detailKeys.map(columnOf)

const optionalText = v.nullable(v.string())

const condominiumRow = v.object({
  id: v.string(),
  name: v.string(),
  wordCode: v.string(),
  customersId: v.string(),
  cnpj: optionalText,
  cep: optionalText,
  street: optionalText,
  number: optionalText,
  complement: optionalText,
  district: optionalText,
  city: optionalText,
  state: optionalText,
  phone: optionalText,
  gatehousePhone: optionalText,
  maintenancePhone: optionalText,
})

const columns = `condominiums.id, condominiums.name, condominiums.word_code as "wordCode",
  condominiums.customers_id as "customersId", ${detailKeys.map((key) => `${columnOf(key)} as "${key}"`).join(', ')}`

/**
 * Everything the account may see, by name, as JSON: the database makes it, for to decode 10,000 rows and write them again would
 * hold the one thread eight times as long.
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

/** Ids of everything the account may see, by name. */
export function condominiumIdsOf(database: Queryable, account: Account): Promise<string[]> {
  return valuesOf(
    database,
    `select condominiums.id from condominiums where ${visibleCondominiums(1)} order by name, condominiums.id`,
    visibilityOf(account),
    v.string(),
  )
}

/** Those of `ids` that the account may see, by name; the others are left out without a word. */
export async function condominiumsById(database: Queryable, account: Account, ids: string[]): Promise<Condominium[]> {
  const rows = await database.query(
    `select ${columns} from condominiums
     where ${visibleCondominiums(1)} and condominiums.id = any($4::text[]) order by name, id`,
    [...visibilityOf(account), ids],
    condominiumRow,
  )
  return rows.map(withoutNulls)
}

/** One condominium with the version its ETag is made of. */
export async function condominiumWithVersion(
  database: Queryable,
  id: string,
): Promise<{ condominium: Condominium; version: number } | undefined> {
  const [row] = await database.query(
    `select ${columns}, version from condominiums where id = $1`,
    [id],
    v.object({ ...condominiumRow.entries, version: v.number() }),
  )
  if (row === undefined) return undefined
  const { version, ...condominium } = row
  return { condominium: withoutNulls(condominium), version }
}

/** What a condominium lacks is left out. */
function withoutNulls(row: v.InferOutput<typeof condominiumRow>): Condominium {
  const { id, name, wordCode, customersId, ...details } = row
  const condominium: Condominium = { id, name, wordCode, customersId }
  for (const key of detailKeys) {
    const value = details[key]
    if (value !== null) condominium[key] = value
  }
  return condominium
}

function columnOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Which customer each of `ids` belongs to; unknown ids are left out. */
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
