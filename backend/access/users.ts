import * as v from 'valibot'
import { personTypes, rights } from '../../contract/rights.ts'
import type { UserRecord } from '../../contract/wire/answers/session.ts'
import type { Queryable } from '../database/database.ts'
import { firstValue, valuesOf } from '../database/row-values.ts'
import { visibilityOf, visibleCondominiums } from './visibility.ts'

/** A user record carries at most this many condominium ids: the panel keeps it in local storage; `by-user` has them all. */
const mostCondominiumIds = 100

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

export const accountColumns = `users.id as "userId", users.customers_id as "customersId", users.email, users.name,
  users.type, users.permissions, users.sees_all as "seesAll"`

/** Holds for who has a password and is not disabled. */
export const isActive = 'users.disabled_at is null and users.password_hash is not null'

/** SQL for the person whose id is in `column`: `{id, name}`, without a name where the person is no more; null where there is no id. */
export function personIn(column: string): string {
  return `case when ${column} is not null then jsonb_build_object('id', ${column},
    'name', coalesce((select users.name from users where users.id = ${column}), '')) end`
}

/** What people are called, by their ids. */
export async function namesOf(database: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const named = v.object({ id: v.string(), name: v.string() })
  const rows = await database.query('select id, name from users where id = any($1)', [[...new Set(ids)]], named)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/**
 * Looks up who may sign in, with the password's hash; the e-mail is compared without the case of a to z, which is the same to every
 * database and to who counts tries. Nobody who is invited or disabled (ACC-2).
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

/** `email` as it is kept: other letters than a to z stay as they are, so that none becomes one of these. */
export function plainCase(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** The account of `userId`; undefined where there is none, or its person is invited or disabled. */
export async function accountById(database: Queryable, userId: string): Promise<Account | undefined> {
  const [row] = await database.query(
    `select ${accountColumns} from users where id = $1 and ${isActive}`,
    [userId],
    accountRow,
  )
  return row
}

/** The hash `userId` signs in with. */
export async function passwordHashOf(database: Queryable, userId: string): Promise<string | undefined> {
  const hash = await firstValue(
    database,
    'select password_hash from users where id = $1',
    [userId],
    v.nullable(v.string()),
  )
  return hash ?? undefined
}

/** Replaces the hash `userId` signs in with. */
export async function storePasswordHash(database: Queryable, userId: string, passwordHash: string): Promise<void> {
  await database.execute('update users set password_hash = $2 where id = $1', [userId, passwordHash])
}

/** The record that a sign-in answers with. */
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
