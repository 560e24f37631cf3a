import * as v from 'valibot'
import type { Right } from '../../contract/rights.ts'
import type { Device } from '../../contract/wire/answers/devices/devices.ts'
import type { Queryable } from '../database/database.ts'
import { deviceOf, isOfCustomer } from '../devices/devices.ts'
import { Refusal } from '../http/refusal.ts'
import { type Account, accountById } from './users.ts'
import { visibilityOf, visibleCondominiums } from './visibility.ts'

/** 403 unless the account holds the permission. */
export function requirePermission(account: Account, permission: Right): void {
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

/** The device; 404 when there is none or it is another customer's, 403 when its condominium is not this user's. */
export async function requireDevice(database: Queryable, account: Account, wordCode: string): Promise<Device> {
  const device = await deviceOf(database, account, wordCode)
  if (device) return device
  throw new Refusal((await isOfCustomer(database, account, wordCode)) ? 403 : 404)
}

/** 403 for a device behind a wall within the customer; one that is gone passes: a repeated call may still have an answer. */
export async function requireNoWall(database: Queryable, account: Account, wordCode: string): Promise<void> {
  await requireDevice(database, account, wordCode).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.status === 404)) throw error
  })
}

/** 403 for every user in a path but the caller, whether that user exists or not. */
export function requireCaller(account: Account, userId: string): void {
  if (userId !== account.userId) throw new Refusal(403)
}

/** A call that names a user speaks for the caller alone: 403 for a colleague, 404 for anyone else. */
export async function requireSelf(database: Queryable, account: Account, userId: string | undefined): Promise<void> {
  if (userId === undefined || userId === account.userId) return
  const other = await accountById(database, userId)
  throw new Refusal(other?.customersId === account.customersId ? 403 : 404)
}
