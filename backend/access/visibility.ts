import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import { firstValue, valuesOf } from '../database/row-values.ts'

export interface Viewer {
  userId: string
  customersId: string
  /** The account sees every condominium of the customer, not only the assigned ones. */
  seesAll: boolean
}

/** Builds an SQL condition on `condominiums`: the account may see the row. It uses three parameters from `$first` on. */
export function visibleCondominiums(first: number): string {
  return `condominiums.customers_id = $${first} and ($${first + 1}::boolean or exists (
    select 1 from user_condominiums
    where user_condominiums.condominium_id = condominiums.id and user_condominiums.user_id = $${first + 2}))`
}

/** Returns the three parameters of `visibleCondominiums`. */
export function visibilityOf(account: Viewer): [string, boolean, string] {
  return [account.customersId, account.seesAll, account.userId]
}

/**
 * Resolves to a function that returns whether the person may see stored content about a condominium (null: about no
 * condominium). A person who sees all condominiums also sees content about deleted condominiums. Other people see only
 * content about condominiums that they see now.
 */
export async function visibleNow(
  database: Queryable,
  { seesAll, userId }: Viewer,
): Promise<(condominiumId: string | null) => boolean> {
  if (seesAll) return () => true
  const sql = 'select condominium_id from user_condominiums where user_id = $1'
  const assigned = new Set(await valuesOf(database, sql, [userId], v.string()))
  return (condominiumId) => condominiumId === null || assigned.has(condominiumId)
}

/** Returns a cache key: one for all who see everything of a customer, one for each other person. */
export function viewerKey({ customersId, seesAll, userId }: Viewer): string {
  return JSON.stringify(seesAll ? [customersId] : [customersId, userId])
}

/** Returns the revision of the customer's lists. Database triggers raise it when a condominium, a device or its visibility changes. */
export async function listRevision(database: Queryable, customersId: string): Promise<string> {
  return (
    (await firstValue(database, 'select revision::text from customers where id = $1', [customersId], v.string())) ?? ''
  )
}
