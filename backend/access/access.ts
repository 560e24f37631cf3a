import * as v from 'valibot'
import type { Right } from '../../contract/rights.ts'
import type { Queryable } from '../database/database.ts'
import { deviceOf, isOfCustomer, type StoredDevice } from '../devices/devices.ts'
import { Refusal } from '../http/refusal.ts'
import { type Account, accountById } from './users.ts'
import { visibilityOf, visibleCondominiums } from './visibility.ts'

/** Throws 403 unless the account holds the permission. */
export function requirePermission(account: Account, permission: Right): void {
  if (!account.permissions.includes(permission)) throw new Refusal(403)
}

/** Throws 404 if the condominium does not exist or belongs to another customer, 403 if the user may not see it. */
export async function requireCondominium(database: Queryable, account: Account, condominiumId: string): Promise<void> {
  const [row] = await database.query(
    `select ${visibleCondominiums(1)} as visible from condominiums where id = $4 and customers_id = $1`,
    [...visibilityOf(account), condominiumId],
    v.object({ visible: v.boolean() }),
  )
  if (row === undefined) throw new Refusal(404)
  if (!row.visible) throw new Refusal(403)
}

/** Returns the device. Throws 404 if it does not exist or belongs to another customer, 403 if the user may not see its condominium. */
export async function requireDevice(database: Queryable, account: Account, wordCode: string): Promise<StoredDevice> {
  const device = await deviceOf(database, account, wordCode)
  if (device) return device
  throw new Refusal((await isOfCustomer(database, account, wordCode)) ? 403 : 404)
}

/** Throws 403 for a device that the user may not see. Accepts a deleted device: a repeated call may have a stored answer. */
export async function requireNoWall(database: Queryable, account: Account, wordCode: string): Promise<void> {
  await requireDevice(database, account, wordCode).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.status === 404)) throw error
  })
}

/** Throws 403 for every user id in a path except the caller's, whether that user exists or not. */
export function requireCaller(account: Account, userId: string): void {
  if (userId !== account.userId) throw new Refusal(403)
}

/** Throws 403 if a call names a colleague of the caller, 404 if it names any other user. */
export async function requireSelf(database: Queryable, account: Account, userId: string | undefined): Promise<void> {
  if (userId === undefined || userId === account.userId) return
  const other = await accountById(database, userId)
  throw new Refusal(other?.customersId === account.customersId ? 403 : 404)
}
