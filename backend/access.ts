import * as v from 'valibot'
import type { Queryable } from './database.ts'
import { Refusal } from './refusal.ts'
import { type Account, accountById, type Permission } from './users.ts'
import { visibilityOf, visibleCondominiums } from './visibility.ts'

/** 403 unless the account holds the permission. */
export function requirePermission(account: Account, permission: Permission): void {
  if (!account.permissions.includes(permission)) throw new Refusal(403)
}

/** 404 for a condominium that does not exist or is another customer's, 403 for one that is not this user's. */
export async function requireCondominium(database: Queryable, account: Account, condominiumId: string): Promise<void> {
  const [row] = await database.query(
    `select ${visibleCondominiums(1)} as visible from condominiums where id = $4 and customers_id = $1`,
    [...visibilityOf(account), condominiumId],
    v.object({ visible: v.boolean() }),
  )
  if (row === undefined) throw new Refusal(404)
  if (!row.visible) throw new Refusal(403)
}

/** A call that names a user speaks for the caller alone: 403 for a colleague, 404 for anyone else. */
export async function requireSelf(database: Queryable, account: Account, userId: string | undefined): Promise<void> {
  if (userId === undefined || userId === account.userId) return
  const other = await accountById(database, userId)
  throw new Refusal(other?.customersId === account.customersId ? 403 : 404)
}
