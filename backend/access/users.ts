import * as v from 'valibot'
import { personTypes, rights } from '../../contract/rights.ts'
import { mostCondominiumIds, type UserRecord } from '../../contract/wire/answers/session.ts'
import type { Queryable } from '../database/database.ts'
import { firstValue, valuesOf } from '../database/row-values.ts'
import { visibilityOf, visibleCondominiums } from './visibility.ts'

export const accountRow = v.object({
  userId: v.string(),
  customersId: v.string(),
  email: v.string(),
  name: v.string(),
  type: v.picklist(personTypes),
  permissions: v.array(v.picklist(rights)),
  seesAll: v.boolean(),
})
export type Account = v.InferOutput<typeof accountRow>

/** SQL condition: the person has set up a second factor (SES-12). */
export const hasSecondFactor =
  'exists (select from second_factors where second_factors.user_id = users.id and confirmed_at is not null)'

/**
 * SQL condition: the customer requires a second factor of people with `users:write`, and the person has no second
 * factor (SES-12).
 */
export const lacksSecondFactor = `('users:write' = any (users.permissions)
  and exists (select from customers where customers.id = users.customers_id and second_factor_required)
  and not ${hasSecondFactor})`

/**
 * `permissions` are the rights that the person has now. `users:write` is missing if the person lacks a required second
 * factor.
 */
export const accountColumns = `users.id as "userId", users.customers_id as "customersId", users.email, users.name, users.type,
  case when ${lacksSecondFactor} then array_remove(users.permissions, 'users:write') else users.permissions end as permissions,
  users.sees_all as "seesAll"`

/** SQL condition: the user has a password and is not disabled. */
export const isActive = 'users.disabled_at is null and users.password_hash is not null'

/**
 * Builds SQL for the person with the id in `column`: `{id, name}`, with an empty name if the person was deleted; null if there is no id.
 */
export function personIn(column: string): string {
  return `case when ${column} is not null then jsonb_build_object('id', ${column},
    'name', coalesce((select users.name from users where users.id = ${column}), '')) end`
}

export async function namesOf(database: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const named = v.object({ id: v.string(), name: v.string() })
  const rows = await database.query('select id, name from users where id = any($1)', [[...new Set(ids)]], named)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Returns the account that may sign in with the e-mail, and its password hash; undefined for invited or disabled people (ACC-2). Compares
 * e-mails without the case of a to z only, so that every database and the attempt counter agree.
 */
export async function accountByEmail(
  database: Queryable,
  email: string,
): Promise<(Account & { passwordHash: string }) | undefined> {
  const [row] = await database.query(
    `select ${accountColumns}, password_hash as "passwordHash" from users where email = $1 and ${isActive}`,
    [plainCase(email)],
    v.object({ ...accountRow.entries, passwordHash: v.string() }),
  )
  return row
}

/** Lowercases a to z only, as stored e-mails are: full lowercasing could turn another letter into one of these. */
export function plainCase(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Returns the account of `userId`; undefined if it does not exist, or the person is invited or disabled. */
export async function accountById(database: Queryable, userId: string): Promise<Account | undefined> {
  const [row] = await database.query(
    `select ${accountColumns} from users where id = $1 and ${isActive}`,
    [userId],
    accountRow,
  )
  return row
}

export async function passwordHashOf(database: Queryable, userId: string): Promise<string | undefined> {
  const hash = await firstValue(
    database,
    'select password_hash from users where id = $1',
    [userId],
    v.nullable(v.string()),
  )
  return hash ?? undefined
}

export async function storePasswordHash(database: Queryable, userId: string, passwordHash: string): Promise<void> {
  await database.execute('update users set password_hash = $2 where id = $1', [userId, passwordHash])
}

export async function userRecord(database: Queryable, account: Account): Promise<UserRecord> {
  const condominiumsId = await valuesOf(
    database,
    `select id from condominiums where ${visibleCondominiums(1)} order by name, id limit ${mostCondominiumIds}`,
    visibilityOf(account),
    v.string(),
  )
  const { seesAll: _, ...user } = account
  return { ...user, condominiumsId }
}
