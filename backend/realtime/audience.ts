import * as v from 'valibot'
import type { Account } from '../access/users.ts'
import type { Queryable } from '../database/database.ts'
import { valuesOf } from '../database/row-values.ts'

/** Condominiums with events for a socket: all of a customer's, or those assigned to one user. */
export type Audience = { customersId: string; condominiumIds: 'all' | Set<string> }

/** Returns the room of all sockets with the same events: one per customer, not one for each of 10,000 condominiums. */
export function audienceRoom(account: Account): string {
  return account.seesAll ? `customer:${account.customersId}` : `assigned:${account.userId}`
}

export async function audienceOf(database: Queryable, account: Account): Promise<Audience> {
  const { customersId } = account
  if (account.seesAll) return { customersId, condominiumIds: 'all' }
  const assigned = 'select condominium_id from user_condominiums where user_id = $1'
  return { customersId, condominiumIds: new Set(await valuesOf(database, assigned, [account.userId], v.string())) }
}
