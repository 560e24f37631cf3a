import * as v from 'valibot'
import type { Queryable } from '../database/database.ts'
import { firstValue } from '../database/row-values.ts'

/** Whose sight is asked about. */
export interface Viewer {
  userId: string
  customersId: string
  /** Every condominium of the customer, not only those assigned. */
  seesAll: boolean
}

/** SQL condition on `condominiums` that holds for what an account may see; its three parameters start at `$first`. */
export function visibleCondominiums(first: number): string {
  return `condominiums.customers_id = $${first} and ($${first + 1}::boolean or exists (
    select 1 from user_condominiums
    where user_condominiums.condominium_id = condominiums.id and user_condominiums.user_id = $${first + 2}))`
}

/** The parameters that `visibleCondominiums` wants. */
export function visibilityOf(account: Viewer): [string, boolean, string] {
  return [account.customersId, account.seesAll, account.userId]
}

/** Who sees the same as others has the same key: all who see everything of a customer, and each person to whom some is assigned. */
export function viewerKey({ customersId, seesAll, userId }: Viewer): string {
  return JSON.stringify(seesAll ? [customersId] : [customersId, userId])
}

/** How the lists of a customer stand: whatever changes a condominium, a device or who sees them raises it, on whichever server. */
export async function listRevision(database: Queryable, customersId: string): Promise<string> {
  return (
    (await firstValue(database, 'select revision::text from customers where id = $1', [customersId], v.string())) ?? ''
  )
}
